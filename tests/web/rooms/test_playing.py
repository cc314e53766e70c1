"""Playing over WebSockets: each game by two browsers, against a bot, on one device, and what players can ask for."""

import random

import pytest
from servers import play_out, played, two_players

from ludoteca.games import game_names
from ludoteca.play import load_game

NO_OFFERS = {"draw": None, "takeback": None, "abort": None, "rematch": None, "settle": None}


@pytest.mark.parametrize("name", game_names())
def test_two_browsers_play_a_game_to_its_end(server, name):
    one, two, game = two_players(server, name)
    with one, two, server.client().open(game) as watcher:
        watcher.until("snapshot")
        assert watcher.you is None
        played = play_out({0: one, 1: two, 2: watcher})
        for socket in (one, two, watcher):
            assert socket.until("end")["how"] == "rules"
    record = server.client().http.get(f"/api/v1/games/{game}/record", params={"format": "json"}).json()
    assert [ply["move"] for ply in record["plies"]] == played
    position = load_game(name).position(record["position"]) if "position" in record else load_game(name).start(0)
    for move in played:
        position = position.play(move)
    assert position.outcome is not None


def test_who_knows_the_rules_is_not_shown_what_a_move_leads_to(server):
    one, two, _ = two_players(server, "gekitai")
    with one, two:
        two.send("knows_rules")
        two.send("ping")
        two.until("pong")
        one.move("c3")
        told = two.until("move")
        assert "view" not in told and told["position"] == one.view["position"] and told["can"]["move"]
        two.send("move", ply=1, text="d4")
        assert one.until("move")["view"]["ply"] == 2
        two.until("move")
        two.send("knows_rules", on=False)
        two.send("ping")
        two.until("pong")
        one.move("a1")
        assert two.until("move")["view"]["cells"] == one.view["cells"]


def test_what_was_missed_comes_with_its_view(server):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    with client.open(game) as page:
        page.send("knows_rules")
        seq = page.until("snapshot")["seq"]
        page.send("move", ply=0, text="c3")
        page.until("move")
        with client.open(game, seq=seq) as another:
            assert another.next()["type"] == "snapshot" and another.view["ply"] == 1


@pytest.mark.parametrize("name", game_names())
def test_a_bot_answers_until_the_game_is_over(server, name):
    client = server.client()
    begun = client.begin(name, opponent="bot", bot="random", side="second")
    chance = random.Random(3)
    with client.open(begun["id"]) as socket:
        message = socket.until("snapshot")
        while message["type"] != "end":
            if message.get("view") and socket.can["move"]:
                socket.send("move", ply=socket.view["ply"], text=chance.choice(socket.legal()))
            message = socket.until("move", "end")
        assert message["outcome"]["reason"]


def test_two_bots_play_at_the_pace_of_whoever_began_and_step_by_step(server):
    client = server.client()
    begun = client.begin(opponent="bots", bots=["random", "random"])
    with client.open(begun["id"]) as owner, server.client().open(begun["id"]) as watcher:
        assert owner.until("snapshot")["can"]["pace"]
        owner.send("pace", delay="step")
        assert owner.until("state", where=lambda message: message["pace"] == "step")
        before = client.http.get(f"/api/v1/games/{begun['id']}").json()["view"]["ply"]
        owner.send("step")
        assert owner.until("move", where=lambda message: message["ply"] >= before)["ply"] == before
        watcher.until("snapshot")
        watcher.send("pace", delay=50)
        assert watcher.until("refusal")["reason"].startswith("Only the person who started")
        for _ in range(3):  # asked for at once, while a bot still thinks
            owner.send("step")
        assert [owner.until("move")["ply"] for _ in range(3)] == [before + 1, before + 2, before + 3]
        owner.send("ping")
        owner.until("pong")
        assert client.http.get(f"/api/v1/games/{begun['id']}").json()["view"]["ply"] == before + 4
        owner.send("pace", delay=50)
        ended = owner.until("end")
        assert ended["outcome"] and not ended["can"]["pace"]


