"""Lists of games: whose turn it is, how they ended and when, as whoever looks is told; open games can be withdrawn."""

import asyncio
import re
import sqlite3
import time
from contextlib import closing

import pytest
from servers import PATIENCE_S, copy_game, two_players

from ludoteca.games import find_game, game_names
from ludoteca.play import load_game
from ludoteca.play.score_sheet import date_text
from ludoteca.puzzles.puzzle import has_puzzles
from ludoteca.web.http.game_list_words import DAY_MS, HOUR_MS, MINUTE_MS, ago, outcome_words
from ludoteca.web.http.new_game_form import form_game
from ludoteca.web.storage.game_lists import next_turn
from ludoteca.web.storage.schema import GameRow, HolderRow
from ludoteca.web.table.stored_game import now_ms


def lines_of(page):
    """Each listed game as one line of words."""
    found = re.findall(r'<span class="game-words">(.*?)</a>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", words).split()) for words in found]


def begun_by_two(server, *moves, **wanted):
    """A game of Gekitai between two with these moves: both clients, their sockets, and its id."""
    first, second = server.client(), server.client()
    begun = first.begin("gekitai", opponent="friend", name="Ann", side="first", **wanted)
    assert second.http.post("/api/v1/me", json={"name": "Bob"}).status_code == 200
    second.accept(begun["id"], begun["tokens"][1])
    sockets = first.open(begun["id"]), second.open(begun["id"])
    assert sockets[1].until("snapshot")["you"] == 1  # seated
    for ply, move in enumerate(moves):
        sockets[ply % 2].send("move", ply=ply, text=move)
        for socket in sockets:
            socket.until("move")
    return first, second, sockets, begun["id"]


def test_your_games_say_whose_turn_it_is_which_side_you_are_and_when(server):
    first, second, sockets, _ = begun_by_two(server, "c3")
    assert lines_of(first.http.get("/mine").text) == ["Gekitai Ann – Bob waiting for Bob, move 2 as Red · just now"]
    assert lines_of(second.http.get("/mine").text) == ["Gekitai Ann – Bob your turn, move 2 as Black · just now"]
    sockets[1].send("resign")
    sockets[0].until("end")
    assert "You won: Black resigned" in first.http.get("/mine").text
    assert "You lost: Black resigned" in second.http.get("/mine").text


def test_games_that_wait_for_you_come_first(server):
    first, _, _, waiting = begun_by_two(server)
    other = first.begin("gekitai", opponent="friend")["id"]
    names = re.findall(r'href="/game/(\w+)"', first.http.get("/").text)
    assert names[:2] == [waiting, other]


def test_a_game_alone_in_which_nobody_has_moved_is_not_listed(server):
    client = server.client()
    client.begin("gekitai", opponent="device")
    client.begin("gekitai", opponent="bot", bot="random", side="first")
    assert lines_of(client.http.get("/mine").text) == []
    client.begin("gekitai", opponent="friend")
    assert len(lines_of(client.http.get("/mine").text)) == 1


def to_watch(server, state="going"):
    """The games that are told of; the page lists them too."""
    client = server.client()

    def told():
        return [game["id"] for game in client.http.get("/api/v1/games", params={"state": state}).json()]

    while True:
        before, page, after = told(), client.http.get("/games").text, told()
        if before == after:  # else something has changed while we asked
            assert set(before) <= set(re.findall(r'href="/game/(\w+)"', page))
            return before


def test_a_game_by_link_is_private_unless_it_says_otherwise(server):
    first, _, sockets, private = begun_by_two(server, "c3")
    *_, open_to_all = begun_by_two(server, "c3", listed=True)
    assert open_to_all in to_watch(server)
    assert private not in to_watch(server)
    assert private not in server.client().http.get("/").text
    assert private in first.http.get("/mine").text
    sockets[0].send("resign")
    sockets[1].until("end")
    assert private not in to_watch(server, "over")
    sockets[0].send("again")
    sockets[1].until("offer")
    sockets[1].send("again")
    following = sockets[1].until("next")["game_id"]
    with first.open(following) as socket:
        socket.until("snapshot")
        socket.move("c3")
        assert following not in to_watch(server)


def test_a_game_that_everybody_has_left_is_not_one_to_watch(server):
    client = server.client()
    game = client.begin("gekitai", opponent="bot", bot="random", side="first", listed=True)["id"]
    with client.open(game) as table:
        table.until("snapshot")
        table.move("c3")
        table.until("move", where=lambda message: message["by"] == 1)
        assert game in to_watch(server)
        with server.client().open(game) as watcher:  # who looks at it does not play it
            watcher.until("snapshot")
            table.close()
            watcher.until("presence", where=lambda message: not message["seats"][0]["present"])
            assert game not in to_watch(server)
    with client.open(game) as table:
        table.until("snapshot")
        assert game in to_watch(server)


def test_two_bots_are_to_be_watched_while_somebody_looks(server):
    client = server.client()
    game = client.begin("gekitai", opponent="bots", bots=["random", "random"], listed=True)["id"]
    with client.open(game) as table:
        table.until("move")
        assert game in to_watch(server)
    end = time.monotonic() + PATIENCE_S
    while game in to_watch(server):  # until the server has heard of the socket's end
        assert time.monotonic() < end, "nobody looks, and the bots are to be watched"
        time.sleep(0.05)


def test_a_game_against_a_bot_is_private_unless_it_says_otherwise(server):
    client = server.client()
    game = client.begin("gekitai", opponent="bot", bot="random", side="first")["id"]
    with client.open(game) as table:
        table.until("snapshot")
        table.move("c3")
        table.until("move", where=lambda message: message["by"] == 1)
        assert game not in to_watch(server)
        table.send("resign")
        table.until("end")
    assert game not in to_watch(server, "over")


@pytest.mark.parametrize("opponent", ["bot", "friend", "device", "bots"])
def test_the_form_asks_whether_others_may_watch(server, opponent):
    client = server.client()
    for fields, is_listed in (({"opponent": opponent}, False), ({"opponent": opponent, "listed": "yes"}, True)):
        assert client.http.post("/new/gekitai", data=fields).status_code == 303
        assert form_game("gekitai", fields).listed is is_listed
    assert 'name="listed"' in client.http.get("/new/gekitai").text


def test_puzzles_and_lessons_are_listed_for_the_games_that_have_some(server):
    client = server.client()
    puzzling = {name for name in game_names() if has_puzzles(find_game(name))}
    assert "gekitai" in puzzling
    for kind, names in (("puzzles", puzzling), ("lessons", set(game_names()))):
        page = client.http.get(f"/{kind}")
        assert page.status_code == 200
        assert set(re.findall(rf'href="/{kind}/(\w+)"', page.text)) == names


def test_every_game_has_a_page_that_home_and_the_map_for_search_engines_lead_to(server):
    http = server.client().http
    pages = {f"/rules/{name}" for name in game_names()}
    home = http.get("/").text
    assert pages == set(re.findall(r'<h2><a class="accent" href="([^"]+)"', home))
    listed = set(re.findall("<loc>([^<]+)</loc>", http.get("/sitemap.xml").text))
    assert {server.base + page for page in pages} < listed
    assert f"Sitemap: {server.base}/sitemap.xml" in http.get("/robots.txt").text
    page = http.get("/rules/gekitai?from=home").text
    assert re.findall(r'rel="canonical" href="([^"]+)"', page) == [f"{server.base}/rules/gekitai"]
    assert 'content="How to play Gekitai: ' in page
    for part in ("/lessons/gekitai", "/puzzles/gekitai#today", "opponent=bot&amp;bot=level10", 'class="source'):
        assert part in page


def test_the_button_of_a_lesson_is_a_verb_in_every_language(server):
    for language, words in (("en", "Begin"), ("pt", "Começar"), ("es", "Empezar")):
        page = server.client().http.get("/lessons", headers={"accept-language": language}).text
        assert set(re.findall(r'data-when="new">([^<]*)<', page)) == {words}


RECORD = '[Game "gekitai"]\n[First "Ann"]\n[Second "Bob"]\n{date}\n1. c3 d4 *\n'


def test_an_unfinished_record_is_not_one_to_go_on_with(server):
    client = server.client()
    answer = client.http.post("/import", data={"record": RECORD.format(date="")})
    assert answer.status_code == 303
    listed = client.http.get("/mine").text
    assert "In progress" not in listed and "Records you opened" in listed
    assert lines_of(listed) == ["Gekitai Ann – Bob 2 moves, not finished just now"]
    assert "Continue playing" not in client.http.get("/").text
    client.begin("gekitai", opponent="friend")
    assert lines_of(client.http.get("/mine").text)[0].startswith("Gekitai Guest – Free seat waiting for an opponent")


def test_the_record_of_a_game_says_when_it_was_played_and_one_that_came_keeps_its_date(server):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    days = {date_text(now_ms() - gone) for gone in (0, 60_000)}
    text = client.http.get(f"/api/v1/games/{game}/record").text
    assert any(f'[Date "{day}"]' in text for day in days)
    assert client.http.get(f"/api/v1/games/{game}/record?format=json").json()["date"] in days
    for given, kept in (('[Date "1999.12.31"]', "1999.12.31"), ("", None)):
        opened = client.http.post("/import", data={"record": RECORD.format(date=given)}).headers["location"]
        exported = client.http.get(f"/api/v1/games/{opened.split('/')[-1]}/record?format=json").json()
        assert exported.get("date") == kept


def test_a_watcher_of_an_open_game_is_not_told_of_an_opponent(server):
    game = server.client().begin("gekitai", opponent="friend")["id"]
    watcher = server.client()
    with watcher.open(game) as socket:
        socket.until("snapshot")
        assert socket.move("c3")["reason"] == "You are watching this game."
        for deed in ("resign", "offer_draw", "ask_takeback"):
            socket.send(deed)
            assert socket.until("refusal")["reason"] == "You are watching this game."
    assert "Your friend" not in watcher.http.get(f"/game/{game}").text


def test_an_open_game_is_withdrawn_by_who_began_it(server):
    owner, friend = server.client(), server.client()
    begun = owner.begin("gekitai", opponent="friend", series=3)
    link = {"params": {"seat": begun["tokens"][1]}}
    with owner.open(begun["id"]) as table, friend.open(begun["id"]) as watcher:
        assert table.until("snapshot")["can"]["withdraw"]
        assert not watcher.until("snapshot")["can"]["withdraw"]
        watcher.send("withdraw")
        assert watcher.until("refusal")["about"] == "withdraw"
        table.send("withdraw")
        assert table.until("withdrawn") and watcher.until("withdrawn")
    assert lines_of(owner.http.get("/mine").text) == []
    answer = friend.http.get(f"/game/{begun['id']}", **link)
    assert answer.status_code == 404 and "It may have been withdrawn." in answer.text


def test_a_game_that_has_begun_is_not_withdrawn(server):
    one, _, game = two_players(server)
    one.send("withdraw")
    assert one.until("refusal")["about"] == "withdraw"
    assert server.client().http.get(f"/game/{game}").status_code == 200


def test_people_are_led_back_to_their_game_until_it_can_be_analysed(server):
    _, _, game = two_players(server)
    answer = server.client().http.get(f"/analysis/game/{game}")
    assert answer.status_code == 400 and f'href="/game/{game}"' in answer.text


def test_the_time_is_told_as_people_say_it():
    now = now_ms()
    told = [ago(now - gone) for gone in (0, MINUTE_MS, 59 * MINUTE_MS, 3 * HOUR_MS, DAY_MS, 29 * DAY_MS)]
    assert told == ["just now", "1 minute ago", "59 minutes ago", "3 hours ago", "1 day ago", "29 days ago"]
    assert ago(1_700_000_000_000) == "14 November 2023"


def test_a_watcher_is_told_who_won():
    over = {"winner": 1, "reason": "three in line", "seats": [{"kind": "human", "name": "Ann"}] * 2, "you": None}
    assert outcome_words(over) == "Ann wins: three in line"
    assert outcome_words({**over, "you": 0}) == "You lost: three in line"
    assert outcome_words({**over, "you": "both"}) == "Ann wins: three in line"


@pytest.mark.parametrize("column", ["options", "tags", "clock", "declared"])
@pytest.mark.parametrize("damaged", ["{broken", "[1, 2]", b"\xff\xfe"])
def test_a_game_whose_entry_is_damaged_says_so_and_hides_no_other(server, column, damaged):
    first, _, sockets, whole = begun_by_two(server, "c3", listed=True)
    broken = first.begin("gekitai", opponent="friend", listed=True)["id"]
    with closing(sqlite3.connect(server.folder / "ludoteca.db", timeout=20)) as database, database:
        database.execute(f"UPDATE games SET {column} = ?, state = 'over', plies = 1 WHERE id = ?", (damaged, broken))
    for address in ("/", "/games", "/mine"):
        page = first.http.get(address)
        assert page.status_code == 200, address
        assert whole in page.text
    assert broken in first.http.get("/mine").text and broken in first.http.get("/games").text
    if column == "options":
        assert "this game cannot be read" in first.http.get("/mine").text
    for address in ("/api/v1/games", "/api/v1/me"):
        assert first.http.get(address).status_code == 200
    for address in (f"/game/{broken}", f"/api/v1/games/{broken}", f"/api/v1/games/{broken}/board.svg"):
        answer = first.http.get(address)
        assert answer.status_code == 503 and "This game cannot be read" in answer.text
    with server.client().open(broken) as socket:
        assert "This game cannot be read" in socket.next()["reason"]
    for socket in sockets:
        socket.close()


def seated(session, name, *, mover=0, seats=(0,), kind="friend", state="going", due=None, changed=0):
    """A game in the database in which a guest has seats; if a time is due, the mover's clock runs."""
    start = load_game("gekitai").start(0)
    left = {"left_ms": [due, due], "turn": mover, "at": 0}
    row = {"id": name, "game": "gekitai", "options": {}, "control": "none", "state": state, "kind": kind, "tags": {}}
    row |= {"position": str(start.play("c3") if mover else start), "clock": left if due else None}
    session.add(GameRow(**row, made=0, changed=changed))
    session.flush()
    for seat in seats:
        session.add(HolderRow(game=name, seat=seat, guest="ann", ended=1 if state == "over" else None))


def test_the_next_game_is_the_one_whose_time_runs_out_first_and_skipping_goes_round(storage):
    def order(session):
        assert next_turn(session, "ann") is None
        seated(session, "slow", due=900)
        assert next_turn(session, "ann") == "slow" and next_turn(session, "ann", "slow") is None
        seated(session, "none", changed=5)
        seated(session, "soon", due=100, mover=1, seats=(1,))
        seated(session, "old", changed=1)
        for number, facts in enumerate(
            ({"mover": 1}, {"mover": 1, "due": 1}, {"due": 1, "kind": "bot"}, {"due": 1, "seats": ()})
        ):
            seated(session, f"other{number}", **facts)
        for number, facts in enumerate(({"seats": (0, 1)}, {"due": 1, "seats": (0, 1)}, {"due": 1, "state": "over"})):
            seated(session, f"both{number}", **facts)
        found = [next_turn(session, "ann")]
        while len(found) < 5:
            found.append(next_turn(session, "ann", found[-1]))
        assert next_turn(session, "ann", "other1") == "soon"  # who has just moved
        assert next_turn(session, "bob") is None
        return found

    assert asyncio.run(storage.write(order)) == ["soon", "slow", "old", "none", "soon"]


def test_the_next_game_is_found_among_however_many(server):
    """A list of a player's games ends with those that changed long ago, whose time may be the first to run out."""
    first, _, sockets, game = begun_by_two(server, "c3", "d4", clock="24h/move")
    for socket in sockets:
        socket.close()
    later = "json_set(clock, '$.left_ms', json_array(86400000 + 1000 * (:n + 1), 86400000))"
    copies = copy_game(server, game, 70, clock=later, changed="changed + 1 + :n")
    found = [first.http.get("/next").headers["location"]]
    found.append(first.http.get("/next", params={"after": game}).headers["location"])
    found.append(first.http.get("/next", params={"after": copies[-1]}).headers["location"])
    assert found == [f"/game/{game}", f"/game/{copies[0]}", f"/game/{game}"]


def test_next_leads_from_game_to_game_and_then_to_the_list(server):
    client = server.client()
    games = []
    for _ in range(2):
        begun = client.begin("gekitai", opponent="friend", clock="24h/move")
        games.append(begun["id"])
        other = server.client()
        other.accept(begun["id"], begun["tokens"][1])
        with other.open(begun["id"]) as two:
            two.until("snapshot")
    first = client.http.get("/next").headers["location"].rpartition("/")[2]
    second = client.http.get("/next", params={"after": first}).headers["location"].rpartition("/")[2]
    assert {first, second} == set(games)
    for game in games:
        with client.open(game) as one:
            one.until("snapshot")
            one.move("c3")
    assert client.http.get("/next", params={"after": first}).headers["location"] == "/mine"
    assert server.client().http.get("/next").headers["location"] == "/mine"
