"""Playing over WebSockets: each game by two browsers, against a bot, on one device, and what players can ask for."""

import random

import pytest
from servers import play_out, played, two_players

from ludoteca.games import game_names
from ludoteca.play import load_game


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
        assert watcher.until("refusal")["reason"].startswith("Only the one who began")
        for _ in range(3):  # asked for at once, while a bot still thinks
            owner.send("step")
        assert [owner.until("move")["ply"] for _ in range(3)] == [before + 1, before + 2, before + 3]
        owner.send("ping")
        owner.until("pong")
        assert client.http.get(f"/api/v1/games/{begun['id']}").json()["view"]["ply"] == before + 4
        owner.send("pace", delay=50)
        ended = owner.until("end")
        assert ended["outcome"] and not ended["can"]["pace"]


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
        assert table.until("refusal")["reason"] == "That makes no move. What can be chosen is marked."
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
        assert two.until("offer")["offers"] == {"draw": None, "takeback": 0}
        two.send("refuse_takeback")
        assert one.until("offer", where=lambda message: message["answer"] == "declined")
        two.move("f6")
        one.until("move", where=lambda message: message["text"] == "f6")
        one.send("ask_takeback")
        two.until("offer", where=lambda message: message["answer"] is None)
        two.send("grant_takeback")
        assert one.until("back")["moves_played"] == []
        two.send("grant_takeback")
        assert two.until("refusal")["reason"] == "Nobody has asked you for a move back."


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
    assert (answer["answer"], answer["offers"], answer["can"][can]) == (end, {"draw": None, "takeback": None}, False)
    one.send(offer)
    assert "You can again when your opponent has moved." in one.until("refusal")["reason"]
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
        assert two.move("d4")["offers"] == {"draw": None, "takeback": None}


def test_resigning_ends_the_game_and_play_again_changes_sides(server):
    one, two, game = two_players(server)
    with one, two:
        one.send("resign")
        end = two.until("end")
        assert (end["outcome"], end["how"]) == ({"winner": 1, "reason": "Red resigned"}, "resignation")
        assert two.move("c3")["code"] == "GameOver"
        one.send("again")
        following = two.until("next")["game_id"]
        two.send("again")
        assert two.until("next")["game_id"] == following
    seats = server.client().http.get(f"/api/v1/games/{following}").json()["seats"]
    assert not any(seat["free"] for seat in seats)
    assert server.client().http.get(f"/api/v1/games/{game}").json()["next"] == following


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
    second.http.get(f"/game/{begun['id']}", params={"seat": begun["tokens"][1]})
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
        assert (refused["code"], refused["reason"]) == ("seat", "Someone already sits there; you are watching.")
        socket.send("name")
        assert socket.until("refusal")["reason"] == "Only someone with a seat of their own can be named here."
        assert socket.you is None
    with second.open(game) as socket:  # whoever took the seat comes back with the same link
        assert socket.next()["type"] == "snapshot"
        assert socket.you == 1