def test_games_of_two_bots_are_bounded_by_address_and_a_place_becomes_free(new_server):
    server = new_server(prelude="from ludoteca.web.live import bot_turns\nbot_turns.MOST_BOT_TABLES = 1")
    server.wait_until_ready()
    games = [server.client().begin(opponent="bots", bots=["random", "random"])["id"] for _ in range(2)]
    with server.client().open(games[0]) as first:  # guests are free, addresses are not
        first.until("move")
        with server.client().open(games[1]) as second:
            assert "games between bots" in second.until("trouble")["reason"]
    with server.client().open(games[1]) as second:
        second.until("move")


def test_nothing_is_taken_back_before_ones_own_first_move(server):
    one, two, _ = two_players(server)
    one.move("c3")
    two.until("move")
    assert one.can["takeback"] and not two.can["takeback"]
    client = server.client()
    with client.open(client.begin(opponent="bot", bot="random", side="second")["id"]) as table:
        if not table.until("snapshot")["moves_played"]:  # the bot may have moved before we came
            table.until("move")
        assert not table.can["undo"]
        table.move(table.legal()[0])
        assert table.can["undo"]


def test_undo_against_a_bot_goes_back_to_your_own_last_decision(server):
    client = server.client()
    begun = client.begin(opponent="bot", bot="random")
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")
        socket.move("c3")
        socket.until("move", where=lambda message: message["ply"] == 1)
        socket.send("undo")
        back = socket.until("back")
        assert (back["ply"], back["moves_played"], back["view"]["mover"]) == (0, [], 0)
        assert socket.move("d4")["text"] == "d4"
    assert client.http.get(f"/api/v1/games/{begun['id']}/moves").json()["played"][0] == "d4"


def test_a_hint_comes_with_its_reason_and_is_legal(server):
    client = server.client()
    begun = client.begin(opponent="device")
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")
        socket.send("hint")
        hint = socket.until("hint")
        assert hint["text"] in socket.legal()
        assert hint["reason"].endswith(".")
        assert hint["claims"] and all(claim["sentence"].endswith((".", "…")) for claim in hint["claims"])


def test_people_get_no_hints_against_each_other(server):
    one, two, _ = two_players(server)
    with one, two:
        one.send("hint")
        assert one.until("refusal")["about"] == "hint"


def test_on_one_device_one_browser_moves_for_both(server):
    client = server.client()
    begun = client.begin("reversi", opponent="device", names=["Ann", "Bob"])
    with client.open(begun["id"]) as socket:
        snapshot = socket.until("snapshot")
        assert snapshot["you"] == "both"
        assert [seat["name"] for seat in snapshot["seats"]] == ["Ann", "Bob"]
        for _ in range(4):
            assert socket.move(socket.legal()[0])["type"] == "move"
        socket.send("undo")
        assert socket.until("back")["ply"] == 3
        socket.send("offer_draw")
        assert socket.until("end")["how"] == "agreement"


def test_asking_why_plays_nothing_even_where_the_text_is_a_move(server):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    with client.open(game) as table:
        table.until("snapshot")
        table.send("why", ply=0, text="c3")
        assert table.until("refusal")["reason"] == "That is not a move. What you can choose is marked."
        table.move("c3")
        table.send("why", ply=1, text="c3")
        assert table.until("refusal")["reason"] == "c3 is taken."
        table.send("why", ply=0, text="c3")
        assert table.until("refusal")["code"] == "stale"
    assert played(server, game) == ["c3"]


def test_a_move_is_taken_back_only_by_consent(server):
    one, two, _ = two_players(server)
    with one, two:
        one.move("c3")
        two.until("move")
        one.send("ask_takeback")
        assert two.until("offer")["offers"] == {**NO_OFFERS, "takeback": 0}
        two.send("refuse_takeback")
        assert one.until("offer", where=lambda message: message["answer"] == "declined")
        two.move("f6")
        one.until("move", where=lambda message: message["text"] == "f6")
        one.send("ask_takeback")
        two.until("offer", where=lambda message: message["answer"] is None)
        two.send("grant_takeback")
        assert one.until("back")["moves_played"] == []
        two.send("grant_takeback")
        assert two.until("refusal")["reason"] == "Nobody has asked you to take back a move."


def test_a_draw_needs_both(server):
    one, two, _ = two_players(server)
    with one, two:
        one.send("offer_draw")
        two.until("offer")
        two.send("decline_draw")
        assert one.until("offer", where=lambda message: message["answer"] == "declined")
        two.send("offer_draw")
        one.until("offer", where=lambda message: message["answer"] is None and message["by"] == 1)
        one.send("accept_draw")
        assert two.until("end")["outcome"] == {"winner": None, "reason": "agreed by both players"}


