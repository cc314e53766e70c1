"""Preparing games: their compiled rules are loaded in the background, those first that someone is waiting for."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress

from ludoteca.compiler.compiled import directory_of
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.web.engine.pool import EngineError
from ludoteca.web.engine.reader_processes import Readers
from ludoteca.web.engine.reading_tasks import load_rules

log = logging.getLogger("ludoteca.web")


class Preparation:
    """The games that cannot be played yet: on a machine that has never compiled them, each takes some seconds."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._waiting: OrderedDict[str, asyncio.Event] = OrderedDict()  # in the order in which they are prepared

    def open(self) -> asyncio.Task[None]:
        """Begin to prepare all games."""
        self._waiting.update((name, asyncio.Event()) for name in game_names())
        return asyncio.create_task(self._run())

    @property
    def is_done(self) -> bool:
        """Whether all games can be played."""
        return not self._waiting

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played; if not, it is prepared next."""
        if game not in self._waiting:
            return True
        self._waiting.move_to_end(game, last=False)
        return False

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if not self.is_ready(game):
            await self._waiting[game].wait()

    async def all_ready(self) -> None:
        """Wait until all games can be played."""
        for event in list(self._waiting.values()):
            await event.wait()

    async def _run(self) -> None:
        while self._waiting:
            name = next(iter(self._waiting))
            try:
                await self._prepare(name)
            except LudotecaError as error:  # a game of another package that cannot be loaded
                log.error("game not loaded", extra={"game": name, "error": str(error)})
            except Exception:  # the outermost loop: the other games can still be played
                log.exception("game not loaded", extra={"game": name})
            self._waiting.pop(name).set()

    async def _prepare(self, name: str) -> None:
        if not is_compiled_before(name):
            with suppress(EngineError):  # then it is compiled here, which delays whoever loads a page
                await self._readers.prepare(name)
        await asyncio.to_thread(load_rules, name)


def is_compiled_before(name: str) -> bool:
    """Whether a game's machine code is on disk."""
    directory = directory_of(find_game(name).source)
    return directory is not None and any(directory.rglob("*.nbi"))
