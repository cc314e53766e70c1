"""Ratings: Glicko-2 against the published example and simulated players, and what counts in the database."""

import asyncio
import random
import statistics
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest
from rated_games import finished, person, read, store, write
from servers import play_out, sign_up
from sqlalchemy import select

from ludoteca.errors import BadOption
from ludoteca.play import Match, load_game
from ludoteca.web.http.people_pages import last_monday, milliseconds
from ludoteca.web.people.account import Account, new_account_id
from ludoteca.web.people.glicko2 import PROVISIONAL, UNKNOWN, Advantage, Rating, Result, expected, rated
from ludoteca.web.storage import ratings
from ludoteca.web.storage.schema import RatingChangeRow
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.new_game import NewGame, first_game, in_pairs
from ludoteca.web.table.rated import played_game, rated_rules, rating_of_level, speed_of
from ludoteca.web.table.stored_game import BOT_MOVES

HEX = ("hex", "hex+swap")

# --- the system


def test_the_published_example_has_the_published_result():
    """Of "Example of the Glicko-2 system": 1500 ± 200 beats 1400 ± 30, loses to 1550 ± 100 and 1700 ± 300."""
    results = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]
    new = rated(Rating(1500, 200, 0.06), results)
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_grows_the_deviation():
    old = Rating(1500, 200, 0.06)
    after = old.after(4.66)
    assert after.rating == 1500
    assert after.deviation == pytest.approx(200.2714, abs=0.001)  # as the paper's step 6 says of one period


def test_a_rating_is_provisional_again_after_a_year():
    assert not Rating(1500, 60).is_provisional
    assert Rating(1500, 60).after(365).deviation == pytest.approx(PROVISIONAL, abs=0.5)
    assert Rating(1500, 60).after(10**6).deviation == UNKNOWN


def test_an_advantage_is_expected():
    even = Rating(1500, 50)
    assert expected(even, even) == 0.5
    assert expected(even, even, 100) == pytest.approx(1 - expected(even, even, -100))
    with_it = rated(even, [Result(even, 1, 200)])
    without = rated(even, [Result(even, 1, 0)])
    assert 1500 < with_it.rating < without.rating


def simulated(strengths, games, advantage=0.0, seed=1):
    """Games among players of known strength, each rated at once; their ratings, and what was learned."""
    chance = random.Random(seed)
    known, learned = [Rating() for _ in strengths], Advantage()
    for _ in range(games):
        first, second = chance.sample(range(len(strengths)), 2)
        lead = strengths[first] + advantage - strengths[second]
        points = float(chance.random() < 1 / (1 + 10 ** (-lead / 400)))
        one, two = known[first], known[second]
        known[first] = rated(one, [Result(two, points, learned.points)])
        known[second] = rated(two, [Result(one, 1 - points, -learned.points)])
        learned = learned.learned(one, two, points)
    return known, learned


def test_simulated_players_are_found_where_they_are():
    strengths = [1100 + 100 * number for number in range(9)]
    known, _ = simulated(strengths, 3000)
    off = statistics.mean(found.rating for found in known) - statistics.mean(strengths)
    errors = [found.rating - off - strength for found, strength in zip(known, strengths, strict=True)]
    assert statistics.mean(map(abs, errors)) < 60
    assert all(abs(error) < 4 * found.deviation for error, found in zip(errors, known, strict=True))
    assert not any(found.is_provisional for found in known)


def test_deviations_say_how_sure_ratings_are():
    """After a few games, about 95 of 100 newcomers are within two deviations of their true strength."""
    chance, within, trials = random.Random(2), 0, 400
    for _ in range(trials):
        truth, found = chance.gauss(1500, 250), Rating()
        for _ in range(15):
            opponent = Rating(chance.gauss(1500, 250), 60)
            against = chance.gauss(opponent.rating, 60)
            points = float(chance.random() < 1 / (1 + 10 ** ((against - truth) / 400)))
            found = rated(found, [Result(opponent, points)])
        within += abs(found.rating - truth) < 2 * found.deviation
    assert 0.88 < within / trials < 0.995


@pytest.mark.parametrize("advantage", [0.0, 120.0, -60.0])
def test_the_first_players_advantage_is_learned(advantage):
    known, learned = simulated([1400, 1450, 1500, 1550, 1600], 3000, advantage)
    assert learned.games == 3000
    assert abs(learned.points - advantage) < 40
    assert learned.deviation < 15
    assert len(known) == 5


def test_a_newcomer_who_is_as_strong_as_a_level_gets_its_number():
    """On the first evening: 20 games against level 4, of which half are won."""
    level, found = rating_of_level("gekitai", "level4"), Rating()
    for number in range(20):
        found = rated(found, [Result(level, number % 2)])
    assert abs(found.rating - level.rating) < 60
    assert not found.is_provisional