OFFERS = {"draw": ("offer_draw", "decline_draw", "withdraw_draw", "offer_draw"),
          "takeback": ("ask_takeback", "refuse_takeback", "withdraw_takeback", "takeback")}  # fmt: skip


@pytest.mark.parametrize("end", ["declined", "withdrawn"])
@pytest.mark.parametrize("kind", OFFERS)
def test_an_offer_is_not_made_again_before_the_other_has_moved(server, kind, end):
    offer, decline, withdraw, can = OFFERS[kind]
    one, two, _ = two_players(server)
    one.move("c3")
    assert one.can[can]
    one.send(offer)
    two.until("offer")
    (two if end == "declined" else one).send(decline if end == "declined" else withdraw)
    answer = one.until("offer", where=lambda message: message["answer"] is not None)
    assert (answer["answer"], answer["offers"], answer["can"][can]) == (end, NO_OFFERS, False)
    one.send(offer)
    assert "again after your opponent moves." in one.until("refusal")["reason"]
    two.send("move", ply=1, text="f6")
    assert one.until("move")["can"][can]
    one.send(offer)
    assert two.until("offer", where=lambda message: message["answer"] is None)["by"] == 0


def test_a_server_that_was_restarted_remembers_who_has_asked(new_server):
    server = new_server()
    one, two, game = two_players(server)
    one.send("offer_draw")
    two.until("offer")
    two.send("decline_draw")
    one.until("offer", where=lambda message: message["answer"] == "declined")
    server.kill()
    server.start()
    first, second = server.clients[:2]
    with first.open(game) as one, second.open(game) as two:
        assert not one.until("snapshot")["can"]["offer_draw"]
        assert two.until("snapshot")["can"]["offer_draw"]


def test_only_ones_own_offer_is_withdrawn(server):
    one, two, _ = two_players(server)
    with one, two:
        one.move("c3")
        for withdraw in ("withdraw_draw", "withdraw_takeback"):
            two.send(withdraw)
            assert two.until("refusal")["about"] == withdraw


def test_two_offers_of_a_draw_are_an_agreement_whoever_asked_before(server):
    one, two, _ = two_players(server)
    with one, two:
        one.send("offer_draw")
        two.until("offer")
        two.send("decline_draw")
        one.until("offer", where=lambda message: message["answer"] == "declined")
        two.send("offer_draw")
        one.until("offer", where=lambda message: message["by"] == 1)
        one.send("offer_draw")
        assert two.until("end")["how"] == "agreement"


def test_playing_on_declines_a_draw(server):
    one, two, _ = two_players(server)
    with one, two:
        one.move("c3")
        two.until("move")
        one.send("offer_draw")
        two.until("offer")
        assert two.move("d4")["offers"] == NO_OFFERS


def test_resigning_ends_the_game_and_play_again_changes_sides(server):
    one, two, game = two_players(server)
    with one, two:
        one.send("resign")
        end = two.until("end")
        assert (end["outcome"], end["how"]) == ({"winner": 1, "reason": "Red resigned"}, "resignation")
        assert two.move("c3")["code"] == "GameOver"
        one.send("again")
        two.until("offer")
        two.send("again")
        following = one.until("next")["game_id"]
        assert two.until("next")["game_id"] == following
    seats = server.client().http.get(f"/api/v1/games/{following}").json()["seats"]
    assert not any(seat["free"] for seat in seats)
    assert server.client().http.get(f"/api/v1/games/{game}").json()["next"] == following


def test_nobody_resigns_for_a_side_they_do_not_play(server):
    one, two, _ = two_players(server)
    with one, two:
        for seat in (1, 2, True, "0", [0]):
            one.send("resign", seat=seat)
            assert one.until("refusal")["reason"] == "You do not play that side."
        one.send("resign", seat=0)
        assert two.until("end")["outcome"]["reason"] == "Red resigned"


UNFINISHED = """[Game "gekitai"]
[First "Ann"]
[Second "Bo"]
[Event "Club"]
[PlaysOn "yes"]
[BotMoves "browser"]
[TimeControl "5+3"]

1. c3 {good} d4 2. a1 f6 *
"""


def imported(client, text):
    return client.http.post("/import", data={"record": text}).headers["location"].removeprefix("/game/")


