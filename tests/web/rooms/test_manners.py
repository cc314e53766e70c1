"""Manners at a table: clocks that wait for both, players who leave, phrases, chat and blocks."""

from random import Random

import pytest
from servers import PASSWORD, sign_up, two_players
from sqlalchemy.orm import Session
from tables import table

from ludoteca.errors import LudotecaError
from ludoteca.web.storage import acquaintances
from ludoteca.web.storage.databases import open_engine, read_address
from ludoteca.web.storage.migrations import migrate
from ludoteca.web.table.changes import claim_win, due_ms, end_by_itself
from ludoteca.web.table.chat import LONGEST_LINE, PHRASES, chat_line, chat_view, partner_of
from ludoteca.web.table.new_game import NewGame, first_game
from ludoteca.web.table.stored_game import FIRST_MOVE_MS, GONE_MS, await_first_move

SHORT = "from ludoteca.web.table import stored_game as table\n"


class Time:
    """A clock that the test moves."""

    def __init__(self, stored):
        self.now_ms = stored.match.now()
        stored.match.now = lambda: self.now_ms


def test_the_first_moves_have_a_limit_of_their_own_once_both_are_there():
    stored = table(clock="5+0")
    time = Time(stored)
    await_first_move(stored, {0})
    assert due_ms(stored) is None and end_by_itself(stored) is None
    await_first_move(stored, {0, 1})
    assert due_ms(stored) == FIRST_MOVE_MS
    time.now_ms += FIRST_MOVE_MS - 1
    await_first_move(stored, {1})  # whoever leaves does not stop it
    assert due_ms(stored) == 1 and end_by_itself(stored) is None
    time.now_ms += 1
    over = end_by_itself(stored).after
    assert over.match.outcome.is_aborted
    assert due_ms(over) is None


@pytest.mark.parametrize("moves", [(), ("c3",)])
@pytest.mark.parametrize("clock", ["none", "24h/move", "72h+60"])
def test_a_game_without_a_clock_or_with_days_has_no_such_limit(moves, clock):
    stored = table(*moves, clock=clock)
    await_first_move(stored, {0, 1})
    assert stored.first_due is None


def test_after_the_second_move_only_the_clock_counts():
    stored = table("c3", "d4", clock="5+0")
    await_first_move(stored, {0, 1})
    assert stored.first_due is None


@pytest.mark.parametrize(("away_ms", "moves"), [(GONE_MS - 1, ("c3", "d4")), (None, ("c3", "d4")), (GONE_MS, ("c3",))])
def test_nobody_claims_a_win_too_early(away_ms, moves):
    stored = table(*moves, clock="5+0")
    time = Time(stored)
    if away_ms is not None:
        stored.left[1] = time.now_ms - away_ms
    with pytest.raises(LudotecaError, match="You can claim the win"):
        claim_win(stored, "ann")


def test_a_win_is_claimed_from_a_player_who_has_left_by_the_other_alone():
    stored = table("c3", "d4", clock="5+0")
    stored.left[1] = Time(stored).now_ms - GONE_MS
    for guest in ("bob", "carl"):
        with pytest.raises(LudotecaError):
            claim_win(stored, guest)
    over = claim_win(stored, "ann").after
    assert (over.match.outcome.winner, str(over.match.outcome.reason)) == (0, "Black forfeited the game")
    with pytest.raises(LudotecaError, match="the game is over"):
        claim_win(over, "ann")


@pytest.mark.parametrize("clock", ["none", "24h/move"])
def test_nobody_claims_a_win_without_a_clock_or_with_days(clock):
    stored = table("c3", "d4", clock=clock)
    stored.left[1] = Time(stored).now_ms - 100 * GONE_MS
    with pytest.raises(LudotecaError, match="in a game with a clock"):
        claim_win(stored, "ann")


def test_a_line_is_a_phrase_or_cleaned_text():
    stored = table("c3")
    line = chat_line(stored, "bob", {"phrase": "luck"}, is_free=False)
    assert (line.seat, chat_view(line)["text"]) == (1, PHRASES["luck"])
    line = chat_line(stored, "ann", {"text": " two\nlines\u202e " + "x" * 500}, is_free=True)
    assert line.text.startswith("two lines x") and len(line.text) == LONGEST_LINE


