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
from ludoteca.languages import in_language, t, translatable
from ludoteca.web.live.lobby import Lobby
from ludoteca.web.mail import NotSent, mailer_for
from ludoteca.web.people.account import LINK_HOURS, Account
from ludoteca.web.settings import Settings
from ludoteca.web.storage import jobs, notices
from ludoteca.web.storage.accounts import add_link, find_account
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.storage.game_lists import Listing
from ludoteca.web.storage.notices import CHALLENGE, Device, Notice, Waiting
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.words import person_name
from ludoteca.web.telling import Telling
from ludoteca.web.tokens import Tokens
from ludoteca.web.web_push import Answer, BadSubscription, Busy, Message, PushSender, Signer

TOPIC = "notice"
KEEP_S = 24 * 3600  # a message that could not be delivered by then is dropped
BUSY_MS = 5000
AGAIN_MS, LONGEST_WAIT_MS = 30_000, 3600 * 1000
MOST_TRIES = 3
MAIL_AGAIN_MS = 3600 * 1000
IGNORE = translatable("If you did not ask for this email, you can ignore it.")

log = logging.getLogger("ludoteca.web")


class Notices:
    """What one server tells those who are not here."""

    def __init__(self, settings: Settings, storage: Storage, telling: Telling, servers: Servers, lobby: Lobby) -> None:
        self.sender = PushSender(Signer(settings.secret()), settings.push_networks)
        self.has_page: Callable[[str], bool] = lambda _: False  # whether a page of theirs is open on this server
        self.jobs: dict[str, Callable[[str], Awaitable[None]]] = {
            notices.NOTICE: self._begin,
            notices.PUSH: self._push,
            notices.DIGEST: self._digest,
        }
        self.mailer = mailer_for(settings)
        self._tokens = Tokens(settings.secret())
        self._site = settings.public_url
        self._contact = settings.public_url if settings.is_secure else "mailto:ludoteca@localhost"
        self._storage, self._telling, self._servers, self._lobby = storage, telling, servers, lobby
        self._tasks: set[asyncio.Task[None]] = set()
        telling.on(TOPIC, lambda subject: self._spawn(self._show(subject)))

    def close(self) -> None:
        """End; what is being sent may or may not arrive."""
        for task in self._tasks:
            task.cancel()
        self.sender.close()
        if self.mailer is not None:
            self.mailer.close()

    # --- a notice, on the server that takes it and on those that hear of it

    async def _begin(self, subject: str) -> None:
        begun = await self._storage.write(lambda session: notices.begin(session, subject, self._servers), subject)
        if begun is not None:
            self._telling.tell(TOPIC, subject)

    async def _show(self, subject: str) -> None:
        """If a page of theirs is open here, nothing is sent.  It knows of turns already, and shows a challenge."""
        notice = await self._storage.read(lambda session: notices.load_notice(session, subject))
        if notice is None or not any(map(self.has_page, notice.players)):
            return
        await self._storage.write(lambda session: notices.seen_here(session, subject), subject)
        if notice.kind == CHALLENGE:
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

    # --- mail

    async def _digest(self, account: str) -> None:
        """Send word of the games that wait for someone."""
        waiting = await self._storage.write(
            lambda session: notices.begin_digest(session, account, self._servers), account
        )
        if waiting is not None:
            self._spawn(self._mail_digest(account, waiting))

    async def _mail_digest(self, account: str, waiting: Waiting) -> None:
        lines = [in_language(against(game), waiting.language) for game in waiting.games]
        links = [f"{self._site}/game/{game['id']}" for game in waiting.games]
        stop = f"{self._site}/mail/stop/{self._tokens.digest_token(account)}"
        subject = t("{count} {count:game|games} waiting for your move", count=len(links))
        end = t("You get a reminder at most twice a day. To stop these emails, open {link}", link=stop)
        subject, end = in_language([subject, end], waiting.language)
        games = [f"{line}\n{link}" for line, link in zip(lines, links, strict=True)]
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        if not await self._mail(waiting.address, subject, [*games, end], headers):
            due = self._servers.now() + MAIL_AGAIN_MS
            await self._storage.write(lambda session: jobs.put(session, notices.DIGEST, account, due), account)

    def ask_address(self, account: Account, address: str, language: str) -> None:
        """Find out whether an address belongs to an account's owner."""
        link = f"{self._site}/mail/confirm/{self._tokens.address_token(account.id, address)}"
        asks = t(
            "Open this link to use this address for the account {name}. It works for {hours} hours.",
            name=account.name,
            hours=LINK_HOURS,
        )
        words = in_language([t("Confirm your email address"), asks, link, t(IGNORE)], language)
        self._spawn(self._mail_once(address, words))

    def mail_links(self, address: str, language: str) -> None:
        """Mail a link to sign in, if an account has this address; the caller learns nothing about that."""
        self._spawn(self._mail_links(address, language))

    async def _mail_links(self, address: str, language: str) -> None:
        def work(session: Session) -> list[tuple[str, str]]:
            found = [find_account(session, account) for account in notices.accounts_at(session, address)]
            return [(account.name, add_link(session, account.id)) for account in found if account is not None]

        for name, secret in await self._storage.write(work):
            opens = t(
                "Open this link to sign in as {name}. It works once, within {hours} hours.", name=name, hours=LINK_HOURS
            )
            link = f"{self._site}/sign-in/link/{secret}"
            await self._mail_once(address, in_language([t("Sign in to Ludoteca"), opens, link, t(IGNORE)], language))

    async def _mail_once(self, address: str, words: list[str]) -> None:
        await self._mail(address, words[0], words[1:], {})

    async def _mail(self, address: str, subject: str, parts: list[str], headers: dict[str, str]) -> bool:
        """Send a mail; False if it is worth another try."""
        if self.mailer is None:
            return True
        try:
            await self.mailer.send(address, subject, "\n\n".join(parts) + "\n", headers)
        except NotSent as error:
            log.warning("mail not sent", extra={"reason": str(error)})
            return error.is_final
        log.info("mail sent")
        return True

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


def against(game: Listing) -> str:
    """A game that waits, in words."""
    other = game["seats"][1 - game["mover"]]
    return t("{game} against {name}", game=title_of(game["game"]), name=person_name(other["name"]))


def title_of(rules: str) -> str:
    """What a game is called."""
    try:
        return t(find_game(rules).title)
    except LudotecaError:  # its rules are no longer installed
        return rules


def words_of(notice: Notice) -> dict[str, Any]:
    """What a notice says, and the page that it is about."""
    title = title_of(notice.rules)
    name = person_name(notice.name)
    if notice.kind == CHALLENGE:
        words = {"title": t("{game}: a challenge", game=title), "body": t("{name} challenges you.", name=name)}
        return {**words, "page": "/#lobby"}
    words = {"title": t("{game}: your turn", game=title), "body": t("{name} is waiting for your move.", name=name)}
    return {**words, "page": f"/game/{notice.about}"}