def test_a_record_without_a_result_is_continued_with_its_moves(server):
    client = server.client()
    record = imported(client, UNFINISHED)
    begun = client.begin(opponent="device", names=["Cleo", "Dan"], continues=record)
    with client.open(begun["id"]) as socket:
        snapshot = socket.until("snapshot")
        assert snapshot["moves_played"] == ["c3", "d4", "a1", "f6"] and snapshot["kind"] == "device"
        assert socket.move("a6")["ply"] == 4
        socket.send("undo")
        assert socket.until("back")["ply"] == 4
    text = client.http.get(f"/api/v1/games/{begun['id']}/record").text
    assert '[First "Cleo"]' in text and '[Event "Club"]' in text and "{good}" in text
    assert not any(tag in text for tag in ("PlaysOn", "BotMoves", "TimeControl"))  # which were of the game before
    assert len(played(server, record)) == 4  # which stays as it was


def test_only_a_record_that_is_not_over_is_continued(server):
    client = server.client()
    resigned = UNFINISHED.replace("*", "1-0").replace("[Event", '[Result "1-0"]\n[Termination "resignation"]\n[Event')
    over = imported(client, resigned)
    going = client.begin(opponent="device")["id"]
    for game, asked, reason in (
        ("gekitai", over, "This position is already over: Black resigned."),
        ("gekitai", going, "There is no such record to continue."),
        ("gekitai", "nowhere", "There is no such record to continue."),
        ("squ", imported(client, UNFINISHED), "There is no such record to continue."),
    ):
        answer = client.http.post("/api/v1/games", json={"game": game, "opponent": "device", "continues": asked})
        assert answer.status_code == 400 and answer.json()["error"] == reason


def test_a_rematch_is_an_offer_that_can_be_declined_and_withdrawn(server):
    one, two, game = two_players(server)
    with one, two:
        one.send("resign")
        two.until("end")
        one.send("again")
        asked = two.until("offer")
        assert (asked["kind"], asked["by"], asked["offers"]["rematch"]) == ("rematch", 0, 0)
        assert asked["can"]["again"]
        two.send("decline_rematch")
        declined = one.until("offer", where=lambda message: message["answer"] == "declined")
        assert declined["offers"] == NO_OFFERS and not declined["can"]["again"]
        one.send("again")
        assert one.until("refusal")["reason"] == "You have already asked for another game."
        two.send("again")
        assert one.until("offer", where=lambda message: message["by"] == 1)["can"]["again"]
        two.send("withdraw_rematch")
        assert one.until("offer", where=lambda message: message["answer"] == "withdrawn")["offers"] == NO_OFFERS
    assert server.client().http.get(f"/api/v1/games/{game}").json()["next"] is None


def test_a_rematch_that_was_offered_is_still_offered_after_a_restart(new_server):
    server = new_server()
    one, two, game = two_players(server)
    one.send("resign")
    one.until("end")
    one.send("again")
    two.until("offer")
    server.kill()
    server.start()
    first, second = server.clients[:2]
    with first.open(game) as one, second.open(game) as two:
        assert not one.until("snapshot")["can"]["again"]
        snapshot = two.until("snapshot")
        assert snapshot["offers"]["rematch"] == 0 and snapshot["can"]["again"]
        two.send("again")
        assert one.until("next")["game_id"]


def test_the_clock_of_the_next_game_waits_for_whoever_has_not_come(server):
    one, two, _ = two_players(server, clock="5", series=3)
    first, second = server.clients[-2:]
    with one, two:
        one.send("resign")
        two.until("end")
        one.send("again")
        two.until("offer")
        two.send("again")
        following = two.until("next")["game_id"]
    with second.open(following) as one:
        assert one.until("snapshot")["you"] == 0
        moved = one.move("c3")
        assert moved["clock"]["running"] is None, "the other has not seen the game yet"
        with first.open(following) as two:
            two.until("snapshot")
            assert one.until("state", where=lambda message: message["clock"]["running"] == 1)


