"""Being told: push messages for people who have no page open, and mail about games that have been waiting for long.

What comes up is a job in the database.  The server that takes it tells all others, which show it on the pages that are
open there; where there is none, a job for each device follows.  Each job is taken off the list before its message is
sent, so that nobody is told twice; if the server is killed in between, nobody is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.languages import in_language, t
from ludoteca.web.live.lobby import Lobby
from ludoteca.web.settings import Settings
from ludoteca.web.storage import jobs, notices
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.storage.notices import CHALLENGE, Device, Notice
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.words import person_name
from ludoteca.web.telling import Telling
from ludoteca.web.web_push import Answer, BadSubscription, Busy, Message, PushSender, Signer

TOPIC = "notice"
KEEP_S = 24 * 3600  # a message that could not be delivered by then is dropped
BUSY_MS = 5000
AGAIN_MS, LONGEST_WAIT_MS = 30_000, 3600 * 1000
MOST_TRIES = 3

log = logging.getLogger("ludoteca.web")


class Notices:
    """What one server tells those who are not here."""

    def __init__(self, settings: Settings, storage: Storage, telling: Telling, servers: Servers, lobby: Lobby) -> None:
        self.sender = PushSender(Signer(settings.secret()), settings.push_networks)
        self.has_page: Callable[[str], bool] = lambda _: False  # whether a page of theirs is open on this server
        self.jobs: dict[str, Callable[[str], Awaitable[None]]] = {
            notices.NOTICE: self._begin,
            notices.PUSH: self._push,
        }
        self._contact = settings.public_url if settings.is_secure else "mailto:ludoteca@localhost"
        self._storage, self._telling, self._servers, self._lobby = storage, telling, servers, lobby
        self._tasks: set[asyncio.Task[None]] = set()
        telling.on(TOPIC, lambda subject: self._spawn(self._show(subject)))

    def close(self) -> None:
        """End; what is being sent may or may not arrive."""
        for task in self._tasks:
            task.cancel()
        self.sender.close()

    # --- a notice, on the server that takes it and on those that hear of it

    async def _begin(self, subject: str) -> None:
        begun = await self._storage.write(lambda session: notices.begin(session, subject, self._servers), subject)
        if begun is not None:
            self._telling.tell(TOPIC, subject)

    async def _show(self, subject: str) -> None:
        """If a page of theirs is open here, it shows the notice, and nothing is sent."""
        notice = await self._storage.read(lambda session: notices.load_notice(session, subject))
        if notice is None or not any(map(self.has_page, notice.players)):
            return
        await self._storage.write(lambda session: notices.seen_here(session, subject), subject)
        self._lobby.show(notice.players, lambda language: in_language(words_of(notice), language))

    # --- a message to a device

    async def _push(self, job: str) -> None:
        """Send a notice to a device; the job is "NOTICE:DEVICE", and "NOTICE:DEVICE:2" for the second try."""
        subject, device, tries = parts_of(job)

        def work(session: Session) -> tuple[Notice, Device] | None:
            if not notices.finish(session, notices.PUSH, job, self._servers):
                return None
            notice, found = notices.load_notice(session, subject), notices.device_of(session, device)
            if notice is None or found is None or found[0] not in notice.players:
                return None
            return notice, found[1]

        wanted = await self._storage.write(work, job)
        if wanted is not None:
            self._spawn(self._send(*wanted, subject, device, tries))  # other jobs do not wait for it

    async def _send(self, notice: Notice, to: Device, subject: str, device: str, tries: int) -> None:
        words = in_language(words_of(notice), to.language)
        shown = {"title": words["title"], "body": words["body"], "navigate": to.origin + words["page"]}
        shown |= {"lang": to.language, "tag": notice.about}
        content = json.dumps({"web_push": 8030, "notification": shown}, ensure_ascii=False).encode()
        try:
            answer = await self.sender.send(Message(content, notice.about, KEEP_S), to.subscription, self._contact)
        except Busy:
            await self._later(f"{subject}:{device}:{tries}", BUSY_MS)
            return
        except BadSubscription:
            answer = Answer(410)
        log.info("push", extra={"status": answer.status, "try": tries})
        is_again = answer.may_be_sent_again and tries < MOST_TRIES
        if is_again:
            wait_ms = max(AGAIN_MS * tries, min(1000 * answer.wait_s, LONGEST_WAIT_MS))
            await self._later(f"{subject}:{device}:{tries + 1}", wait_ms)
        is_taken, is_gone = answer.is_taken, answer.is_gone
        await self._storage.write(
            lambda session: notices.note_sent(session, device, is_taken=is_taken, is_gone=is_gone), device
        )

    async def _later(self, job: str, wait_ms: int) -> None:
        due = self._servers.now() + wait_ms
        await self._storage.write(lambda session: jobs.put(session, notices.PUSH, job, due), job)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await work
            except StorageError:  # logged where it happened
                pass
            except Exception:  # the outermost loop of a background task
                log.exception("notice failed")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def parts_of(job: str) -> tuple[str, str, int]:
    """The notice that a job is to send, to which device, and which try it is."""
    parts = job.split(":")
    of_notice = 2 if parts[0] == CHALLENGE else 4
    device, *tries = parts[of_notice:]
    return ":".join(parts[:of_notice]), device, int(tries[0]) if tries else 1


def words_of(notice: Notice) -> dict[str, Any]:
    """What a notice says, and the page that it is about."""
    try:
        title: str = t(find_game(notice.rules).title)
    except LudotecaError:  # its rules are no longer installed
        title = notice.rules
    name = person_name(notice.name)
    if notice.kind == CHALLENGE:
        words = {"title": t("{game}: a challenge", game=title), "body": t("{name} challenges you.", name=name)}
        return {**words, "page": "/#lobby"}
    words = {"title": t("{game}: your turn", game=title), "body": t("{name} is waiting for your move.", name=name)}
    return {**words, "page": f"/game/{notice.about}"}
