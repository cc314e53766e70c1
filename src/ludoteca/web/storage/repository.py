"""From database rows to games, and from changes to rows.  Every function here runs inside a session."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, String, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.languages.texts import stored_text
from ludoteca.play import Match
from ludoteca.play.files import DamagedSave, Fields
from ludoteca.play.match.match import FORMAT as MATCH_FORMAT
from ludoteca.play.score_sheet import How, Ply, date_text
from ludoteca.web.people.account import is_account
from ludoteca.web.storage import jobs, notices, vacations
from ludoteca.web.storage.databases import Outdated
from ludoteca.web.storage.ratings import apply_result
from ludoteca.web.storage.schema import AccountRow, GameRow, Guest, HolderRow, MoveRow, OfferRow, SeatRow, SeriesRow
from ludoteca.web.storage.servers import Servers
from ludoteca.web.table.changes import Change
from ludoteca.web.table.stored_game import (
    ASKED,
    ConditionalMoves,
    Newest,
    Refused,
    Seat,
    SeriesSoFar,
    StoredGame,
    bot_to_move,
    is_running,
    now_ms,
    opening_of,
    points_of,
    state_of,
)
from ludoteca.web.table.words import NAMELESS

GAMES, MOVES = cast(Table, GameRow.__table__), cast(Table, MoveRow.__table__)
NEXT_VERSION = (
    GAMES.update()
    .where(GAMES.c.id == bindparam("key"), GAMES.c.version == bindparam("known"))
    .values(version=GAMES.c.version + 1)
)
INSERT_MOVE = MOVES.insert()
NEWEST = (
    select(GAMES.c.id, GAMES.c.version, GAMES.c.plies, MOVES.c.text, MOVES.c.clock_ms, GAMES.c.clock, GAMES.c.tags)
    .join_from(GAMES, MOVES, (MOVES.c.game == GAMES.c.id) & (MOVES.c.ply == GAMES.c.plies - 1), isouter=True)
    .where(GAMES.c.id.in_(bindparam("games", expanding=True)))
)
A_SUSPENDED = (
    select(AccountRow.name)
    .where(AccountRow.id.in_(bindparam("accounts", type_=String, expanding=True)), AccountRow.suspended)
    .limit(1)
)
CLOCK, BOT = "clock", "bot"  # jobs
LEAST_WATCH_MS = 1000
NO_COLUMNS: Mapping[str, Any] = MappingProxyType({})
MoveValues = tuple[str, int | None, str | None, float | None]  # text, clock, note, evaluation


class UnreadableGame(LudotecaError):
    """The database contains a game that cannot be restored: its entry is damaged, or its rules are not installed."""


def load_game_row(session: Session, game: str) -> StoredGame | None:
    """A game with its moves replayed, and its series so far; None if there is no game with this id."""
    stored = _load_alone(session, game)
    if stored is not None and stored.series is not None:
        stored.so_far = _series_before(session, stored.series, stored.round)
    return stored


def _series_before(session: Session, series: str, number: int) -> SeriesSoFar:
    """A series before the game of this round."""
    row = session.get(SeriesRow, series)
    if row is None:
        return SeriesSoFar()
    is_earlier = (GameRow.series == series, GameRow.round < number)
    games = session.scalars(select(GameRow.id).where(*is_earlier).order_by(GameRow.round)).all()
    loaded = [_load_alone(session, game) for game in games]
    earlier = (game.match for game in loaded if game is not None and game.match.how is not How.ABORTED)
    return SeriesSoFar(row.games, row.setups, tuple(earlier))


def _load_alone(session: Session, game: str) -> StoredGame | None:
    row = session.get(GameRow, game)
    if row is None:
        return None
    seats = session.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat)).all()
    holders = session.scalars(select(HolderRow).where(HolderRow.game == game)).all()
    try:
        match = load_match_of(session, row, list(seats))
    except DamagedSave as error:
        raise UnreadableGame(t("This game cannot be read: {reason}.", reason=str(error))) from error
    return StoredGame(
        id=row.id,
        match=match,
        kind=row.kind,
        owner=row.owner,
        seats=[Seat(seat.kind, seat.name, seat.bot, seat.generation) for seat in seats],
        holders={(holder.seat, holder.guest) for holder in holders},
        takeback=row.takeback,
        offers=waiting_offers(session, game),
        asked=last_offers(session, game),
        series=row.series,
        round=row.round,
        next=row.next,
        control=row.control,
        listed=row.listed,
        rated=row.rated,
        conditional=None if row.conditional is None else ConditionalMoves(**row.conditional),
        vacations={int(seat): until for seat, until in (row.vacations or {}).items()},
        version=row.version,
        clock_at=None if row.clock is None else row.clock.get("at"),
    )


def load_match_of(session: Session, row: GameRow, seats: list[SeatRow]) -> Match:
    """The match that a row and its moves describe; each move is replayed."""
    moves = session.scalars(select(MoveRow).where(MoveRow.game == row.id).order_by(MoveRow.ply)).all()
    plies = []
    for move in moves:
        noted = {"comment": move.note, "clock_ms": move.clock_ms, "evaluation": move.evaluation}
        plies.append({"move": move.text, **{name: note for name, note in noted.items() if note is not None}})
    match = Match.load(
        {
            "format": MATCH_FORMAT,
            "game": row.game,
            "options": row.options,
            "start": row.start,
            "players": [{"name": seat.name, "kind": seat.bot or "human"} for seat in seats],
            "tags": tags_of(row),
            "plies": plies,
            "played": len(plies),
            "declared": row.declared,
            "draw_offer": row.draw_offer,
            "clock": row.clock,
        }
    )
    for position in match.position.line():
        position.drop_caches()  # the legal moves of each, by which its move was read
    return match


def tags_of(row: GameRow) -> dict[str, Any]:
    """The tags of its record: a game that was played here has the date on which it began."""
    tags = Fields({"tags": row.tags}, "the tags").texts("tags")
    return tags if row.kind == "record" else {"Date": date_text(row.made), **tags}


@dataclass(frozen=True)
class NewRows:
    """The rows of a new game, as plain values: they can be made in another process than the one that stores them."""

    game: dict[str, Any]
    seats: list[dict[str, Any]]
    holders: list[dict[str, Any]]
    moves: list[MoveValues]


def must_exist(session: Session, players: Iterable[str]) -> None:
    """Refuse a seat to an account that was deleted; until this is committed, nobody can delete it."""
    wanted = set(filter(is_account, players))
    if not wanted:
        return
    found = select(AccountRow.id).where(AccountRow.id.in_(wanted)).with_for_update(read=True, key_share=True)
    if set(session.scalars(found)) != wanted:
        raise Refused(t("This game cannot begin, because a player has deleted their account."))


def must_all_play(session: Session, players: Collection[str]) -> None:
    """Refuse a game that would begin with a suspended account, whoever begins it."""
    accounts = list(filter(is_account, players))
    if accounts and (name := session.scalar(A_SUSPENDED, {"accounts": accounts})) is not None:
        raise Refused(t("This game cannot begin, because the account of {name} is suspended.", name=name))


def add_game(session: Session, stored: StoredGame, old_series: str | None = None) -> None:
    """A new game with its seats, holders and moves so far, and its series unless that already exists."""
    must_exist(session, (guest for _, guest in stored.holders))
    must_all_play(session, stored.players)
    if stored.series not in (None, old_series):
        so_far = stored.so_far
        session.execute(insert(SeriesRow).values(id=stored.series, games=so_far.games, setups=so_far.setups))
    insert_rows(session, new_rows(stored))
    vacations.note_players(session, stored.players, now_ms())


def insert_rows(session: Session, rows: NewRows) -> None:
    """Store a new game."""
    session.execute(insert(GameRow).values(**rows.game))
    name, made = rows.game["id"], rows.game["made"]
    moves = [move_row(name, ply, move, made) for ply, move in enumerate(rows.moves)]
    for table, values in ((SeatRow, rows.seats), (HolderRow, rows.holders), (MoveRow, moves)):
        if values:
            session.execute(insert(table), values)


def new_rows(stored: StoredGame) -> NewRows:
    """The rows of a new game."""
    match, made = stored.match, now_ms()
    saved = match.save()
    game = {
        "id": stored.id,
        "game": match.variant.name,
        "options": saved["options"],
        "start": saved["start"],
        "control": stored.control,
        "kind": stored.kind,
        "owner": stored.owner,
        "listed": stored.listed,
        "rated": stored.rated,
        "tags": saved["tags"],
        "series": stored.series,
        "round": stored.round,
        "made": made,
        **standing(stored, made),
    }
    seats = [
        {
            "game": stored.id,
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "generation": seat.generation,
        }
        for number, seat in enumerate(stored.seats)
    ]
    holders = [
        {"game": stored.id, "seat": number, "guest": guest, **ended_columns(stored, number, made)}
        for number, guest in sorted(stored.holders)
    ]
    return NewRows(game, seats, holders, [move_values(ply) for ply in match.plies])


def move_values(played: Ply) -> MoveValues:
    """A move in the form of its row."""
    return str(played.move), played.clock_ms, played.comment or None, played.evaluation


def move_row(game: str, ply: int, values: MoveValues, made: int) -> dict[str, Any]:
    """The row of one move."""
    text, clock_ms, note, evaluation = values
    return {
        "game": game,
        "ply": ply,
        "text": text,
        "clock_ms": clock_ms,
        "note": note,
        "evaluation": evaluation,
        "made": made,
    }


def standing(stored: StoredGame, changed: int) -> dict[str, Any]:
    """The columns of a game that change during play."""
    match = stored.match
    outcome = match.outcome
    return {
        "state": state_of(stored),
        "plies": len(match.plies),
        "position": str(match.position),
        "clock": clock_of(match),
        "declared": None if match.declared is None else match.declared.save(),
        "draw_offer": match.draw_offer,
        "takeback": stored.takeback,
        "conditional": None if stored.conditional is None else asdict(stored.conditional),
        "vacations": {str(seat): until for seat, until in stored.vacations.items()} or None,
        "winner": None if outcome is None else outcome.winner,
        "reason": None if outcome is None else stored_text(outcome.reason),
        "next": stored.next,
        "changed": changed,
    }


def ended_columns(stored: StoredGame, seat: int, now: int) -> dict[str, Any]:
    """What the seat of a game that is over says of it; nothing as long as the game goes on."""
    match, other = stored.match, stored.seats[1 - seat]
    columns = {
        "ended": now,
        "points": points_of(stored, seat),
        "rules": match.variant.name,
        "bot": other.bot,
        "listed": stored.listed,
        "opening": opening_of(str(played.move) for played in match.plies),
    }
    return columns if match.outcome is not None else dict.fromkeys(columns)


def clock_of(match: Match) -> dict[str, Any] | None:
    """The current clock, and when that was, if one of the two is running."""
    if match.clock is None:
        return None
    now = match.now()
    return {**match.clock.save(now), "at": None if match.clock.running is None else now}


def are_alike(one: StoredGame, other: StoredGame) -> bool:
    """Whether two say the same about a game: version, moves, offers, seats and end; clocks run by themselves."""

    def essence(stored: StoredGame) -> tuple[Any, ...]:
        plain = {name: value for name, value in standing(stored, 0).items() if name != "clock"}
        moves = [str(played.move) for played in stored.match.plies]
        return stored.version, plain, moves, stored.offers, stored.seats, stored.holders

    return essence(one) == essence(other)


def newest_of(session: Session, games: Collection[str]) -> dict[str, Newest]:
    """How games stand now, by id."""
    rows = session.connection().execute(NEWEST, {"games": list(games)})
    return {row.id: Newest(*row) for row in rows}


class ClockRow(NamedTuple):
    """The clock of a game that goes on."""

    clock: dict[str, Any]

    def left(self, now: int) -> tuple[int, bool]:
        """The least that a player may have left, in ms, and whether the mover has nothing left."""
        least, mover = min(self.clock["left_ms"]), self.clock["turn"]
        if self.clock["at"] is None or mover is None:
            return least, False
        mover_ms = self.clock["left_ms"][mover] + self.clock["delay_ms"] - (now - self.clock["at"])
        return min(mover_ms, *self.clock["left_ms"]), mover_ms <= 0


def clock_row(session: Session, game: str) -> ClockRow | None:
    """The clock of a game, as it was stored; None if the game is over or has none."""
    row = session.get(GameRow, game)
    return None if row is None or row.state != "going" or row.clock is None else ClockRow(row.clock)


def write_change(session: Session, before: StoredGame, change: Change, servers: Servers) -> None:
    """Store a change to a game if the game is still as in `before`; otherwise raise Outdated."""
    if change.after is not None:
        must_exist(session, (guest for _, guest in change.after.holders - before.holders))
    connection, after, made = session.connection(), change.after, now_ms()
    if after is None:
        claim_version(connection, before)
        delete_game(session, before)
        return
    is_renamed = before.seats != after.seats and before.holders == after.holders  # which is not an event of the game
    claim_version(connection, before, NO_COLUMNS if is_renamed else standing(after, made))
    if state_of(before) == "open" and state_of(after) == "going":
        must_all_play(session, after.players)
    if change.begins is not None:
        add_game(session, change.begins, before.series)
    if len(after.match.plies) < len(before.match.plies):
        delete_moves(session, after.id, len(after.match.plies))
    if before.seats != after.seats or before.holders != after.holders:
        update_seats(session, before, after)
    add_moves(connection, after, len(before.match.plies), made)
    if after.match.tags != before.match.tags:
        update_tags(session, after)
    if change.asks is not None:
        note_offer(session, after.id, *change.asks, len(after.match.plies))
    if change.answers is not None:
        answer_offers(session, after.id, *change.answers)
    for kind in before.offers.keys() - after.offers.keys():  # the others that no longer stand
        answer_offers(session, after.id, kind, "declined")
    is_over, was_over = (each.match.outcome is not None for each in (after, before))
    if is_over != was_over or (is_over and before.holders != after.holders):
        for seat in (0, 1):
            held = update(HolderRow).where(HolderRow.game == after.id, HolderRow.seat == seat)
            session.execute(held.values(**ended_columns(after, seat, made)))
    if after.rated and is_over and not was_over:
        apply_result(session, after)
    note_jobs(session, before, after, servers)
    notices.note_turn(session, before, after, servers.now())
    if change.begins is not None:
        notices.note_turn(session, None, change.begins, servers.now())
    vacations.note_players(session, (guest for _, guest in after.holders - before.holders), made)


def note_jobs(session: Session, before: StoredGame, after: StoredGame, servers: Servers) -> None:
    """What has to be done from now on, by another server if this one is killed: watch the clock, let a bot think."""
    if is_running(after.match) and not is_running(before.match):
        jobs.put(session, CLOCK, after.id, first_flag(after.match))
    if bot_to_move(before) is None and bot_to_move(after) is not None:
        jobs.put(session, BOT, after.id, servers.now(), servers.id)
    elif bot_to_move(before) is not None and bot_to_move(after) is None:
        jobs.drop(session, BOT, after.id)


def first_flag(match: Match) -> int:
    """When a clock may run out at the earliest, whatever is played."""
    assert match.clock is not None
    now = match.now()
    return now + max(LEAST_WATCH_MS, min(match.clock.left_ms(seat, now) for seat in (0, 1)))


def claim_version(connection: Connection, stored: StoredGame, columns: Mapping[str, Any] = NO_COLUMNS) -> None:
    """Let only this transaction change the game, if it is still as `stored` says; otherwise Outdated.

    `columns` of its row get other values.  Here and for the moves plain statements are used, since objects are slow.
    """
    claimed = connection.execute(NEXT_VERSION, {"key": stored.id, "known": stored.version, **columns})
    if claimed.rowcount != 1:
        raise Outdated(t("The game has changed in the meantime. Nothing was saved."))


def add_moves(connection: Connection, stored: StoredGame, first: int, made: int) -> None:
    """Store the moves of a game from this ply on."""
    for ply, played in enumerate(stored.match.plies[first:], first):
        connection.execute(INSERT_MOVE, move_row(stored.id, ply, move_values(played), made))


def update_tags(session: Session, stored: StoredGame) -> None:
    """Store the tags of a game's record."""
    session.execute(update(GameRow).where(GameRow.id == stored.id).values(tags=dict(stored.match.tags)))