def test_an_unwanted_game_is_aborted_and_stands_in_no_list(server):
    one, two, game = two_players(server, listed=True)
    first = server.clients[-2]
    with one, two:
        one.move("c3")
        assert two.until("move")["can"]["abort"]
        two.send("abort")
        end = one.until("end")
        reason = "Black ended it without a result"
        assert (end["outcome"], end["how"]) == ({"winner": None, "reason": reason, "aborted": True}, "aborted")
        assert end["can"]["again"] and not end["can"]["abort"]
    client = server.client()
    assert client.http.get(f"/api/v1/games/{game}").json()["state"] == "aborted"
    record = client.http.get(f"/api/v1/games/{game}/record").text
    assert '[Result "*"]' in record and '[Termination "aborted"]' in record
    assert game not in client.http.get("/api/v1/games", params={"state": "over"}).text
    assert game not in first.http.get("/mine").text


def test_from_the_second_move_on_both_must_agree_to_abort(server):
    one, two, _ = two_players(server)
    with one, two:
        one.move("c3")
        two.until("move")
        moved = two.move("f6")
        assert not moved["can"]["abort"] and moved["can"]["offer_abort"]
        two.send("abort")
        assert two.until("refusal")["reason"].endswith("after that, both players must agree.")
        two.send("offer_abort")
        assert one.until("offer")["offers"] == {**NO_OFFERS, "abort": 1}
        one.send("decline_abort")
        answer = two.until("offer", where=lambda message: message["answer"] == "declined")
        assert answer["offers"] == NO_OFFERS and not answer["can"]["offer_abort"]
        one.until("offer", where=lambda message: message["answer"] == "declined")
        one.send("offer_abort")
        two.until("offer", where=lambda message: message["by"] == 0)
        two.send("accept_abort")
        assert one.until("end")["outcome"]["reason"] == "ended without a result"


def test_a_game_of_a_series_that_was_aborted_is_played_again(server):
    client = server.client()
    game, seats = client.begin(opponent="bot", bot="level1", series=3)["id"], []
    for ending in ("abort", "resign"):
        with client.open(game) as socket:
            snapshot = socket.until("snapshot")
            seats.append(snapshot["you"])
            assert snapshot["series"]["round"] == 1
            socket.send(ending)
            end = socket.until("end")
            socket.send("again")
            game = socket.until("next")["game_id"]
    assert seats == [0, 0]
    assert end["series"]["wins"] == [0, 1] and end["series"]["draws"] == 0
    assert client.http.get(f"/api/v1/games/{game}").json()["series"]["round"] == 2


SETTLED = {  # Black's record cannot be beaten; Red is to move
    "options": {"size": "8"},
    "position": "..r..r.r/rbr.rbrb/.b..br.b/bbr.rb../b.rb.r../bbrrr.br/br...r.b/.bbb.r.b r 2 b6:b2",
}


def test_a_game_that_nothing_can_change_is_ended_by_the_loser_or_by_both(server):
    one, two, game = two_players(server, "squ", **SETTLED)
    snapshot = server.client().http.get(f"/api/v1/games/{game}").json()
    assert snapshot["view"]["settled"] == {"winner": 1, "reason": "Black can no longer be caught"}
    with one, two:
        two.send("settle")
        assert one.until("offer")["offers"] == {**NO_OFFERS, "settle": 1}
        one.send("decline_settle")
        assert not two.until("offer", where=lambda message: message["answer"] == "declined")["can"]["settle"]
        one.send("settle")
        end = two.until("end")
        expected = {"winner": 1, "reason": "the result could no longer change"}
        assert (end["outcome"], end["how"]) == (expected, "settled")


def test_a_game_that_can_still_change_is_not_ended_so(server):
    client = server.client()
    with client.open(client.begin("squ", opponent="device")["id"]) as socket:
        assert not socket.until("snapshot")["can"]["settle"]
        socket.send("settle")
        assert socket.until("refusal")["reason"] == "The result can still change."


def test_a_bot_resigns_what_it_can_only_lose_and_plays_on_if_asked(server):
    client = server.client()
    game = client.begin("squ", opponent="bot", bot="random", side="second", **SETTLED)["id"]
    with client.open(game) as socket:
        end = socket.until("end")
        assert (end["outcome"]["winner"], end["how"]) == (1, "resignation")
        socket.send("undo")
        assert socket.until("back")["ply"] == 0
        assert socket.until("move")["by"] == 0
    game = client.begin("squ", opponent="bot", bot="random", side="second", plays_on=True, **SETTLED)["id"]
    with client.open(game) as socket:
        assert socket.until("move", "end")["type"] == "move"


