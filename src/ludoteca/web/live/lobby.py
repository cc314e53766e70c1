"""The lobby: open challenges, whoever waits for an opponent, and word of what has changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from random import SystemRandom
from typing import Any

from sqlalchemy.orm import Session

from ludoteca.games import find_game
from ludoteca.languages import t
from ludoteca.web.live.broadcast import Listener
from ludoteca.web.people.glicko2 import Rating
from ludoteca.web.storage import accounts, acquaintances, challenges, notices, ratings, repository
from ludoteca.web.storage.databases import Outdated, StorageError
from ludoteca.web.storage.game_lists import is_your_turn, list_games
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.challenges import (
    MOST_AT_ADDRESS,
    Challenge,
    NewChallenge,
    accepted_before,
    begin_game,
    fits,
    is_pending,
    must_be_open_to,
    post,
    rated_in,
)
from ludoteca.web.table.new_game import NewGame
from ludoteca.web.table.stored_game import Refused, now_ms
from ludoteca.web.telling import Telling
from ludoteca.web.view import compact

MOST_TURNS = 200  # games that are looked at for whose turn it is
LOOK_S = 5.0  # how often it is noted who is here, and seen who has left

log = logging.getLogger("ludoteca.web")
chance = SystemRandom()


class Lobby:
    """The challenges of one server, and those who listen to it in this process."""

    def __init__(
        self,
        storage: Storage,
        telling: Telling,
        servers: Servers,
        is_prepared: Callable[[str], Awaitable[object]],
        address_of: Callable[[str], str],
    ) -> None:
        self.storage = storage
        self.telling = telling
        self.servers = servers
        self._is_prepared = is_prepared  # waits until a game's rules are compiled
        self._address_of = address_of  # where a guest was last seen
        self.listeners: set[Listener] = set()
        self._shown: list[tuple[str, int]] = []  # which challenges were open when everyone was last told
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None
        telling.on("lobby", lambda _: self._begin(self._tell_changes()))
        telling.on("turn", self._hear_of_turn)
        telling.on("accepted", lambda game: self._begin(self._tell_accepted(game)))

    # --- what people do

    async def open_to(self, guest: str) -> list[Challenge]:
        """The challenges that a guest sees."""
        return await self.storage.read(lambda session: challenges.shown_to(session, guest, now_ms()))

    async def post(self, new: NewChallenge, guest: str) -> str | None:
        """Post a challenge, or accept one that offers the same: returns the game that begins, if any."""
        await self._is_prepared(find_game(new.wanted.game).name)
        name = await self._name_of(guest, new.wanted.name)
        to = await self.storage.read(lambda session: _person(session, new.to, guest)) if new.to else None
        own = await self.storage.read(lambda session: challenges.of_guest(session, guest))
        wanted = await self.storage.read(lambda session: ratings.in_fair_pairs(session, new.wanted))
        rating = next(iter((await self.ratings_of(guest, [wanted])).values()), None)
        posted = post(new.model_copy(update={"wanted": wanted}), guest, name, to, own, chance, now_ms(), rating)
        if any(each.id == posted.id for each in own):
            return None
        for other in await self.open_to(guest):
            if fits(other, posted):
                try:
                    return await self.accept(other.id, guest, posted.wanted.side)
                except (Refused, Outdated):
                    continue  # someone was quicker
        await self._must_have_room(guest)

        def store(session: Session) -> None:
            challenges.add(session, posted)
            notices.note_challenge(session, posted.id, posted.to, self.servers.now())

        await self.storage.write(store)
        self.telling.tell("lobby", posted.id)
        log.info("challenge posted", extra={"rules": posted.wanted.game})
        return None

    async def _must_have_room(self, guest: str) -> None:
        """Refuse one more challenge from an address that has very many."""
        standing = await self.storage.read(lambda session: challenges.posters(session, now_ms()))
        address = self._address_of(guest)
        if sum(self._address_of(poster) == address for poster in standing) >= MOST_AT_ADDRESS:
            raise Refused(t("There are too many open challenges from your network. Try again later."))

    async def accept(self, challenge: str, guest: str, side: str = "random") -> str:
        """Accept a challenge; returns the game that begins, or that has begun because the guest accepted before."""

        def work(session: Session) -> tuple[Challenge | None, bool]:
            found = challenges.load(session, challenge)
            return found, found is not None and acquaintances.is_blocked(session, guest, [found.guest])

        found, is_blocked = await self.storage.read(work)
        if found is not None and (game := accepted_before(found, guest)):
            return game
        rating = next(iter((await self.ratings_of(guest, [found.wanted] if found else [])).values()), None)
        found = must_be_open_to(found, guest, is_blocked=is_blocked, now=now_ms(), rating=rating)
        await self._is_prepared(found.wanted.game)
        stored = begin_game(found, guest, await self._name_of(guest), chance, side)

        def store(session: Session) -> None:
            challenges.accept(session, found, stored, guest)
            notices.note_turn(session, None, stored, self.servers.now())

        await self.storage.write(store)
        self.telling.tell("accepted", stored.id)
        self.telling.tell("lobby", challenge)
        log.info("challenge accepted", extra={"game": stored.id, "rules": stored.match.variant.name})
        return stored.id

    async def withdraw(self, challenge: str, guest: str) -> None:
        """End a challenge of one's own."""
        if not await self.storage.write(lambda session: challenges.withdraw(session, challenge, guest)):
            raise Refused(t("You have no such challenge."))
        self.telling.tell("lobby", challenge)

    async def ratings_of(self, guest: str, wanted: Collection[NewGame]) -> dict[tuple[str, str, str], Rating]:
        """What counts where challenges are for some ratings, by guest, game and speed; guests have none."""
        keys = {(guest, *rated_in(each)) for each in wanted}
        return await self.storage.read(lambda session: ratings.ratings_among(session, keys)) if keys else {}

    async def _name_of(self, guest: str, name: str = "") -> str:
        return await self.storage.write(lambda session: repository.greet_guest(session, guest, name or None))

    def show(self, players: Collection[str], notice: Callable[[str], dict[str, str]]) -> None:
        """Pages of these people that are open here show a notice, each in its language."""
        for listener in self.listeners:
            if listener.guest in players:
                listener.send(compact({"type": "notice", **notice(listener.language)}))

    # --- who listens

    async def join(self, listener: Listener) -> None:
        """A page opens: it hears how many challenges of its visitor are pending, and of games that have just begun."""
        self.listeners.add(listener)
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._keep())
        await self._note_seen([listener.guest])

        def work(session: Session) -> tuple[list[Challenge], list[str]]:
            return challenges.of_guest(session, listener.guest), challenges.just_begun(session, listener.guest)

        own, games = await self.storage.read(work)
        listener.send(compact({"type": "waiting", "count": sum(is_pending(each, now_ms()) for each in own)}))
        for game in games:
            await self._tell_accepted(game, listener)
        await self._tell_turns(listener.guest, [listener])

    def leave(self, listener: Listener) -> None:
        """A page closes."""
        self.listeners.discard(listener)

    def close(self) -> None:
        """The server is shutting down."""
        if self._keeper is not None:
            self._keeper.cancel()

    async def _keep(self) -> None:
        """While anybody listens: note that they are here, and tell them when someone else no longer is."""
        while self.listeners:
            await asyncio.sleep(LOOK_S)
            try:
                await self._note_seen({listener.guest for listener in self.listeners})
                await self._tell_changes()
            except StorageError:  # logged where it happened
                continue

    async def _note_seen(self, guests: Any) -> None:
        await self.storage.write(lambda session: challenges.note_seen(session, guests, now_ms()))

    async def _tell_changes(self) -> None:
        """If other challenges are open than before, pages fetch the list."""
        shown = await self.storage.read(lambda session: challenges.open_now(session, now_ms()))
        if shown != self._shown:
            self._shown = shown
            for listener in self.listeners:
                listener.send(compact({"type": "changed"}))

    async def _tell_accepted(self, game: str, only: Listener | None = None) -> None:
        """Whoever posted the challenge hears of the game that has begun."""
        if not self.listeners:
            return
        found = await self.storage.read(lambda session: challenges.poster_of(session, game))
        if found is None:
            return
        for listener in [only] if only else [each for each in self.listeners if each.guest == found[0]]:
            listener.send(compact({"type": "accepted", "game": game, "name": found[1]}))

    def _hear_of_turn(self, name: str) -> None:
        """A game has gone on, whose id follows the guest who does not look at it."""
        guest, game = name.split(" ")
        if pages := [listener for listener in self.listeners if listener.guest == guest]:
            self._begin(self._tell_turns(guest, pages, game))

    async def _tell_turns(self, guest: str, pages: Collection[Listener], game: str | None = None) -> None:
        """In which games against people it is a guest's turn, how many go on, and which one has just gone on."""
        going = await self.storage.read(lambda session: list_games(session, guest, "going", MOST_TURNS))
        others = [item for item in going if item["kind"] == "friend"]
        turns = [item["id"] for item in others if is_your_turn(item)]
        for listener in pages:
            listener.send(compact({"type": "turns", "games": turns, "going": len(others), "new": game}))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await work
            except StorageError:  # logged where it happened: pages look again when they connect
                pass
            except Exception:  # the outermost loop of a background task
                log.exception("lobby task failed")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _person(session: Session, name: str, guest: str) -> str:
    """The account that a challenge is for, by its name."""
    row = accounts.named(session, name)
    if row is None or acquaintances.is_blocked(session, guest, [row.id]):
        raise Refused(
            t("There is no account called {name}, or its owner does not accept challenges from you.", name=name)
        )
    return row.id