def test_levels_have_the_numbers_that_were_measured():
    found = [rating_of_level("gekitai", f"level{number}").rating for number in range(1, 11)]
    assert statistics.mean(found) == pytest.approx(1500)
    assert [round(higher - lower) for lower, higher in pairwise(found)] == [
        *(182, 160, 129, 135, 129, 189, 222, 212, 238)
    ]
    assert rating_of_level("gekitai", "greedy") is rating_of_level("gekitai", "level11") is None
    assert rating_of_level("nothing", "level4") is None


@pytest.mark.parametrize(
    ("control", "kind", "speed"),
    [
        ("5+3", "friend", "live"),
        ("none", "friend", "correspondence"),
        ("none", "bot", "live"),
        ("24h", "friend", "correspondence"),
        ("6h+0", "bot", "correspondence"),
        ("359+0", "friend", "live"),
    ],
)
def test_a_game_is_live_or_by_correspondence(control, kind, speed):
    assert speed_of(control, kind) == speed


# --- games in which moving first decides much


@pytest.mark.parametrize(
    ("game", "options", "series", "learned", "games"),
    [
        ("fourinarow", {}, 1, Advantage(), 2),  # solved
        ("hex", {}, 1, Advantage(), 2),
        ("hex", {"swap": "on"}, 1, Advantage(), 1),
        ("hex", {"swap": "on"}, 1, Advantage(-160, 30), 2),
        ("gekitai", {}, 1, Advantage(), 1),
        ("gekitai", {}, 1, Advantage(160, 30), 2),
        ("gekitai", {}, 1, Advantage(160, 60), 1),  # not known well enough
        ("fourinarow", {}, 3, Advantage(), 4),
        ("fourinarow", {}, 2, Advantage(), 2),
        ("fourinarow", {}, 21, Advantage(), 20),
    ],
)
def test_rated_games_that_moving_first_decides_are_played_from_each_side(game, options, series, learned, games):
    new = NewGame(game=game, options=options, opponent="friend", series=series, rated=True)
    assert in_pairs(new, learned).series == games
    assert in_pairs(new.model_copy(update={"rated": False}), learned).series == series


@pytest.mark.parametrize(("game", "swap"), [("hex", "on"), ("gomoku", "on"), ("havannah", "on"), ("kalah", "yes")])
def test_the_swap_may_be_chosen_in_rated_games_and_nothing_else(game, swap):
    new = NewGame(game=game, options={"swap": swap}, opponent="friend", rated=True)
    variant = first_game(new, new_account_id(), random.Random(0)).match.variant
    assert rated_rules(variant) == f"{game}+swap"
    other = next(option for option in variant.game.options if option.name != "swap")
    value = next(each for each in other.choices if other.value(each) != other.default)
    changed = new.model_copy(update={"options": {"swap": swap, other.name: value}})
    with pytest.raises(BadOption, match="only the swap") as refused:
        first_game(changed, new_account_id(), random.Random(0))
    assert refused.value.option == "rated"


# --- in the database


def apply(storage, game):
    return write(storage, lambda session: ratings.apply_result(session, game))


def number(storage, account):
    return read(storage, lambda session: ratings.rating_of(session, account.id, "gekitai", "live")).rating


@contextmanager
def two_processes(database):
    """Two of them on one database; each waits for the other."""
    with ExitStack() as held:
        opened = [Storage(database, busy_ms=20_000) for _ in range(2)]
        for each in opened:
            each.open()
            held.callback(each.close)
        yield opened


def test_a_result_counts_once_even_in_two_processes(storage, database):
    ann, bob = person(storage, "Ann"), person(storage, "Bob")
    game = finished("a" * 10, ann, bob)
    store(storage, game, made=1)

    async def three_times(one, other):
        works = (each.write(lambda session: ratings.apply_result(session, game)) for each in (one, other, one))
        return await asyncio.gather(*works)

    with two_processes(database) as (one, other):
        assert sorted(asyncio.run(three_times(one, other))) == [False, False, True]
    assert number(storage, ann) > 1500 > number(storage, bob)
    assert read(storage, lambda session: ratings.advantage_in(session, "gekitai").games) == 1
    rows = read(storage, lambda session: session.scalars(select(RatingChangeRow.after)).all())
    assert len(rows) == 2