def delete_moves(session: Session, game: str, first: int) -> None:
    """Delete the moves from a ply on."""
    session.execute(delete(MoveRow).where(MoveRow.game == game, MoveRow.ply >= first))


def delete_game(session: Session, stored: StoredGame) -> None:
    """Delete a game that never began, and the series that it was the first of."""
    session.execute(delete(GameRow).where(GameRow.id == stored.id))  # its seats, holders and offers go with it
    if stored.series is not None and stored.round == 1:
        session.execute(delete(SeriesRow).where(SeriesRow.id == stored.series))


def update_seats(session: Session, before: StoredGame, after: StoredGame) -> None:
    """Store who has sat down, and new names."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old != new:
            seat = update(SeatRow).where(SeatRow.game == after.id, SeatRow.seat == number)
            session.execute(seat.values(name=new.name, generation=new.generation))
    for number, guest in after.holders - before.holders:
        session.merge(HolderRow(game=after.id, seat=number, guest=guest))


def note_offer(session: Session, game: str, kind: str, seat: int, ply: int) -> None:
    """An offer was made."""
    session.execute(insert(OfferRow).values(game=game, kind=kind, seat=seat, ply=ply, answer=None, made=now_ms()))


def last_offers(session: Session, game: str) -> dict[tuple[str, int], int]:
    """The ply at which each seat last made an offer of each kind."""
    last = func.max(OfferRow.ply)
    found = session.execute(
        select(OfferRow.kind, OfferRow.seat, last).where(OfferRow.game == game).group_by(OfferRow.kind, OfferRow.seat)
    )
    return {(kind, seat): ply for kind, seat, ply in found}


def waiting_offers(session: Session, game: str) -> dict[str, int]:
    """The seats with an unanswered request to the other."""
    is_waiting = (OfferRow.game == game, OfferRow.answer.is_(None), OfferRow.kind.in_(ASKED))
    return {row.kind: row.seat for row in session.scalars(select(OfferRow).where(*is_waiting))}


def answer_offers(session: Session, game: str, kind: str, answer: str) -> None:
    """The unanswered offers of a kind were answered."""
    session.execute(
        update(OfferRow)
        .where(OfferRow.game == game, OfferRow.kind == kind, OfferRow.answer.is_(None))
        .values(answer=answer)
    )


def greet_guest(session: Session, guest: str, name: str | None = None) -> str:
    """Note that a guest is here, under a new name if one is given; returns the name, which of an account stays."""
    row = session.get(Guest, guest)
    if row is None:
        row = Guest(id=guest, name=name or NAMELESS, made=now_ms(), seen=now_ms())
        session.add(row)
    else:
        row.seen = now_ms()
        row.name = row.name if is_account(guest) else name or row.name
    return row.name