def test_a_series_changes_sides_and_counts_until_it_is_decided(server):
    client = server.client()
    begun = client.begin(opponent="bot", bot="level1", series=3, name="Ann")
    game, seats = begun["id"], []
    for number in (1, 2):
        with client.open(game) as socket:
            snapshot = socket.until("snapshot")
            seats.append(snapshot["you"])
            assert snapshot["series"]["round"] == number
            socket.send("resign")
            end = socket.until("end")
            socket.send("again")
            game = socket.until("next")["game_id"]
    assert seats == [0, 1]
    assert end["series"]["wins"] == [0, 2]
    assert end["series"]["outcome"] == {"winner": 1, "reason": "Level 1 won 2 to 0"}
    assert end["series"]["text"] == "Ann 0 : 2 Level 1, best of 3"
    fresh = client.http.get(f"/api/v1/games/{game}").json()
    assert fresh["you"] == 0
    assert fresh["series"]["round"] == 1 and fresh["series"]["games"] == 3
    assert fresh["series"]["wins"] == [0, 0]


def test_the_clock_is_the_servers_and_ends_the_game(server):
    one, two, _ = two_players(server, clock="0.02")
    with one, two:
        moved = one.move("c3")
        assert moved["clock"]["running"] == 1
        end = one.until("end")
        assert (end["outcome"], end["how"]) == ({"winner": 0, "reason": "Black ran out of time"}, "time")
        two.until("end")
        assert two.move("d4")["code"] == "GameOver"


def test_presence_says_who_is_here(server):
    one, two, _ = two_players(server)
    with one:
        two.close()
        gone = one.until("presence", where=lambda message: not message["seats"][1]["present"])
        assert gone["seats"][0]["present"]


def test_greeners_alternating_setup_and_glaishers_free_start_are_played_from_the_first_piece(server):
    setups = {"greener": {"setup": "alternate"}, "glaisher": {"start": "free"}, "mapello": {"map": "build"}}
    for name, options in setups.items():
        client = server.client()
        begun = client.begin(name, options=options, opponent="device")
        with client.open(begun["id"]) as socket:
            assert socket.until("snapshot")["view"]["ply"] == 0
            for _ in range(3):
                assert socket.move(socket.legal()[0])["type"] == "move"


def test_a_game_begins_from_any_position(server):
    client = server.client()
    text = str(load_game("gekitai").start().play("c3").play("d4"))
    begun = client.begin(position=text, opponent="device")
    assert client.http.get(f"/api/v1/games/{begun['id']}").json()["view"]["position"] == text


def invited(server):
    """A game by link in which both have sat down: its id, the link's token, and who came by it."""
    first, second = server.client(), server.client()
    begun = first.begin(opponent="friend")
    second.accept(begun["id"], begun["tokens"][1])
    return begun["id"], begun["tokens"][1], second


def seat_names(server, game):
    return [seat["name"] for seat in server.client().http.get(f"/api/v1/games/{game}").json()["seats"]]


def test_whoever_comes_by_a_link_can_have_a_name(server):
    game, _, second = invited(server)
    with second.open(game) as socket:
        assert socket.until("snapshot")["you"] == 1
        assert seat_names(server, game)[1] == "Guest"
        assert second.http.post("/api/v1/me", json={"name": "Berta"}).json() == {"name": "Berta"}
        socket.send("name")
        socket.until("state", where=lambda message: message["seats"][1]["name"] == "Berta")
        assert seat_names(server, game)[1] == "Berta"
        assert '"Berta"' in second.http.get(f"/api/v1/games/{game}/record").text


def test_a_used_invitation_says_that_one_is_watching(server):
    game, token, second = invited(server)
    with second.open(game) as socket:
        assert socket.until("snapshot")["you"] == 1
    third = server.client()
    third.http.get(f"/game/{game}", params={"seat": token})
    with third.open(game) as socket:
        refused = socket.until("refusal")
        assert (refused["code"], refused["reason"]) == ("seat", "That seat is taken; you are watching.")
        socket.send("name")
        assert socket.until("refusal")["reason"] == "Only a player with a seat of their own can set a name here."
        assert socket.you is None
    with second.open(game) as socket:  # whoever took the seat comes back with the same link
        assert socket.next()["type"] == "snapshot"
        assert socket.you == 1
