"""The lobby: challenges as plain data, and over HTTP and sockets."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import httpx
import pytest
from lobbies import find_opponent, lobby, shown
from servers import PASSWORD, PATIENCE_S

from ludoteca.errors import LudotecaError
from ludoteca.web.people.account import new_account_id
from ludoteca.web.people.glicko2 import Rating
from ludoteca.web.storage import accounts, acquaintances, challenges
from ludoteca.web.storage.schema import AccountRow, GameRow
from ludoteca.web.table.challenges import (
    LIVE_MS,
    MOST_OWN,
    SEEN_MS,
    SLOW_MS,
    BegunGame,
    NewChallenge,
    accepted_before,
    admits,
    begin_game,
    fits,
    is_for,
    is_open,
    is_pending,
    must_be_open_to,
    post,
)
from ludoteca.web.table.new_game import NewGame

CHANCE = Random(0)
NOW = 1_000_000_000


def posted(guest="ann", own=(), to=None, times=1, now=NOW, least=None, most=None, rating=None, **wanted):
    wanted = NewGame(game="gekitai", **{"opponent": "friend", "clock": "10+5", "side": "random", **wanted})
    new = NewChallenge(wanted=wanted, times=times, least=least, most=most)
    return post(new, guest, guest.title(), to, own, CHANCE, now, None if rating is None else Rating(rating))


def test_a_challenge_with_a_clock_is_open_while_who_posted_it_is_here():
    challenge = posted()
    assert is_open(challenge, NOW + SEEN_MS - 1) and not is_open(challenge, NOW + SEEN_MS)
    assert is_pending(challenge, NOW + SEEN_MS)
    assert is_open(replace(challenge, seen=NOW + LIVE_MS - 1), NOW + LIVE_MS - 1)
    assert not is_open(replace(challenge, seen=NOW + LIVE_MS), NOW + LIVE_MS)


@pytest.mark.parametrize("clock", ["none", "24h/move"])
def test_one_without_a_clock_or_with_days_waits_for_days(clock):
    challenge = posted(clock=clock)
    assert is_open(challenge, NOW + SLOW_MS - 1) and not is_open(challenge, NOW + SLOW_MS)


def begun(*games, times=1, **wanted):
    return replace(posted(times=times, **wanted), begun=tuple(games))


def test_it_comes_back_when_whoever_accepted_aborts_and_not_when_its_poster_does():
    assert not is_open(begun(BegunGame("g", "bob", "going")), NOW)
    assert not is_open(begun(BegunGame("g", "bob", "over", 9)), NOW)
    assert is_open(begun(BegunGame("g", "bob", "aborted")), NOW)
    assert not is_open(begun(BegunGame("g", "bob", "aborted", is_over_by_poster=True)), NOW)


def test_it_is_renewed_as_often_as_was_said():
    games = [BegunGame(f"g{number}", "bob", "over", 9) for number in range(3)]
    assert [begun(*games[:count], times=3).left for count in range(4)] == [3, 2, 1, 0]
    assert begun(*games[:2], BegunGame("x", "carl", "aborted"), times=3).left == 1


def test_who_posted_it_listens_until_nobody_can_abort_any_more():
    assert is_pending(begun(BegunGame("g", "bob", "going", 1)), NOW)
    assert not is_pending(begun(BegunGame("g", "bob", "going", 2)), NOW)


@pytest.mark.parametrize(
    ("guest", "is_blocked", "later_ms", "words"),
    [("ann", False, 0, "your own"), ("bob", True, 0, "no longer open"), ("bob", False, LIVE_MS, "no longer open")],
)
def test_who_cannot_accept_is_told_why(guest, is_blocked, later_ms, words):
    with pytest.raises(LudotecaError, match=words):
        must_be_open_to(posted(), guest, is_blocked=is_blocked, now=NOW + later_ms)


def test_a_challenge_to_a_person_is_for_nobody_else():
    challenge = posted(to="bob")
    assert [is_for(challenge, guest) for guest in ("ann", "bob", "carl")] == [True, True, False]
    with pytest.raises(LudotecaError, match="no longer open"):
        must_be_open_to(challenge, "carl", is_blocked=False, now=NOW)
    with pytest.raises(LudotecaError, match="yourself"):
        posted(to="ann")
    with pytest.raises(LudotecaError, match="no longer open"):
        must_be_open_to(None, "carl", is_blocked=False, now=NOW)


def test_a_rated_challenge_is_between_accounts():
    with pytest.raises(LudotecaError, match="Sign in"):
        posted(rated=True)
    ann, bob = new_account_id(), new_account_id()
    challenge = posted(ann, rated=True)
    with pytest.raises(LudotecaError, match="Sign in"):
        must_be_open_to(challenge, "guest", is_blocked=False, now=NOW)
    assert must_be_open_to(challenge, bob, is_blocked=False, now=NOW) is challenge
    assert begin_game(challenge, bob, "Bob", CHANCE).rated


@pytest.mark.parametrize(
    ("least", "most", "number", "is_admitted"),
    [
        (1400, 1600, 1400, True),
        (1400, 1600, 1600.4, True),
        (1400, 1600, 1399.4, False),
        (1400, None, 2500, True),
        (1400, None, None, False),
        (None, 1600, 1601, False),
        (None, 1600, None, False),
        (None, None, None, True),
    ],
)
def test_a_challenge_is_for_ratings_in_its_range(least, most, number, is_admitted):
    challenge, rating = posted(least=least, most=most), None if number is None else Rating(number)
    assert admits(challenge, rating) == is_admitted
    account = new_account_id()
    if is_admitted:
        assert must_be_open_to(challenge, account, is_blocked=False, now=NOW, rating=rating) is challenge
    for guest, words in ((account, "does not fit"), ("bob", "Sign in to accept")):
        if not is_admitted:
            with pytest.raises(LudotecaError, match=words):
                must_be_open_to(challenge, guest, is_blocked=False, now=NOW, rating=rating)
    assert fits(challenge, posted("bob", rating=number)) == is_admitted
    assert fits(posted("bob", rating=number), challenge) == is_admitted


def test_a_range_is_not_upside_down_and_another_one_is_another_challenge():
    with pytest.raises(LudotecaError, match="above the highest"):
        posted(least=1600, most=1400)
    assert posted(own=[posted(least=1400)]).least is None


def test_the_same_challenge_twice_is_one_and_their_number_is_bounded():
    first = posted()
    assert posted(own=[first]) is first
    many = [posted(clock=f"{minutes}+0") for minutes in range(1, MOST_OWN + 1)]
    with pytest.raises(LudotecaError, match="Withdraw one of them"):
        posted(own=many)
    assert posted(own=[*many[1:], replace(many[0], expires=NOW)])


@pytest.mark.parametrize(
    "wanted",
    [{"options": {"size": "7"}}, {"clock": "soon"}, {"position": "x"}, {"continues": "abcdefghij"}],
)
def test_what_cannot_be_played_cannot_be_posted(wanted):
    with pytest.raises(LudotecaError):
        posted(**wanted)


@pytest.mark.parametrize(
    ("mine", "theirs", "is_fit"),
    [
        ({}, {}, True),
        ({"side": "first"}, {"side": "second"}, True),
        ({"side": "first"}, {"side": "random"}, True),
        ({"side": "first"}, {"side": "first"}, False),
        ({"clock": "5+5"}, {}, False),
        ({"options": {"double_win": "mover"}}, {}, False),
        ({"to": "dora"}, {}, False),
        ({"guest": "bob"}, {}, False),
        ({"series": 3}, {}, False),
        ({"listed": True}, {}, True),
    ],
)
def test_two_who_want_the_same_fit(mine, theirs, is_fit):
    one, other = posted(**{"guest": "ann", **mine}), posted("bob", **theirs)
    assert fits(one, other) is is_fit


@pytest.mark.parametrize(
    ("wanted", "side", "seat"),
    [("first", "random", 0), ("second", "random", 1), ("random", "second", 0), ("random", "first", 1)],
)
def test_the_game_that_begins_has_both_in_their_seats(wanted, side, seat):
    stored = begin_game(posted(side=wanted), "bob", "Bob", CHANCE, side)
    assert stored.holders == {(seat, "ann"), (1 - seat, "bob")}
    names = [stored.seats[number].name for number in (seat, 1 - seat)]
    assert names == ["Ann", "Bob"] and stored.match.players[seat].name == "Ann"
    assert stored.match.clock is not None and stored.kind == "friend"


def test_accepting_twice_gives_the_same_game():
    challenge = begun(BegunGame("g", "bob"))
    assert accepted_before(challenge, "bob") == "g"
    assert accepted_before(challenge, "carl") is None
    assert accepted_before(begun(BegunGame("g", "bob", "going", 2)), "bob") is None


# --- what is listed


def slow(**wanted):
    return posted(clock="none", **wanted)


def listed(storage, *found, guest="bob", now=NOW):
    """The challenges that a guest sees, with these."""

    def store(session):
        for challenge in found:
            challenges.add(session, challenge)

    asyncio.run(storage.write(store))
    return asyncio.run(storage.read(lambda session: challenges.shown_to(session, guest, now)))


def test_many_that_wait_for_days_hide_nobody_who_waits_here(storage, monkeypatch):
    monkeypatch.setattr(challenges, "MOST_LISTED", 4)
    flood = [slow(guest=f"guest{number}", now=NOW + number) for number in range(9)]
    live = [posted(guest=name) for name in ("ann", "carl")]
    found = listed(storage, *live, *flood)
    assert {each.id for each in live} <= {each.id for each in found}
    assert [each.guest for each in found if each.is_slow] == ["guest8", "guest7", "guest6", "guest5"]


def test_the_many_of_some_hide_nobody_elses_only_one(storage, monkeypatch):
    monkeypatch.setattr(challenges, "MOST_LISTED", 4)
    many = [
        posted(guest=guest, clock=f"{minutes}+0", now=NOW + minutes)
        for guest in ("dora", "eve")
        for minutes in range(1, MOST_OWN + 1)
    ]
    found = listed(storage, posted("ann"), *many)
    assert sorted(each.guest for each in found) == ["ann", "dora", "dora", "eve"]


def test_what_nobody_may_accept_takes_no_place(storage, monkeypatch):
    monkeypatch.setattr(challenges, "MOST_LISTED", 2)
    suspended = new_account_id()
    hidden = [
        posted("carl", to="dora", now=NOW + 1),
        replace(posted("dora", now=NOW + 1), seen=NOW - SEEN_MS),  # who is not here
        replace(slow(guest="eve", now=NOW + 1), expires=NOW),
        posted("blocked", now=NOW + 1),
        posted(suspended, now=NOW + 1),
    ]

    def others(session):
        acquaintances.block(session, "bob", ["blocked"], "Blocked")
        accounts.add_account(session, "Suspended", None, account=suspended)
        session.get_one(AccountRow, suspended).suspended = True

    asyncio.run(storage.write(others))
    shown_ids = [posted("ann"), posted("fay", to="bob"), replace(posted("bob"), seen=NOW - SEEN_MS)]
    found = listed(storage, *shown_ids, *hidden)
    assert [each.guest for each in found] == ["bob", "fay", "ann"]


@pytest.mark.parametrize(
    ("state", "ended_by", "is_shown"),
    [
        ("going", None, False),
        ("over", None, False),
        ("aborted", 0, False),
        ("aborted", 1, True),
        ("aborted", None, True),
    ],
)
def test_a_challenge_that_was_accepted_is_listed_as_its_game_says(storage, state, ended_by, is_shown):
    challenge = posted(side="first")

    def accept(session):
        stored = begin_game(challenge, "carl", "Carl", CHANCE)
        challenges.add(session, challenge)
        challenges.accept(session, challenge, stored, "carl")
        row = session.get_one(GameRow, stored.id)
        row.state, row.declared = state, None if ended_by is None else {"how": "aborted", "seat": ended_by}

    asyncio.run(storage.write(accept))
    found = asyncio.run(storage.read(lambda session: challenges.load(session, challenge.id)))
    assert is_open(found, NOW) is is_shown
    for guest in ("ann", "bob"):
        ids = [each.id for each in listed(storage, guest=guest)]
        assert ids == [challenge.id] * is_shown
    assert (
        asyncio.run(storage.read(lambda session: challenges.open_now(session, NOW))) == [(challenge.id, 1)] * is_shown
    )


# --- over HTTP


@pytest.fixture
def people(new_server):
    server = new_server().wait_until_ready().with_games("gekitai")
    found = [server.client() for _ in range(3)]
    for client in found:
        client.http.get("/")
    return found


def test_a_challenge_is_posted_accepted_and_gone(people):
    ann, bob, carl = people
    assert find_opponent(ann) == "/#lobby"
    with lobby(ann) as waiting:
        assert waiting.until("waiting")["count"] == 1
        (challenge,) = shown(bob)
        answer = bob.http.post(f"/challenges/{challenge}/accept")
        assert answer.status_code == 303
        game = answer.headers["location"]
        told = waiting.until("accepted")
        assert (f"/game/{told['game']}", told["name"]) == (game, "Guest")
    again = bob.http.post(f"/challenges/{challenge}/accept")
    assert again.headers["location"] == game
    refused = carl.http.post(f"/challenges/{challenge}/accept")
    assert refused.status_code == 403 and "no longer open" in refused.text
    assert shown(carl) == []
    name = game.split("/")[-1]
    with lobby(ann) as late:  # between two pages when it happened
        assert late.until("accepted")["game"] == name
    with ann.open(name) as one, bob.open(name) as two:
        sides = {socket.until("snapshot")["you"] for socket in (one, two)}
        assert sides == {0, 1}


def test_it_comes_back_when_whoever_accepted_aborts(people):
    ann, bob, carl = people
    find_opponent(ann)
    (challenge,) = shown(bob)
    with lobby(ann) as waiting:
        game = bob.http.post(f"/challenges/{challenge}/accept").headers["location"].split("/")[-1]
        waiting.until("accepted")
        with bob.open(game) as two:
            two.until("snapshot")
            two.send("abort")
            two.until("end")
        assert shown(carl) == [challenge]
        game = carl.http.post(f"/challenges/{challenge}/accept").headers["location"].split("/")[-1]
        with ann.open(game) as one:
            one.until("snapshot")
            one.send("abort")
            one.until("end")
        assert shown(bob) == [] == shown(ann)


def test_a_standing_challenge_is_posted_again(people):
    ann, bob, carl = people
    find_opponent(ann, times="2")
    (challenge,) = shown(bob)
    games = [client.http.post(f"/challenges/{challenge}/accept").headers["location"] for client in (bob, carl)]
    assert games[0] != games[1]
    assert shown(bob) == []


def test_two_who_look_for_the_same_meet(people):
    ann, bob, _ = people
    assert find_opponent(ann, side="first") == "/#lobby"
    assert find_opponent(ann, side="first") == "/#lobby"
    assert len(shown(ann)) == 1
    game = find_opponent(bob, side="random").removeprefix("/game/")
    with ann.open(game) as one:
        assert one.until("snapshot")["you"] == 0


def test_a_challenge_is_withdrawn_by_its_poster_alone(people):
    ann, bob, _ = people
    find_opponent(ann)
    (challenge,) = shown(ann)
    assert bob.http.post(f"/challenges/{challenge}/withdraw").status_code == 403
    assert bob.http.post("/challenges/nowhere/accept").status_code == 403
    for _ in range(2):  # twice does no harm
        assert ann.http.post(f"/challenges/{challenge}/withdraw").status_code == 303
    assert shown(bob) == []


def test_a_challenge_shows_a_rating_and_is_for_ratings_in_its_range(people):
    ann, bob, guest = people
    for name, client in (("Rated Ann", ann), ("Rated Bob", bob)):
        client.http.post("/sign-up", data={"name": name, "password": PASSWORD})
    find_opponent(ann, least="1600")
    (challenge,) = shown(bob)
    page = bob.http.get("/lobby").text
    assert "rating 1500, provisional" in page and "for ratings from 1600" in page and "/accept" not in page
    for client, words in ((bob, "does not fit"), (guest, "Sign in to accept it")):
        answer = client.http.post(f"/challenges/{challenge}/accept")
        assert answer.status_code == 403 and words in answer.text
    assert find_opponent(bob) == "/#lobby"  # the same game, but not for Bob
    assert find_opponent(guest) != "/#lobby"  # Bob's is for anyone
    ann.http.post(f"/challenges/{challenge}/withdraw")
    find_opponent(ann, least="1400", most="1600")
    assert find_opponent(bob).startswith("/game/")


def test_people_who_have_blocked_each_other_do_not_meet(people):
    ann, bob, carl = people
    game = find_opponent(ann) and find_opponent(bob).removeprefix("/game/")
    with ann.open(game) as one:
        one.until("snapshot")
        one.send("block")
        one.until("blocked")
    find_opponent(ann, clock="5+0")
    (challenge,) = shown(carl)
    assert shown(bob) == []
    assert bob.http.post(f"/challenges/{challenge}/accept").status_code == 403
    assert find_opponent(bob, clock="5+0") == "/#lobby"


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "soon"},
        {"times": "9"},
        {"times": "x"},
        {"least": "x"},
        {"least": "1600", "most": "1500"},
        {"to": "Nobody Here"},
        {"set.size": "99"},
        {"series": "50"},
    ],
)
def test_a_form_that_asks_for_what_cannot_be_comes_back_with_the_reason(people, fields):
    answer = people[0].http.post("/new/gekitai", data={"opponent": "anyone", **fields})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert shown(people[0]) == []


def test_a_challenge_of_someone_who_has_left_is_not_shown(new_server):
    server = new_server(prelude="from ludoteca.web.table import challenges\nchallenges.SEEN_MS = 1").wait_until_ready()
    ann, bob = server.client(), server.client()
    for client in (ann, bob):
        client.http.get("/")
    find_opponent(ann)
    assert shown(bob) == [] and len(shown(ann)) == 1
    find_opponent(ann, clock="none")
    assert len(shown(bob)) == 1


def test_one_address_cannot_fill_the_lobby(new_server):
    server = new_server(prelude="from ludoteca.web.live import lobby\nlobby.MOST_AT_ADDRESS = 2").wait_until_ready()
    people = [server.client() for _ in range(3)]
    for client in people:
        client.http.get("/")
    for client in people[:2]:
        assert find_opponent(client, clock=f"{1 + people.index(client)}+0") == "/#lobby"
    refused = people[2].http.post("/new/gekitai", data={"opponent": "anyone"})
    assert refused.status_code == 400 and "too many open challenges from your network" in refused.text
    people[0].http.post(f"/challenges/{shown(people[0])[0]}/withdraw")  # one's own comes first
    assert find_opponent(people[2]) == "/#lobby"


def test_the_lobby_bears_garbage(people):
    with lobby(people[0]) as socket:
        socket.until("waiting")
        for garbage in ("", "[]", "{", json.dumps({"type": "rude"})):
            socket.connection.send(garbage)
        socket.send("ping")
        assert socket.until("pong")


def test_only_one_of_many_who_accept_at_once_gets_the_game(people):
    ann, bob, _ = people
    find_opponent(ann)
    (challenge,) = shown(bob)
    crowd = [httpx.Client(base_url=ann.base, timeout=PATIENCE_S) for _ in range(6)]
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda each: each.post(f"/challenges/{challenge}/accept"), crowd))
    assert sorted(answer.status_code for answer in answers)[0] == 303
    assert sum(answer.status_code == 303 for answer in answers) == 1
    assert all("no longer open" in answer.text for answer in answers if answer.status_code != 303)
    for each in crowd:
        each.close()