def test_many_results_of_one_player_at_once_all_count(storage, database):
    ann, others = person(storage, "Ann"), [person(storage, f"Other {number}") for number in range(6)]
    games = [finished(f"{number}" * 10, ann, other) for number, other in enumerate(others, 2)]
    for game in games:
        store(storage, game, made=1)

    async def all_of_them(processes):
        def work(game):
            return lambda session: ratings.apply_result(session, game)

        return await asyncio.gather(*(processes[n % 2].write(work(game)) for n, game in enumerate(games)))

    with two_processes(database) as processes:
        assert asyncio.run(all_of_them(processes)) == [True] * 6
    found = read(storage, lambda session: ratings.ratings_of(session, ann.id))[0]
    assert (found["games"], found["wins"], found["losses"]) == (6, 6, 0)
    changes = read(storage, lambda session: ratings.changes_of(session, ann.id, "gekitai", "live"))
    assert [after for _, after in changes] == sorted(after for _, after in changes)  # each from the one before


def test_what_does_not_count():
    ann, bob = Account("a" * 16, "Ann"), Account("b" * 16, "Bob")
    assert played_game(finished("a" * 10, ann, bob)) is not None
    casual = finished("a" * 10, ann, bob)
    casual.rated = False
    guest = finished("a" * 10, ann, Account("c" * 20, "A guest"))
    both = finished("a" * 10, ann, ann)
    unmeasured = finished("a" * 10, ann, "", bot="greedy")
    browser = finished("a" * 10, ann, "", bot="level3")
    browser.match.tags[BOT_MOVES] = "browser"
    going = finished("a" * 10, ann, bob)
    going.match.declared = None
    aborted = finished("a" * 10, ann, bob)
    aborted.match.declared = None
    aborted.match.abort()
    for game in (casual, guest, both, unmeasured, browser, going, aborted):
        assert played_game(game) is None


def test_a_level_keeps_its_number(storage):
    ann = person(storage, "Ann")
    game = finished("a" * 10, ann, "", bot="level3")
    store(storage, game, made=1)
    assert apply(storage, game)
    assert number(storage, ann) > 1500
    change = read(storage, lambda session: session.scalars(select(RatingChangeRow)).one())
    assert change.opponent == "level3"


def test_the_advantage_is_learned_apart_with_the_swap(storage):
    ann, bob = person(storage, "Ann"), person(storage, "Bob")
    for name, options in (("a" * 10, {}), ("b" * 10, {"swap": "on"})):
        game = finished(name, ann, bob)
        game.match = Match(load_game("hex", **options))
        game.match.resign(1)
        store(storage, game, made=1)
        assert apply(storage, game)
    found = [read(storage, lambda session, rules=rules: ratings.advantage_in(session, rules)) for rules in HEX]
    assert [each.games for each in found] == [1, 1]
    assert found[0].points != found[1].points  # the second result was less of a surprise
    assert read(storage, lambda session: ratings.ratings_of(session, ann.id))[0]["games"] == 2


def test_losing_on_purpose_stops_counting(storage):
    winner, loser = person(storage, "Winner"), person(storage, "Loser")
    counted = []
    for index in range(10):
        game = finished(f"{'abcdefghjk'[index]}" * 10, winner, loser, plies=4)
        store(storage, game)
        counted.append(apply(storage, game))
    assert counted == [True, True] + [False] * 8
    other = finished("n" * 10, person(storage, "Another"), loser, plies=4)
    store(storage, other)
    assert not apply(storage, other)  # and who it is lost to does not matter
    honest = finished("m" * 10, winner, loser, plies=12)
    store(storage, honest, made=1)
    assert apply(storage, honest)


def test_rankings_leave_out_whoever_is_provisional(storage):
    people = [person(storage, f"Player {letter}") for letter in "AB"]

    def work(session):
        for account, deviation in zip(people, (60, 200), strict=True):
            row = {"rating": 1700, "deviation": deviation, "volatility": 0.06, "games": 9, "wins": 5, "draws": 0}
            session.add(
                ratings.RatingRow(player=account.id, game="gekitai", speed="live", changed=ratings.now_ms(), **row)
            )

    write(storage, work)
    assert [item["name"] for item in read(storage, lambda session: ratings.ranking(session, "gekitai", "live"))] == [
        "Player A"
    ]


def test_the_league_counts_games_against_people_since_monday(storage):
    ann, bob = person(storage, "Ann"), person(storage, "Bob")
    games = [
        finished("a" * 10, ann, bob),
        finished("b" * 10, ann, bob, winner=1),
        finished("c" * 10, ann, bob),
        finished("d" * 10, ann, "", bot="level3"),
        finished("e" * 10, ann, bob),
    ]
    for game in games:
        store(storage, game, made=1)
        assert apply(storage, game)
    before = RatingChangeRow.__table__.update().where(RatingChangeRow.game == "e" * 10).values(made=1)
    write(storage, lambda session: session.execute(before))
    found = read(storage, lambda session: ratings.league(session, "gekitai", 2))
    assert [(item["name"], item["points"], item["games"]) for item in found] == [("Ann", 2, 3), ("Bob", 1, 3)]
    assert found[0]["gained"] > 0 > found[1]["gained"]
    assert read(storage, lambda session: ratings.league(session, "squ", 2)) == []


