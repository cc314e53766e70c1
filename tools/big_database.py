"""A big database: many finished games and accounts, and how long the database takes for each page.

    python tools/big_database.py sqlite:////tmp/big.db --games 1000000 --accounts 50000

Fills an empty database, SQLite or PostgreSQL, then asks what the pages ask, and prints how long reading takes for each,
from the first statement to the last row in Python, and the growing tables that are scanned for it. The exit code is 1
if there is one, or if a page takes longer than 50 ms.
With --games 0 nothing is added. The games are rows that lists, profiles and rankings read, with a few moves each; two
accounts and one guest have played a thousand times as much as the others, or everything if there is little.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from soak_table import print_rows
from sqlalchemy import event, insert, text
from sqlalchemy.orm import Session

from ludoteca.games import game_names
from ludoteca.web.people.account import ID_LENGTH
from ludoteca.web.storage import accounts, acquaintances, challenges, profiles, ratings
from ludoteca.web.storage.game_lists import list_games, lively_games, next_turn
from ludoteca.web.storage.profiles import Wanted
from ludoteca.web.storage.schema import (
    AccountRow,
    GameRow,
    Guest,
    HolderRow,
    MoveRow,
    RatingChangeRow,
    RatingRow,
    SeatRow,
)
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.challenges import LIVE_MS, SLOW_MS, Challenge
from ludoteca.web.table.new_game import NewGame
from ludoteca.web.table.rated import SPEEDS
from ludoteca.web.table.stored_game import opening_of
from ludoteca.web.tokens import new_id

MOST_GAMES, MOST_ACCOUNTS = 2_000_000, 100_000
CHUNK = 5000
LONGEST_MS = 50
TIMES = 5  # each page is asked for this often; the median counts
NOW_MS, STEP_MS = 1_700_000_000_000, 30_000  # when the last game ended, and how far they are apart
WEEK_MS = 7 * 24 * 3600 * 1000
BUSY, RIVAL, GUEST = "busy".ljust(ID_LENGTH, "0"), "rival".ljust(ID_LENGTH, "0"), "g" * 20
USUAL = f"a{7:0{ID_LENGTH - 1}d}"  # an account like most
GROWING = ("games", "seats", "holders", "moves", "accounts", "guests", "ratings", "rating_changes", "sign_ins", "chat")
Page = tuple[str, Callable[[Session], object]]


def account_id(number: int) -> str:
    """The id of an account; the first two are those who play most."""
    return (BUSY, RIVAL)[number] if number < 2 else f"a{number:0{ID_LENGTH - 1}d}"


def people(count: int) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """Accounts with their names and ratings, in pieces."""
    names, chance = game_names(), random.Random(1)
    for first in range(0, count, CHUNK):
        rows: dict[str, list[dict[str, Any]]] = {"guests": [], "accounts": [], "ratings": []}
        for number in range(first, min(first + CHUNK, count)):
            player, name, seen = account_id(number), f"Player {number}", NOW_MS - number * STEP_MS
            rows["guests"].append({"id": player, "name": name, "made": 0, "seen": seen})
            known = {"name": name, "key": f"player{number}", "role": "player", "made": 0, "seen": seen}
            rows["accounts"].append({"id": player, "suspended": False, **known})
            for game in (names[0], names[1 + number % (len(names) - 1)]):
                rating = {"rating": chance.gauss(1500, 250), "deviation": chance.uniform(45, 200), "volatility": 0.06}
                played = {"games": 20, "wins": 10, "draws": 1, "changed": seen}
                rows["ratings"].append({"player": player, "game": game, "speed": "live", **rating, **played})
        yield rows


def games(count: int, people_count: int) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """Finished games: between accounts, against levels, of guests; most are not listed; in pieces."""
    names, chance = game_names(), random.Random(2)
    for first in range(0, count, CHUNK):
        rows: dict[str, list[dict[str, Any]]] = {
            "games": [],
            "seats": [],
            "holders": [],
            "moves": [],
            "rating_changes": [],
        }
        for number in range(first, min(first + CHUNK, count)):
            add_game(rows, number, count, names, people_count, chance)
        yield rows


def add_game(
    rows: dict[str, list[dict[str, Any]]],
    number: int,
    count: int,
    names: list[str],
    people_count: int,
    chance: random.Random,
) -> None:
    """The rows of one game."""
    name, ended, game = f"{number:010d}", NOW_MS - (count - number) * STEP_MS, names[number * 7 % len(names)]
    first, second = (
        (BUSY, RIVAL) if number % 500 == 0 else tuple(account_id(chance.randrange(people_count)) for _ in (0, 1))
    )
    first = GUEST if number % 499 == 0 else first
    is_over = number % 5000 != 0  # some of those who play most go on
    bot = f"level{number % 10 + 1}" if number % 3 == 0 and first != GUEST else None
    winner = (0, 1, None)[number % 3]
    moves = f"{'abcdefgh'[number % 8]}{number % 9 + 1}", "a1"
    rows["games"].append(
        {
            "id": name,
            "game": game,
            "options": {},
            "start": None,
            "control": "none",
            "state": "over" if is_over else "going",
            "kind": "friend" if bot is None else "bot",
            "owner": first,
            "listed": number % 50 == 0,
            "rated": True,
            "version": 3,
            "plies": 2,
            "position": "",
            "winner": winner if is_over else None,
            "reason": None,
            "tags": {},
            "round": 1,
            "made": ended - STEP_MS,
            "changed": ended,
        }
    )
    for seat, player in enumerate((first, second)):
        is_bot = seat == 1 and bot is not None
        kind = {"kind": "bot" if is_bot else "human", "name": f"Name of {player}", "bot": bot if is_bot else None}
        rows["seats"].append({"game": name, "seat": seat, "generation": 1, **kind})
        rows["moves"].append({"game": name, "ply": seat, "text": moves[seat], "made": ended})
        if is_bot:
            continue
        points = 0.5 if winner is None else float(winner == seat)
        over = {"ended": ended, "points": points, "rules": game, "bot": bot if seat == 0 else None}
        over |= {"listed": number % 50 == 0, "opening": opening_of(moves)}
        rows["holders"].append(
            {"game": name, "seat": seat, "guest": player, **(over if is_over else dict.fromkeys(over))}
        )
        if player != GUEST and is_over:
            change = {"opponent": second, "rules": game, "speed": "live", "points": 0.5, "hasty": False, "made": ended}
            change |= {"before": 1500.0, "after": 1500.0 + number % 90, "deviation": 60.0}
            rows["rating_changes"].append({"game": name, "seat": seat, "player": player, **change})


TABLES = {
    table.__tablename__: table
    for table in (Guest, AccountRow, RatingRow, GameRow, SeatRow, HolderRow, MoveRow, RatingChangeRow)
}


def fill(storage: Storage, game_count: int, people_count: int) -> None:
    """Add everything, a transaction for each piece."""

    def add(session: Session, rows: dict[str, list[dict[str, Any]]]) -> None:
        for name, values in rows.items():
            if values:
                session.connection().execute(insert(TABLES[name].__table__), values)  # type: ignore[arg-type]

    async def add_all() -> None:
        began, done = time.monotonic(), 0
        for rows in people(people_count):
            await storage.write(lambda session, rows=rows: add(session, rows))  # type: ignore[misc]
        for rows in games(game_count, people_count):
            await storage.write(lambda session, rows=rows: add(session, rows))  # type: ignore[misc]
            done += len(rows["games"])
            if done % 100_000 == 0:
                print(f"{done} games in {time.monotonic() - began:.0f} s", file=sys.stderr)
        await storage.write(post_challenges)
        await storage.write(lambda session: session.execute(text("ANALYZE")))

    asyncio.run(add_all())


def post_challenges(session: Session) -> None:
    """As many open challenges as a lobby shows, each of another account."""
    wanted = NewGame(game=game_names()[0], opponent="friend", clock="10+5", side="random")
    for number in range(2 * challenges.MOST_LISTED):
        is_slow = number % 2
        guest, name = account_id(number + 2), f"Player {number + 2}"
        this = wanted.model_copy(update={"clock": "none" if is_slow else "10+5"})
        posted = Challenge(new_id(), guest, name, this, NOW_MS, NOW_MS, NOW_MS + (SLOW_MS if is_slow else LIVE_MS))
        challenges.add(session, posted)


def pages() -> list[Page]:
    """What each page asks the database."""
    first = game_names()[0]

    def profile(session: Session, player: str) -> None:
        for item in ratings.ratings_of(session, player):
            ratings.changes_of(session, player, item["game"], item["speed"])
        profiles.statistics(session, player)
        profiles.history(session, player, Wanted())
        accounts.learned(session, player)

    wanted = {
        "all": Wanted(only_listed=False),
        "of a game": Wanted(game=first, only_listed=False),
        "against": Wanted(opponent="rival", only_listed=False),
        "against a level": Wanted(opponent="level 3", only_listed=False),
        "against nobody known": Wanted(opponent="zzz", only_listed=False),
        "won": Wanted(result="won", only_listed=False),
        "drawn": Wanted(result="drawn", only_listed=False),
        "of a time": Wanted(since=NOW_MS - 10**9, until=NOW_MS, only_listed=False),
        "opening": Wanted(opening="b2,a1,", only_listed=False),
        "opening nobody plays": Wanted(opening="z9,", only_listed=False),
        "older": Wanted(before=NOW_MS - 10**9, only_listed=False),
        "seen by others": Wanted(),
    }
    return [
        *((f"/ of {words}", home_page(player)) for words, player in (("a guest", GUEST), ("an account", BUSY))),
        ("/lobby", lobby),
        ("/games", lambda session: (lively_games(session), list_games(session, None, "over", 20))),
        ("/mine", lambda session: (list_games(session, BUSY, "", 60), acquaintances.blocked_by(session, BUSY))),
        ("/next", lambda session: next_turn(session, BUSY)),
        *((f"/rules/{name}", rules_page(name)) for name in (first, game_names()[-1])),
        ("/ of most accounts", home_page(USUAL)),
        ("/people/NAME of most", lambda session: profile(session, USUAL)),
        ("/people/NAME/games of most", lambda session: profiles.history(session, USUAL, Wanted(only_listed=False))),
        ("/people/NAME", lambda session: profile(session, BUSY)),
        *((f"/people/NAME/games, {words}", history_page(each)) for words, each in wanted.items()),
        ("/rankings/GAME", lambda session: rankings(session, first)),
        ("/host", lambda session: (accounts.search(session, ""), accounts.host_actions(session))),
        ("/host, search", lambda session: accounts.search(session, "player 1")),
    ]


def home_page(player: str) -> Callable[[Session], object]:
    """The games that someone plays, those to watch, and the lobby."""
    return lambda session: (list_games(session, player, "unfinished", 60), lively_games(session), lobby(session))


def lobby(session: Session) -> object:
    """The open challenges, without those of people who are blocked."""
    return challenges.shown_to(session, BUSY, NOW_MS), challenges.open_now(session, NOW_MS)


def rankings(session: Session, game: str) -> None:
    """The best players of a game, and its league of the last week."""
    for speed in SPEEDS:
        ratings.ranking(session, game, speed)
    ratings.league(session, game, NOW_MS - WEEK_MS)


def rules_page(name: str) -> Callable[[Session], object]:
    """The finished games that the rules page of a game shows."""
    return lambda session: list_games(session, None, "over", 12, (), name)


def history_page(wanted: Wanted) -> Callable[[Session], object]:
    """A page of the games of whoever has played most."""
    return lambda session: profiles.history(session, BUSY, wanted)


def measure(storage: Storage, page: Page, *, is_small: bool = False) -> dict[str, object]:
    """How long reading takes for a page and how much this thread works, and which growing tables are scanned."""
    name, work = page
    asked: list[tuple[str, Any]] = []
    spent: list[float] = []
    worked: list[float] = []

    def ask(session: Session) -> str:
        engine = session.get_bind()
        if is_small and engine.dialect.name == "postgresql":  # which reads small tables as a whole
            session.execute(text("SET LOCAL enable_seqscan = off"))

        def note(_: Any, __: Any, statement: str, values: Any, *___: Any) -> None:
            asked.append((statement, values))

        event.listen(engine, "before_cursor_execute", note)
        try:
            for _ in range(TIMES):
                asked.clear()
                began, busy = time.perf_counter(), time.thread_time()
                work(session)
                spent.append(time.perf_counter() - began)
                worked.append(time.thread_time() - busy)
                session.expunge_all()
        finally:
            event.remove(engine, "before_cursor_execute", note)
        return ", ".join(sorted({table for each in asked for table in scanned(session, *each)}))

    scans = asyncio.run(storage.read(ask))
    return {
        "page": name,
        "statements": len(asked),
        "ms": round(1000 * statistics.median(spent), 1),
        "cpu ms": round(
            1000 * statistics.median(worked), 1
        ),  # of Python and SQLite, which next to other work says more
        "worst ms": round(1000 * max(spent), 1),
        "scans": scans or "-",
    }


def scanned(session: Session, statement: str, values: Any) -> set[str]:
    """The growing tables that a statement reads as a whole."""
    connection = session.connection()
    is_sqlite = connection.dialect.name == "sqlite"
    explain = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
    rows = connection.exec_driver_sql(f"{explain} {statement}", values)
    plan = [str(row[3 if is_sqlite else 0]).strip() for row in rows]
    begins = "SCAN {}" if is_sqlite else "Seq Scan on {}"
    found = set()
    for line in plan:
        is_by_index = "USING INDEX" in line or "USING COVERING INDEX" in line  # in its order, and only as far as needed
        found |= {
            table
            for table in GROWING
            if begins.format(table) + " " in line.removeprefix("->").strip() + " " and not is_by_index
        }
    return found


def main() -> int:
    """Fill, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", help="sqlite:///FILE or postgresql://…, empty or filled by this command")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--accounts", type=int, default=50_000)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if not (0 <= given.games <= MOST_GAMES and 10 <= given.accounts <= MOST_ACCOUNTS):
        parser.error(f"at most {MOST_GAMES} games and from 10 to {MOST_ACCOUNTS} accounts")
    storage = Storage(given.database)
    storage.open()
    try:
        if given.games:
            fill(storage, given.games, given.accounts)
        rows = [measure(storage, page) for page in pages()]
    finally:
        storage.close()
    print_rows("reading for each page", rows, as_json=given.json)
    return int(any(row["scans"] != "-" or float(str(row["ms"])) > LONGEST_MS for row in rows))


if __name__ == "__main__":
    sys.exit(main())
