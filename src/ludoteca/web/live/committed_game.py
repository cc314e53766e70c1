"""A game that changes by commits: what is written to the database is valid, and nothing else.

Every write names the version of the game that it changes, and fails if that is no longer current: then another server
has written, and this one continues from what it finds.  No server owns a game.

A commit may also fail in such a way that its outcome is unknown.  Then the game is in doubt, and the database has the
last word.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from ludoteca.languages import t, translatable
from ludoteca.web.storage import repository
from ludoteca.web.storage.databases import Outdated, StorageError, Unsettled
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.changes import Change
from ludoteca.web.table.stored_game import Refused, StoredGame
from ludoteca.web.table.words import NO_SUCH_GAME

LOOK_AGAIN_S = (0.0, 0.25, 0.5, 1.0, 2.0)  # after a commit that failed, while the requester waits
LONGEST_LOOK_S = 6.0
UNKNOWN = translatable("The server cannot reach its database right now.")


class CommittedGame:
    """A game as it is in the database.  Only one task at a time may use it."""

    def __init__(self, stored: StoredGame, storage: Storage, servers: Servers) -> None:
        self.stored = stored
        self.storage = storage
        self.servers = servers
        self.is_deleted = False
        self.is_in_doubt = False  # whether the outcome of the last write is unknown

    def begin(self, change: Change) -> asyncio.Future[None]:
        """Begin to store a change, for `finish`."""
        if self.is_deleted:
            raise Refused(t(NO_SUCH_GAME))
        write = partial(repository.write_change, before=self.stored, change=change, servers=self.servers)
        return self.storage.begin_write(write, self.stored.id)

    async def finish(self, change: Change, writing: asyncio.Future[None]) -> None:
        """Adopt a change once it is stored, and only then.

        StorageError if it was not written, Unsettled if that cannot be known yet, Outdated if the game has changed
        elsewhere: then its state is that of the database.
        """
        try:
            await writing
        except Outdated:
            self.is_in_doubt = True
            await self.look_again()
            raise
        except Unsettled as error:
            if not await self._was_done(change):
                raise error.not_done() from None
        self.stand(change.after)

    async def settle(self) -> bool:
        """If the game is in doubt, check the database; whether that changed anything.  Unsettled while it is away."""
        if not self.is_in_doubt:
            return False
        before = self.stored
        try:
            await self.look_again()
        except StorageError:
            raise Unsettled(t(UNKNOWN)) from None
        return self.is_deleted or self.stored is not before

    async def _was_done(self, change: Change) -> bool:
        """Whether a failed commit was written after all; Unsettled if that cannot be determined soon."""
        self.is_in_doubt = True
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_LOOK_S):
                for pause in LOOK_AGAIN_S:
                    await asyncio.sleep(pause)
                    with suppress(StorageError):
                        await self.look_again(change.after)
                        return self.is_deleted if change.after is None else self.stored is change.after
        raise Unsettled(t(UNKNOWN))

    async def look_again(self, trial: StoredGame | None = None) -> bool:
        """Adopt the database's state, if it is another; if that is what a failed commit wanted, its trial."""
        found = await self.storage.read(lambda session: repository.load_game_row(session, self.stored.id))
        self.is_in_doubt = False
        is_other = found is None or found.version != self.stored.version
        if is_other:
            is_trial = found is not None and trial is not None and repository.are_alike(found, trial)
            self.stand(trial if is_trial else found)
        return is_other

    def stand(self, stored: StoredGame | None) -> None:
        """Continue from this state; none: the game is deleted."""
        if stored is None:
            self.is_deleted = True
        else:
            self.stored = stored