@pytest.mark.parametrize("day", ["2026-11-16", "2026-11-19", "2026-11-22"])
def test_a_week_begins_on_monday(day):
    assert last_monday(milliseconds(day) + 1000) == milliseconds("2026-11-16")


# --- on the server


def rated_pair(server, one, two, **wanted):
    first, second = sign_up(server, one), sign_up(server, two)
    begun = first.begin("gekitai", opponent="friend", rated=True, clock="10+5", **wanted)
    first_socket = first.open(begun["id"])
    first_socket.until("snapshot")
    second.accept(begun["id"], begun["tokens"][1])
    second_socket = second.open(begun["id"])
    assert second_socket.until("snapshot")["rated"]
    return first, second, first_socket, second_socket, begun["id"]


def test_a_rated_game_changes_both_ratings(server):
    first, second, one, two, game = rated_pair(server, "Rated Ann", "Rated Bob")
    for socket in (one, two):
        assert not socket.can["takeback"]
    play_out({0: one, 1: two})
    one.close()
    two.close()
    found = first.http.get(f"/api/v1/games/{game}/ratings").json()
    assert [change["seat"] for change in found] == [0, 1]
    assert found[0]["before"] == found[1]["before"] == 1500
    assert found[0]["after"] + found[1]["after"] == pytest.approx(3000, abs=2)
    assert second.http.get("/api/v1/me").json()["ratings"][0]["game"] == "gekitai"


def test_a_guest_cannot_take_a_seat_of_a_rated_game(server):
    host, guest = sign_up(server, "Rated Host"), server.client()
    begun = host.begin("gekitai", opponent="friend", rated=True)
    guest.accept(begun["id"], begun["tokens"][1])
    with guest.open(begun["id"]) as socket:
        assert "Sign in to take the seat." in socket.until("refusal")["reason"]
    sign_up(server, "Rated Guest", client=guest)
    with guest.open(begun["id"]) as socket:  # the link is remembered
        assert socket.until("snapshot")["you"] == 1


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"opponent": "device"}, "between two accounts"),
        ({"opponent": "bot", "bot": "greedy"}, "cannot be rated"),
        ({"opponent": "friend", "position": "r....." + 5 * "/......" + " b"}, "usual rules and starting position"),
        ({"opponent": "friend", "options": {"double_win": "mover"}}, "usual rules and starting position"),
    ],
)
def test_a_game_that_cannot_be_rated_is_refused(server, wanted, reason):
    client = sign_up(server, f"Refused {abs(hash(reason + str(wanted))) % 10**8}")
    answer = client.http.post("/api/v1/games", json={"game": "gekitai", "rated": True, **wanted})
    assert answer.status_code == 400
    assert reason in answer.json()["error"]
    guests = server.client().http.post("/api/v1/games", json={"game": "gekitai", "rated": True})
    assert "Sign in to play rated games." in guests.json()["error"]


def test_a_solved_game_is_rated_in_pairs(server):
    client = sign_up(server.with_games("hex", "gekitai"), "Paired")
    assert "without the swap rated play is two games" in client.http.get("/new/hex").text
    assert "rated play is two games" not in client.http.get("/new/gekitai").text
    for swap, games in (("off", 2), ("on", 1)):
        begun = client.begin("hex", opponent="bot", bot="level1", rated=True, options={"swap": swap})
        with client.open(begun["id"]) as socket:
            series = socket.until("snapshot")["series"]
        assert (1 if series is None else series["games"]) == games


def test_a_rated_level_is_computed_by_the_server_and_gives_no_help(server):
    client = sign_up(server, "Rated Against Level")
    begun = client.begin("gekitai", opponent="bot", bot="level1", rated=True)
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")
        assert not socket.can["hint"]
        socket.move("c3")
        socket.until("move")
        assert not socket.can["undo"]
        assert not socket.can["abort"]
        socket.send("thinks_here")
        assert "without a clock" in socket.until("refusal")["reason"]
        socket.send("resign")
        socket.until("end")
    found = client.http.get(f"/api/v1/games/{begun['id']}/ratings").json()
    assert [change["seat"] for change in found] == [0]
    assert found[0]["after"] < 1500
