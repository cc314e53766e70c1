"""A player's browser thinks for the bot of a casual game; when it is gone or wrong, the server's engine does."""

from __future__ import annotations

from html import unescape

import pytest
from servers import Server, played, wait_for_bot

# it is noted when the engine is asked; a browser may be silent for as long as a busy machine makes it so
WATCHED = """
import ludoteca.web.live.bot_turns as bot_turns
import ludoteca.web.live.room as room
bot_turns.SILENT_MS = bot_turns.LONGEST_MS = 600_000
choose = room.choose_move
async def choose_move(engine, stored, *given):
    room.log.info("engine asked for " + stored.id)
    return await choose(engine, stored, *given)
room.choose_move = choose_move
async def build_nothing(modules):
    pass
import ludoteca.web.module_files as module_files
module_files.ModuleFiles.offer = build_nothing
"""
IMPATIENT = """
bot_turns.SILENT_MS = 8000
"""
ROUNDS, PAUSE_S = 18, 0.5  # longer together than one may be silent there


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"), prelude=WATCHED, offers_modules=True).start().wait_until_ready()
    wait_for_bot(server)
    yield server
    server.close()


def asked(server, game):
    """How often the engine was asked for a game."""
    return server.log.read_text().count(f"engine asked for {game}")


def sit_down(server, thinks=True, **wanted):
    """A player whose browser thinks."""
    client = server.client()
    game = client.begin("gekitai", **{"opponent": "bot", "bot": "level1", "side": "first", **wanted})["id"]
    socket = client.open(game)
    socket.until("snapshot")
    if thinks:
        socket.send("thinks_here")
    return client, socket, game


def play_and_be_asked(socket, text="c3"):
    socket.send("move", ply=socket.view["ply"], text=text)
    return socket.until("think")


def test_the_page_is_asked_and_its_move_is_played_while_the_engine_rests(server):
    _, socket, game = sit_down(server)
    question = play_and_be_asked(socket)
    assert (question["ply"], question["bot"], question["moves"]) == (1, "level1", ["c3"])
    assert question["position"] == socket.view["position"]
    socket.send("bot_move", ply=1, position=question["position"], text="a1")
    move = socket.until("move")
    assert (move["ply"], move["text"], move["by"]) == (1, "a1", 1)
    socket.send("bot_move", ply=1, position=question["position"], text="a1")  # twice does no harm
    assert socket.until("refusal")["code"] == "stale"
    question = play_and_be_asked(socket, "d4")
    assert question["moves"] == ["c3", "a1", "d4"]
    assert played(server, game) == ["c3", "a1", "d4"] and asked(server, game) == 0


@pytest.mark.parametrize("plays_on", [False, True])
def test_a_bot_whose_search_is_lost_resigns_after_two_moves_of_the_player(server, plays_on):
    client, socket, game = sit_down(server, plays_on=plays_on)
    for ply, move, reply in ((1, "c3", "a1"), (3, "d4", "f6")):
        question = play_and_be_asked(socket, move)
        socket.send("bot_move", ply=ply, position=question["position"], text=reply, resigns=True)
        told = socket.until("move", "end", where=lambda told: told["type"] == "end" or told["by"] == 1)
        assert told["type"] == ("end" if ply == 3 and not plays_on else "move"), "nobody wins without a move"
    record = client.http.get(f"/api/v1/games/{game}/record").text
    assert ('Termination "resignation"' in record) != plays_on and 'BotMoves "browser"' in record


def test_the_engine_takes_over_when_the_page_leaves(server):
    client, socket, game = sit_down(server)
    play_and_be_asked(socket)
    socket.close()
    again = client.open(game)
    if len(again.until("snapshot")["moves_played"]) == 1:
        again.until("move")
    assert len(played(server, game)) == 2 and asked(server, game) == 1
    again.send("thinks_here")
    assert play_and_be_asked(again, again.legal()[0])["ply"] == 3


def test_the_engine_takes_over_from_a_silent_page_and_no_move_is_played_twice(new_server):
    server = new_server(prelude=WATCHED + IMPATIENT, offers_modules=True).wait_until_ready()
    _, socket, game = sit_down(server)
    question = play_and_be_asked(socket)
    first = socket.until("move")  # the page says nothing, not even a ping
    assert first["ply"] == 1 and asked(server, game) == 1
    socket.send("bot_move", ply=1, position=question["position"], text="f6")
    assert socket.until("refusal")["code"] == "stale"
    assert played(server, game) == ["c3", first["text"]]