@pytest.mark.parametrize(
    "message",
    [{}, {"phrase": "rude"}, {"phrase": ["luck"]}, {"text": 3}, {"text": " \n "}, {"phrase": "luck", "text": "x"}],
)
def test_anything_else_is_refused(message):
    with pytest.raises(LudotecaError):
        chat_line(table("c3"), "ann", message, is_free=True)


def test_free_chat_is_refused_where_the_host_has_switched_it_off():
    with pytest.raises(LudotecaError, match="only the phrases"):
        chat_line(table("c3"), "ann", {"text": "hello"}, is_free=False)


@pytest.mark.parametrize("opponent", ["bot", "device", "friend"])
def test_whoever_has_nobody_to_talk_to_cannot(opponent):
    stored = first_game(NewGame(game="gekitai", opponent=opponent), "ann", Random(0))
    for guest in ("ann", "carl"):
        with pytest.raises(LudotecaError):
            partner_of(stored, guest)


def test_players_talk_and_watchers_do_not_hear_it(server):
    one, two, game = two_players(server)
    with one, two, server.client().open(game) as watcher:
        one.send("chat", phrase="hello")
        first = two.until("chat")["lines"][0]["id"]
        two.send("chat", text="Have fun!")
        said = one.until("chat")["lines"] + one.until("chat")["lines"]
        assert [(line["by"], line["text"]) for line in said] == [(0, "Hello!"), (1, "Have fun!")]
        watcher.send("chat", phrase="hello")
        assert "Only two people" in watcher.until("chat", "refusal")["reason"]
        watcher.send("chat_since", id=0)
        assert watcher.until("chat", "refusal")["type"] == "refusal"
        one.send("chat_since", id=first)
        assert [line["text"] for line in one.until("chat")["lines"]] == ["Have fun!"]
        for known in (-1, None, True, "1", 10**30):
            one.send("chat_since", id=known)
            assert len(one.until("chat")["lines"]) == 2


def test_a_mute_follows_the_account_and_is_no_block(server):
    first, second = sign_up(server, "Muter"), server.client()
    games = [first.begin(opponent="friend") for _ in range(2)]
    for game in games:
        second.accept(game["id"], game["tokens"][1])
    again = server.client()
    again.http.post("/sign-in", data={"name": "Muter", "password": PASSWORD})
    with second.open(games[0]["id"]) as two, first.open(games[0]["id"]) as one:
        two.until("snapshot")
        for on in (True, False, True, True):
            one.send("mute", on=on)
            assert one.until("muted", "refusal")["on"] is on
        two.send("chat", phrase="hello")
        assert two.until("chat", "refusal")["type"] == "chat"
    with second.open(games[1]["id"]) as two:
        two.until("snapshot")
    for client, is_muted in ((first, True), (again, True), (second, False)):
        with client.open(games[1]["id"]) as socket:
            socket.until("snapshot")
            socket.send("chat_since", id=0)
            assert socket.until("chat")["muted"] is is_muted
    with server.client().open(games[0]["id"]) as watcher:
        watcher.send("mute")
        assert "Only two people" in watcher.until("refusal")["reason"]


def test_a_phrase_is_read_in_each_players_language(server):
    first, second = server.client(), server.client()
    second.http.cookies.set("language", "pt")
    begun = first.begin(opponent="friend")
    with first.open(begun["id"]) as one:
        second.accept(begun["id"], begun["tokens"][1])
        with second.open(begun["id"]) as two:
            one.until("state")
            one.send("chat", phrase="hello")
            assert two.until("chat")["lines"][0]["text"] == "Olá!"


