"""A mail server for tests, on loopback: it keeps what it is sent."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
import time
from email.message import EmailMessage


class MailServer:
    """Speaks as much SMTP as sending needs; `refuses` answers the next recipients with a code."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.refuses: list[int] = []
        self.tries = 0
        self.is_mute = False
        self.over = threading.Event()
        own = self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, line: str) -> None:
                self.wfile.write(f"{line}\r\n".encode())

            def handle(self) -> None:
                if own.is_mute:
                    own.over.wait(60)
                    return
                self.say("220 test")
                while line := self.rfile.readline().decode().strip():
                    verb = line.split(":")[0].split()[0].upper()
                    if verb == "EHLO":
                        self.say("250 test")
                    elif verb == "RCPT":
                        own.tries += 1
                        code = own.refuses.pop(0) if own.refuses else 250
                        own.recipients += [line] if code == 250 else []
                        self.say(f"{code} so")
                    elif verb == "DATA":
                        self.say("354 go")
                        lines = iter(self.rfile.readline, b".\r\n")
                        content = b"".join(line.removeprefix(b".") if line[:2] == b".." else line for line in lines)
                        own.mails.append(email.message_from_bytes(content, policy=email.policy.default))
                        self.say("250 taken")
                    else:
                        self.say("221 bye" if verb == "QUIT" else "250 fine")
                        if verb == "QUIT":
                            return

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.server.server_address[1]}"

    def wait(self, count: int = 1, patience_s: float = 30.0) -> EmailMessage:
        """The last mail, once there are so many."""
        end = time.monotonic() + patience_s
        while len(self.mails) < count:
            assert time.monotonic() < end, self.mails
            time.sleep(0.02)
        return self.mails[count - 1]

    def close(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()
