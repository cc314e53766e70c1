"""Mail: what a host who has a mail server lets Ludoteca send.

A few mails a day need no more than the standard library's `smtplib`, in a thread of its own.
"""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.web.settings import Settings

ANSWER_S = 20.0  # for each step of the conversation
MOST_WAITING = 1000
LONGEST = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
PORTS = {"smtp": 587, "smtps": 465}
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class BadAddress(LudotecaError):
    """Not an email address."""


class BadMailServer(LudotecaError):
    """A mail server that cannot be used as it was given."""


class NotSent(Exception):
    """A mail that was not accepted."""

    def __init__(self, reason: str, *, is_final: bool) -> None:
        super().__init__(reason)
        self.is_final = is_final  # whether another try would end the same


def checked_address(text: str) -> str:
    """An email address, as it is stored; BadAddress for anything else."""
    address = text.strip().lower()
    if len(address) > LONGEST or not ADDRESS.fullmatch(address) or ".." in address:
        raise BadAddress(t("This is not an email address."))
    return address


def mailer_for(settings: Settings) -> Mailer | None:
    """What sends mail, if the host has a mail server; BadMailServer if it cannot be used."""
    if not settings.smtp:
        return None
    if not settings.public_url:
        raise BadMailServer("--smtp also needs --public-url, for the links in mails")
    return Mailer(settings.smtp, settings.mail_from)


class Mailer:
    """Sends mail through the host's server: over TLS, or without it on the same machine."""

    def __init__(self, server: str, sender: str) -> None:
        place = urlsplit(server)
        try:
            port = place.port or PORTS[place.scheme]
        except (KeyError, ValueError) as error:
            raise BadMailServer("--smtp must be given as smtps://user:password@host:port") from error
        if not place.hostname:
            raise BadMailServer("--smtp must be given as smtps://user:password@host:port")
        try:
            self.sender = Address("Ludoteca", addr_spec=checked_address(sender))
        except BadAddress as error:
            raise BadMailServer(f"--mail-from must be an email address, not {sender!r}") from error
        self._host, self._port, self._is_tls = place.hostname, port, place.scheme == "smtps"
        self._user, self._password = unquote(place.username or ""), unquote(place.password or "")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mail")
        self._waiting = 0

    async def send(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> None:
        """Send a mail; NotSent if that is impossible."""
        if self._waiting >= MOST_WAITING:
            raise NotSent("too many are waiting", is_final=False)
        self._waiting += 1
        try:
            message = self._message(to, subject, text, headers)
            await asyncio.get_running_loop().run_in_executor(self._thread, self._send, message)
        except smtplib.SMTPRecipientsRefused as error:
            code = max(code for code, _ in error.recipients.values())
            raise NotSent(f"the address was refused with {code}", is_final=code >= 500) from error
        except smtplib.SMTPResponseException as error:
            is_final = error.smtp_code >= 500 and not isinstance(error, smtplib.SMTPAuthenticationError)
            raise NotSent(f"refused with {error.smtp_code}", is_final=is_final) from error
        except (smtplib.SMTPException, OSError) as error:
            raise NotSent(type(error).__name__, is_final=False) from error
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End; what is still waiting is not sent."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _message(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, Address(addr_spec=to), subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.domain)
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        return message

    def _send(self, message: EmailMessage) -> None:
        context = ssl.create_default_context()
        if self._is_tls:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=ANSWER_S, context=context)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=ANSWER_S)
        with server:
            if not self._is_tls and self._host not in LOOPBACK:
                server.starttls(context=context)
            if self._user:
                server.login(self._user, self._password)
            server.send_message(message)