def test_whoever_blocks_hears_no_more_and_can_take_it_back(server):
    one, two, _ = two_players(server)
    client = server.clients[-2]
    with one, two:
        for _ in range(2):  # twice does no harm
            one.send("block")
            assert one.until("blocked")["name"]
        for socket in (one, two):
            socket.send("chat", phrase="hello")
            assert "blocked" in socket.until("chat", "refusal")["reason"]
        mine = client.http.get("/mine").text
        number = mine.split('name="block" value="')[1].split('"')[0]
        for wrong in ("x", "", "9" * 30):
            assert client.http.post("/unblock", data={"block": wrong}).status_code == 303
        stranger = server.client()
        assert stranger.http.post("/unblock", data={"block": number}).status_code == 303
        two.send("chat", phrase="hello")
        assert two.until("chat", "refusal")["type"] == "refusal"
        assert client.http.post("/unblock", data={"block": number}).status_code == 303
        two.send("chat", phrase="hello")
        assert one.until("chat")["lines"][-1]["text"] == "Hello!"


def test_a_server_without_free_chat_still_has_phrases(new_server):
    server = new_server(allows_chat=False).wait_until_ready()
    one, two, game = two_players(server)
    with one, two:
        one.send("chat", text="psst")
        assert "no free chat" in one.until("chat", "refusal")["reason"]
        one.send("chat", phrase="luck")
        assert two.until("chat")["lines"]
        assert 'id="chat-text"' not in server.clients[-1].http.get(f"/game/{game}").text


def test_a_player_who_leaves_can_be_beaten_by_claim_and_one_who_comes_back_not(new_server):
    server = new_server(prelude=SHORT + "table.GONE_MS = 1500").wait_until_ready()
    one, two, game = two_players(server, clock="5+0")
    with one:
        one.move("c3")
        two.until("move")
        two.move("d4")
        one.until("move", where=lambda message: message["ply"] == 1)
        two.close()
        assert one.until("presence")["seats"][1]["gone_at"]
        one.send("claim_win")
        assert "away for a minute" in one.until("refusal")["reason"]
        with server.clients[-1].open(game):
            assert one.until("presence", where=lambda m: m["seats"][1]["present"])["seats"][1]["gone_at"] is None
        one.until("presence", where=lambda m: m["seats"][1]["gone_at"] is not None)
        while True:
            one.send("claim_win")
            answer = one.until("refusal", "end")
            if answer["type"] == "end":
                break
        assert (answer["outcome"]["winner"], answer["how"]) == (0, "forfeit")


def test_a_game_whose_first_move_does_not_come_is_aborted(new_server):
    server = new_server(prelude=SHORT + "table.FIRST_MOVE_MS = 700").wait_until_ready()
    one, two, _ = two_players(server, clock="5+0")
    with one, two:
        waiting = one.until("state", where=lambda message: message["clock"]["first_ms"] is not None)
        assert 0 < waiting["clock"]["first_ms"] <= 700
        assert two.until("end")["outcome"]["aborted"]
        assert one.until("end")["how"] == "aborted"


def test_the_clock_waits_for_whoever_only_sent_the_link(server):
    first, second = server.client(), server.client()
    begun = first.begin(opponent="friend", side="second", clock="5+0")
    first.open(begun["id"]).close()
    second.accept(begun["id"], begun["tokens"][0])
    with second.open(begun["id"]) as one:
        one.until("snapshot")
        assert one.move("c3")["clock"]["running"] is None
        with first.open(begun["id"]):
            assert one.until("state", where=lambda message: message["clock"]["running"] is not None)


def test_blocks_move_into_an_account_once(tmp_path):
    engine = open_engine(read_address(f"sqlite:///{tmp_path / 'games.db'}"), 1000, writes=True)
    migrate(engine)
    with Session(engine) as session:
        acquaintances.block(session, "guest", ["bob", "carl"], "Them")
        acquaintances.block(session, "account", ["carl"], "Carl")
        acquaintances.block(session, "dora", ["guest"], "Ann")
        acquaintances.move_blocks(session, "guest", "account")
        assert sorted(name for _, name in acquaintances.blocked_by(session, "account")) == ["Carl", "Them"]
        for other in ("bob", "carl", "dora"):
            assert acquaintances.is_blocked(session, "account", [other])
            assert acquaintances.is_blocked(session, other, ["account"])
        assert not acquaintances.is_blocked(session, "guest", ["bob", "carl", "dora"])
    engine.dispose()
