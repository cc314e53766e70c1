"""Preparing games: the compiled rules of a game are loaded when someone first opens it."""

from __future__ import annotations

import asyncio
import gc
import logging
from contextlib import suppress

from ludoteca.compiler.compiled import directory_of
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.web.engine.pool import EngineError
from ludoteca.web.engine.reader_processes import Readers
from ludoteca.web.engine.reading_tasks import load_rules

LONGEST_BLANK_S = 2.0  # that a page waits for its game; then it says that the game is being prepared

log = logging.getLogger("ludoteca.web")


class Preparation:
    """The games that can be played: on a machine that has never compiled it, a game needs some seconds first."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._begun: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._warming: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop."""
        for task in (*self._begun.values(), *self._warming):
            task.cancel()

    @property
    def is_busy(self) -> bool:
        """Whether a game is being prepared."""
        return self._one_at_a_time.locked()

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if game not in self._begun:
            self._begun[game] = asyncio.create_task(self._run(game))
        await asyncio.shield(self._begun[game])

    async def is_ready(self, game: str) -> bool:
        """Whether a game can be played now or in a moment."""
        try:
            await asyncio.wait_for(self.ready(game), LONGEST_BLANK_S)
        except TimeoutError:
            return False
        return True

    async def _run(self, name: str) -> None:
        async with self._one_at_a_time:
            try:
                await self.prepare(name)
            except LudotecaError as error:  # a game of another package that cannot be loaded
                log.error("game not loaded", extra={"game": name, "error": str(error)})
            except Exception:  # the outermost place: the other games can still be played
                log.exception("game not loaded", extra={"game": name})

    async def prepare(self, name: str) -> None:
        """Compile a game in another process, then load it."""
        if not is_compiled_before(name):
            with suppress(EngineError):  # then it is compiled here, which delays whoever loads a page
                await self._readers.prepare(name)
        await asyncio.to_thread(load_rules, name)
        gc.collect()
        gc.freeze()  # modules, rules and machine code are permanent: no need to search them again
        warming = asyncio.create_task(self._readers.warm(name))  # nobody waits for it
        self._warming.add(warming)
        warming.add_done_callback(self._warming.discard)


def is_compiled_before(name: str) -> bool:
    """Whether a game's machine code is on disk."""
    directory = directory_of(find_game(name).source)
    return directory is not None and any(directory.rglob("*.nbi"))
