"""PostgreSQL for tests: a cluster of their own in a temporary folder, on a loopback port, gone when they end."""

from __future__ import annotations

import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

PATIENCE_S = 60.0
PASSWORD = "s3cret/pass:word@x"  # with every character that an address has a meaning for
MISSING = "these tests need PostgreSQL: apt-get install postgresql, or name the folder of its programs in POSTGRES_BIN"


def program(name: str) -> str:
    """One of PostgreSQL's programs; the test fails where there is none."""
    chosen = os.environ.get("POSTGRES_BIN")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    folders = [chosen] if chosen else [*map(str, reversed(debian)), os.environ.get("PATH", "")]
    found = shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_running(pid: int) -> bool:
    """Whether a process has not ended yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class CutLine:
    """A line to PostgreSQL that can be made to break when a move is committed: carried out, but its answer is lost."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.breaks = False  # at the next commit of a move
        self.is_down = False  # whether whoever connects is sent away
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        self.ends: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        """Be one connection to its end; only this thread closes its sockets."""
        with near, suppress(OSError):
            if self.is_down:
                return
            with socket.create_connection(("127.0.0.1", self.target)) as far:
                self.ends.update((near, far))
                try:
                    self._pass_on(near, far)
                finally:
                    self.ends.difference_update((near, far))

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        """Pass on what either end says, until one has ended or everything is cut."""
        has_move = is_committing = False
        while True:
            for source in select.select([near, far], [], [])[0]:
                data = source.recv(65536)
                if source is far and is_committing:  # this was the answer
                    self._cut()
                    return
                if not data:
                    return
                has_move |= source is near and self.breaks and b"INSERT INTO moves" in data
                if has_move and source is near and b"COMMIT" in data:
                    self.breaks, is_committing = False, True
                (far if source is near else near).sendall(data)

    def _cut(self) -> None:
        """Break all connections."""
        for end in list(self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)  # else `accept` would wait on
        self.listening.close()
        self._cut()


class Cluster:
    """A PostgreSQL server; it never runs as root, so root lends it another name."""

    def __init__(self) -> None:
        self.user = self._other_user() if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="ludoteca-pg-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.made = 0
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        if self.user is not None:
            for path in (self.folder, secret):
                shutil.chown(path, self.user)
        self._run(
            program("initdb"),
            *("-D", str(self.data), "-U", "ludoteca", "--pwfile", str(secret), "--auth", "scram-sha-256"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )

    @staticmethod
    def _other_user() -> str:
        names = {entry.pw_name for entry in pwd.getpwall()}
        return "postgres" if "postgres" in names else "nobody"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, user=self.user, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> Cluster:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "port": str(self.port),
            "max_connections": "30",
            "shared_buffers": "16MB",
            "fsync": "off",  # a killed program loses nothing that the system has; only a power cut would
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [program("postgres"), "-D", str(self.data), *options],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.execute("SELECT 1")
                return self
            except psycopg.OperationalError:
                assert self.process.poll() is None and time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """End it at once: every connection breaks, nothing is tidied up."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(30)

    def kill(self) -> None:
        """kill -9, the processes for its connections included: nothing is written any more."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        self.process.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self.process.wait(30)
        until = time.monotonic() + PATIENCE_S
        while any(is_running(int(child)) for child in children):  # until then their memory counts as in use
            assert time.monotonic() < until
            time.sleep(0.01)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def address(self, database: str, password: str = PASSWORD) -> str:
        """The address of a database, as it is given to the server."""
        from urllib.parse import quote

        return f"postgresql://ludoteca:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self.address(database), autocommit=True, connect_timeout=10)

    def execute(self, statement: str, database: str = "postgres") -> None:
        with self.connect(database) as connection:
            connection.execute(statement.encode())

    def new_database(self) -> str:
        """The name of a database that is empty."""
        self.made += 1
        name = f"games{self.made}"
        self.execute(f"CREATE DATABASE {name}")
        return name
