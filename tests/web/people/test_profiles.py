"""Profiles: history and statistics, rankings, and what travels with an account."""

import json
import re
from dataclasses import replace

import pytest
from rated_games import finished, person, read, store, write
from servers import PASSWORD, sign_up
from sqlalchemy import event, text

from ludoteca.web.http.people_pages import read_opening
from ludoteca.web.people.synced_storage import is_kept, learned_in, merged
from ludoteca.web.storage import accounts, profiles, ratings
from ludoteca.web.storage.game_lists import next_turn
from ludoteca.web.storage.profiles import Wanted
from ludoteca.web.storage.storage import Storage

# --- what travels


PROGRESS = {"rating": 3.5, "streak": 2, "bestStreak": 4, "tried": 10, "solved": 7, "of": 50, "seen": [1, 2]}


def puzzles(**changes):
    return json.dumps({**PROGRESS, **changes})


@pytest.mark.parametrize(
    ("key", "one", "other", "both"),
    [
        ("lesson:gekitai", "3", "5", "5"),
        ("lesson:gekitai", "done", "5", "done"),
        ("lesson:gekitai", "nonsense", "5", "5"),
        ("played", "gekitai squ", "squ hex", "gekitai squ hex"),
        ("theme", "dark", "light", "light"),
        ("puzzles-squ", puzzles(), "damaged", puzzles()),
    ],
)
def test_two_browsers_have_the_further_of_both(key, one, other, both):
    found = merged({key: one}, {key: other})[key]
    assert found == both or json.loads(found) == json.loads(both)


def test_puzzles_seen_in_either_browser_are_seen():
    ahead = puzzles(tried=12, bestStreak=3, seen=[2, 3])
    for one, other in ((puzzles(), ahead), (ahead, puzzles())):
        found = json.loads(merged({"puzzles-squ": one}, {"puzzles-squ": other})["puzzles-squ"])
        assert (found["tried"], found["bestStreak"], sorted(found["seen"])) == (12, 4, [1, 2, 3])


def test_the_settings_of_a_new_browser_give_way():
    assert merged({"theme": "dark"}, {"theme": "light", "sound": "on"}, is_new=True) == {"theme": "dark", "sound": "on"}


@pytest.mark.parametrize("key", ["analysis:gekitai", "synced", "lesson:" + "x" * 99, "puzzles-<b>", "", "played2"])
def test_nothing_else_travels(key):
    assert not is_kept(key, "1")
    assert merged({}, {key: "1"}) == {}


def test_what_was_learned_is_counted():
    kept = {"puzzles-squ": puzzles(), "puzzles-hex": "[]", "lesson:squ": "done", "lesson:hex": "3", "theme": "dark"}
    assert learned_in(kept) == {"puzzles": {"squ": 7}, "lessons": ["squ"]}


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", "1" * 4000, "true"])
def test_no_number_that_a_browser_keeps_hides_a_profile(server, number):
    """Infinity has no whole part, and one value that cannot be read was kept for good."""
    name = f"Counter {abs(hash(number)) % 10**8}"
    client = sign_up(server, name)
    kept = puzzles(solved=5555).replace("5555", number)
    sent = {"values": {"puzzles-gekitai": kept, "lesson:gekitai": "done"}, "new": True}
    assert client.http.post("/api/v1/me/kept", json=sent).status_code == 200
    answer = server.client().http.get(f"/people/{name}")
    assert answer.status_code == 200 and "1" * 100 not in answer.text


# --- history and statistics


@pytest.fixture
def played(storage):
    """Three games of Ann: she wins against Bob, loses against level 3 and against Bob."""
    ann, bob = person(storage, "Ann"), person(storage, "Bob")
    games = [
        finished("a" * 10, ann, bob),
        finished("b" * 10, ann, "", bot="level3", winner=1),
        finished("c" * 10, ann, bob, winner=1, listed=False),
    ]
    for index, game in enumerate(games):
        store(storage, game)
        ended = {"ended": 1_700_000_000_000 + index * 86_400_000, "id": game.id}
        write(
            storage,
            lambda session, ended=ended: session.execute(
                text("UPDATE holders SET ended = :ended WHERE game = :id"), ended
            ),
        )
    return storage, ann


@pytest.mark.parametrize(
    ("wanted", "games"),
    [
        (Wanted(only_listed=False), "cba"),
        (Wanted(), "ba"),
        (Wanted(opponent="bo", only_listed=False), "ca"),
        (Wanted(opponent="Level 3"), "b"),
        (Wanted(opponent="%"), ""),
        (Wanted(result="won"), "a"),
        (Wanted(result="lost", only_listed=False), "cb"),
        (Wanted(result="drawn"), ""),
        (Wanted(game="squ"), ""),
        (Wanted(since=1_700_050_000_000), "b"),
        (Wanted(until=1_700_050_000_000), "a"),
        (Wanted(before=1_700_086_400_000), "a"),
        (Wanted(opening="{0},{1},", only_listed=False), "cba"),
        (Wanted(opening="{0},a1,", only_listed=False), ""),
        (Wanted(opening="%"), ""),
    ],
)
def test_a_history_is_searched(played, wanted, games):
    storage, ann = played
    moves = [str(ply.move) for ply in finished("d" * 10, ann, ann).match.plies]  # those of all games here
    wanted = replace(wanted, opening=wanted.opening.format(*moves))
    found = read(storage, lambda session: profiles.history(session, ann.id, wanted))
    assert "".join(item["id"][0] for item in found) == games