def test_a_page_that_pings_has_time_to_think(new_server):
    server = new_server(prelude=WATCHED + IMPATIENT, offers_modules=True).wait_until_ready()
    _, socket, game = sit_down(server)
    question = play_and_be_asked(socket)
    for _ in range(ROUNDS):
        socket.send("ping")
        socket.until("pong")
        try:
            socket.connection.recv(PAUSE_S)
        except TimeoutError:
            continue
        raise AssertionError("nothing was to be told")
    socket.send("bot_move", ply=1, position=question["position"], text="a1")
    assert socket.until("move")["text"] == "a1" and asked(server, game) == 0


def test_an_illegal_move_is_refused_and_the_engine_finds_one(server):
    _, socket, game = sit_down(server)
    question = play_and_be_asked(socket)
    socket.send("bot_move", ply=1, position=question["position"], text="c3")
    assert socket.until("refusal")["reason"] == "c3 is taken."
    assert socket.until("move")["ply"] == 1 and asked(server, game) == 1 and len(played(server, game)) == 2


def test_a_move_for_a_position_that_was_taken_back_is_stale(server):
    _, socket, game = sit_down(server)
    late = play_and_be_asked(socket)
    socket.send("undo")
    socket.until("back")
    play_and_be_asked(socket, "d4")
    socket.send("bot_move", ply=1, position=late["position"], text="a1")
    assert socket.until("refusal")["code"] == "stale"
    assert played(server, game) == ["d4"]


def test_a_page_that_cannot_think_says_so_and_the_engine_goes_on(server):
    _, socket, game = sit_down(server)
    play_and_be_asked(socket)
    socket.send("thinks_here", on=False)
    assert socket.until("move")["by"] == 1 and asked(server, game) == 1


@pytest.mark.parametrize("wanted", [{"clock": "5+3"}, {"bot": "random"}, {"opponent": "device"}], ids=str)
def test_only_casual_games_against_levels_are_thought_by_browsers(server, wanted):
    _, socket, _ = sit_down(server, **wanted)
    refusal = socket.until("refusal")
    assert refusal["about"] == "thinks_here" and refusal["code"] == "Refused"


def test_nobody_else_thinks_for_the_bot(server):
    _, socket, game = sit_down(server)
    with server.client().open(game) as watcher:
        watcher.until("snapshot")
        watcher.send("thinks_here")
        assert watcher.until("refusal")["code"] == "Refused"
        question = play_and_be_asked(socket)
        watcher.send("bot_move", ply=1, position=question["position"], text="f6")
        assert watcher.until("refusal")["code"] == "stale"
    assert played(server, game) == ["c3"]


def test_a_game_whose_bot_moves_came_from_a_browser_is_marked_in_record_and_lists(server):
    client, socket, game = sit_down(server)
    question = play_and_be_asked(socket)
    record = f"/api/v1/games/{game}/record"
    assert "BotMoves" not in client.http.get(record).text
    socket.send("bot_move", ply=1, position=question["position"], text="a1")
    assert socket.until("move")["browser"]
    assert client.http.get(f"/api/v1/games/{game}").json()["browser"]
    assert '[BotMoves "browser"]' in client.http.get(record).text
    (listed,) = [item for item in client.http.get("/api/v1/me").json()["games"] if item["id"] == game]
    assert listed["browser"]
    assert "bot moves computed in the player's browser" in unescape(client.http.get("/mine").text)


def test_a_game_whose_bot_moves_came_from_the_engine_is_not_marked(server):
    client, socket, game = sit_down(server)
    play_and_be_asked(socket)
    socket.send("thinks_here", on=False)
    assert not socket.until("move")["browser"]
    assert "BotMoves" not in client.http.get(f"/api/v1/games/{game}/record").text
    assert not any(item["browser"] for item in client.http.get("/api/v1/me").json()["games"])


def test_a_bot_move_that_nobody_asked_for_is_refused(server):
    _, socket, game = sit_down(server, thinks=False)
    socket.send("move", ply=0, text="c3")
    position = socket.until("move")["view"]["position"]
    socket.send("bot_move", ply=1, position=position, text="a1")
    assert socket.until("refusal")["code"] == "stale"
    assert played(server, game)[0] == "c3" and asked(server, game) == 1


def test_without_modules_no_page_thinks_for_a_bot(new_server):
    server = new_server().wait_until_ready()
    _, socket, game = sit_down(server)
    refusal = socket.until("refusal")
    assert refusal["about"] == "thinks_here" and refusal["code"] == "Refused"
    socket.send("move", ply=0, text="c3")
    position = socket.until("move")["view"]["position"]
    socket.send("bot_move", ply=1, position=position, text="f6")
    assert socket.until("refusal", "move", where=lambda said: said.get("ply") != 0)["type"] in ("refusal", "move")
    assert "BotMoves" not in server.client().http.get(f"/api/v1/games/{game}/record").text