def test_statistics_are_by_game_and_level(played):
    storage, ann = played
    found = read(storage, lambda session: profiles.statistics(session, ann.id))
    assert [(item["bot"], item["wins"], item["draws"], item["losses"]) for item in found] == [
        (None, 1, 0, 1),
        ("level3", 0, 0, 1),
    ]


def test_two_accounts_of_one_person_have_the_ratings_of_both(played):
    storage, ann = played
    write(storage, lambda session: ratings.apply_result(session, finished("a" * 10, ann, person_in(session, "Bob"))))
    new = person(storage, "New Ann")

    def merge(session):
        accounts.merge(session, accounts.must_find(session, "Ann"), accounts.must_find(session, "New Ann"))

    write(storage, merge)
    assert read(storage, lambda session: ratings.ratings_of(session, new.id))[0]["games"] == 1
    assert len(read(storage, lambda session: ratings.changes_of(session, new.id, "gekitai", "live"))) == 1


def person_in(session, name):
    return accounts.account_of(accounts.must_find(session, name))


@pytest.mark.parametrize(
    ("game", "typed", "stored"),
    [
        ("chess", "e4 e5", "e2e4,e7e5,"),
        ("chess", "1. e4, e7e5 2. Nf3", "e2e4,e7e5,g1f3,"),
        ("chess", "e4 nonsense", "e2e4,nonsense,"),
        ("gekitai", "", ""),
        ("gekitai", "C3 d4", "c3,d4,"),
        ("gekitai", "a1 b1 c1 d1 e1 f1 a3 b3 c3 d3 e3 f3", "a1,b1,c1,d1,e1,f1,a3,b3,c3,d3,"),
    ],
)
def test_first_moves_are_read_as_players_type_them(game, typed, stored):
    assert read_opening(game, typed) == stored


# --- the pages


def test_everyone_sees_a_profile_and_only_its_owner_the_private_games(server):
    client = sign_up(server, "Profiled")
    for listed in (True, False):
        game = client.begin("gekitai", opponent="bot", bot="level1", listed=listed)["id"]
        with client.open(game) as socket:
            socket.until("snapshot")
            socket.move("c3")
            socket.send("resign")
            socket.until("end")
    for visitor, count in ((client, 2), (server.client(), 1)):
        for path in ("/people/Profiled", "/people/profiled/games"):
            page = visitor.http.get(path)
            assert page.status_code == 200
            assert len(re.findall(r'href="/game/', page.text)) == count
    assert "Level 1" in client.http.get("/people/Profiled").text
    assert server.client().http.get("/people/Nobody").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "opening=c3,%20d4&game=gekitai",
        "opening=%00",
        "since=nonsense",
        "until=9999-12-31",
        "before=x",
        "before=99999999999999999999",
        "result=x",
    ],
)
def test_a_history_takes_any_link(server, query):
    sign_up(server, f"Linked {abs(hash(query)) % 10**8}")
    assert server.client().http.get(f"/people/Linked {abs(hash(query)) % 10**8}/games?{query}").status_code == 200


def test_rankings_show_levels_and_what_moving_first_is_worth(server):
    page = server.client().http.get("/rankings/gekitai").text
    assert "Level 10: 2360" in page
    assert "What moving first is worth will be learned" in page or "Moving first is worth" in page
    assert server.client().http.get("/rankings/nothing").status_code == 404
    assert server.client().http.get("/rankings").status_code == 200


def test_what_a_browser_keeps_goes_to_the_next_one(server):
    first = sign_up(server, "Traveller")
    answer = first.http.post("/api/v1/me/kept", json={"values": {"theme": "dark", "nonsense": "x"}, "new": True})
    assert answer.json() == {"values": {"theme": "dark"}}
    second = server.client()
    second.http.post("/sign-in", data={"name": "Traveller", "password": PASSWORD})
    assert second.http.post("/api/v1/me/kept", json={"values": {}, "new": True}).json() == {"values": {"theme": "dark"}}
    assert server.client().http.post("/api/v1/me/kept", json={"values": {}}).status_code == 400


@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda session: profiles.history(session, "a" * 16, Wanted(opponent="bob", since=1)), "holders"),
        (lambda session: profiles.statistics(session, "a" * 16), "holders"),
        (lambda session: ratings.ranking(session, "gekitai", "live"), "ratings_by_rank"),
        (lambda session: ratings.changes_of(session, "a" * 16, "gekitai", "live"), "rating_changes_by_player"),
        (lambda session: accounts.search(session, "ann"), "accounts"),
        (lambda session: accounts.sign_ins_of(session, "a" * 16), "sign_ins"),
        (lambda session: accounts.games_of(session, "a" * 16), "holders"),
        (lambda session: accounts.unfinished_of(session, "a" * 16), "holders"),
        (lambda session: next_turn(session, "a" * 16), "holders"),
    ],
    ids=["history", "statistics", "ranking", "changes", "search", "sign-ins", "games", "unfinished", "next"],
)
def test_no_page_reads_a_whole_table(tmp_path, work, index):
    """SQLite's plan of the first statement: a search in an index, never a scan of a table that grows."""
    opened = Storage(f"sqlite:///{tmp_path / 'games.db'}")
    opened.open()
    asked = []

    def plan(session):
        listener = lambda _, __, statement, values, *___: asked.append((statement, values))  # noqa: E731
        event.listen(session.get_bind(), "before_cursor_execute", listener)
        work(session)
        event.remove(session.get_bind(), "before_cursor_execute", listener)
        statement, values = next(each for each in asked if each[0].startswith("SELECT"))
        rows = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        return "\n".join(row[3] for row in rows)

    found = read(opened, plan)
    opened.close()
    assert "SCAN " not in found.replace("SCAN CONSTANT", ""), found
    assert index in found
