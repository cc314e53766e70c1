"""Trace which files of the package a task walks through: `python tools/walks.py [CHECKOUT]`.

Each walk is done once to compile and import what it needs, then again under a profiler, in a process of its own.  A
file is visited when one of its functions is called, and re-entered when a call comes from another file while one of its
own functions is still waiting: the walk turns back into a room that it has not left.  Compiled functions do not show.
On the static site the files are scripts, and all their calls are counted; who calls whom is not known.
CHECKOUT is another version of Ludoteca, which brings its own test helpers.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

ROOT = Path(__file__).parent.parent
IMPORTING = "<module>"


class Walk:
    """What a profiler sees of a task."""

    def __init__(self, package: Path) -> None:
        self.package = f"{package}{os.sep}"
        self.is_on = False
        self.visited: Counter[str] = Counter()  # calls from other files
        self.re_entered: Counter[str] = Counter()
        self.seen: set[FrameType] = set()  # coroutines are resumed, which is no new call

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """A function is called."""
        if not self.is_on or event != "call" or not self.is_ours(frame) or frame in self.seen:
            return
        self.seen.add(frame)
        above = self.callers(frame)
        name = frame.f_code.co_filename
        if IMPORTING in {each.f_code.co_name for each in (frame, *above)}:
            return
        if above and above[0].f_code.co_filename == name:
            return
        self.visited[name] += 1
        if any(each.f_code.co_filename == name for each in above):
            self.re_entered[name] += 1

    def is_ours(self, frame: FrameType) -> bool:
        """Whether a function is one of the package."""
        return frame.f_code.co_filename.startswith(self.package)

    def callers(self, frame: FrameType) -> list[FrameType]:
        """The package's functions that wait for this one, the nearest first."""
        found, above = [], frame.f_back
        while above is not None:
            if self.is_ours(above):
                found.append(above)
            above = above.f_back
        return found

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count what happens in here."""
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False


def declaration(walk: Walk) -> None:
    """From a game's file, which is declared, to the legal moves of its start."""
    import ludoteca

    with tempfile.TemporaryDirectory() as folder:
        for name in ("one", "two"):
            for copied in ("hexapawn.py", "hexapawn.rules.md"):
                text = (Path(walk.package).parents[1] / "examples" / copied).read_text("utf-8")
                Path(folder, copied.replace("hexapawn", name)).write_text(text, "utf-8")
        ludoteca.game(f"{folder}/one.py").start().moves()
        with walk.watched():
            ludoteca.game(f"{folder}/two.py").start().moves()


def analysis(walk: Walk) -> None:
    """`ludoteca analyse`, from the command line to the printed report."""
    from ludoteca.cli.app import run as run_command

    def run() -> None:
        sys.argv = ["ludoteca", "analyse", "gekitai", "--nodes", "10000"]
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            run_command()

    run()
    with walk.watched():
        run()


def bots_move(walk: Walk) -> None:
    """A bot's move on the full screen: from the key that asks for it until it is shown."""
    from screens import drive, gekitai_app
    from textual.pilot import Pilot

    async def steps(pilot: Pilot[None]) -> None:
        table = pilot.app.first_table  # type: ignore[attr-defined]

        async def one_move() -> None:
            played = len(table.match.plies)
            while len(table.match.plies) == played:
                await pilot.press("space")
                await pilot.pause(1)

        await one_move()
        with walk.watched():
            await one_move()

    with tempfile.TemporaryDirectory() as folder:
        drive(gekitai_app(Path(folder), seats=("greedy", "greedy"), pace=None), steps)


def click(walk: Walk) -> None:
    """A move on the server: from the message of one browser until the other has been told."""
    import httpx
    from servers import Client, two_players

    from ludoteca.web.serve import serve
    from ludoteca.web.settings import Settings

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"

    def play() -> None:
        is_ready = False
        while not is_ready:
            time.sleep(0.5)
            with contextlib.suppress(httpx.TransportError):
                is_ready = httpx.get(f"{base}/readyz").status_code == 200
        one, two, _ = two_players(SimpleNamespace(client=lambda: Client(base)))  # type: ignore[arg-type]
        for player, other, is_watched in ((one, two, False), (two, one, False), (one, two, True)):
            time.sleep(1)  # nothing else goes on
            walk.is_on = is_watched
            player.move(player.legal()[0])
            other.until("move")
            walk.is_on = False
        one.close()
        two.close()
        os.kill(os.getpid(), signal.SIGINT)

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        threading.Thread(target=play, daemon=True).start()
        with contextlib.suppress(KeyboardInterrupt):
            serve(Settings(data=Path(folder), port=port, workers=1, is_limited=False, offers_modules=False), "error")


def site_move(walk: Walk) -> None:
    """A click on a cell on the static site: the scripts of the page in which a function is called."""
    from browsers import RunningBrowser, cell, wait_for_ply, wait_for_table
    from sites import Host

    with tempfile.TemporaryDirectory() as folder:
        host = Host(Path(folder))
        host.build(["gekitai"], {"en": "English"})
        host.start()
        running = RunningBrowser()
        with running.at_work() as browser:
            page = browser.new_page()
            page.goto(f"{host.base}new/gekitai/?opponent=device")
            page.locator("#preview.drawn").wait_for()
            page.get_by_role("button", name="Begin").click()
            wait_for_table(page)
            profiler = page.context.new_cdp_session(page)
            profiler.send("Profiler.enable")
            profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
            cell(page, "b2").click()  # so that what is loaded on demand is there
            wait_for_ply(page, 1)
            page.wait_for_timeout(2000)
            profiler.send("Profiler.takePreciseCoverage")
            cell(page, "e5").click()
            wait_for_ply(page, 2)
            page.wait_for_timeout(1000)
            for script in profiler.send("Profiler.takePreciseCoverage")["result"]:
                if script["url"].startswith(host.base):
                    count_calls(walk, page.request.get(script["url"]).text(), script["functions"])
        running.close()
        host.stop()


def count_calls(walk: Walk, bundle: str, functions: list[dict[str, Any]]) -> None:
    """Add the calls of a bundle's functions, by the script that each is from."""
    begins = [(found.start(), found[1]) for found in re.finditer(r'^known\.set\("([^"]+)"', bundle, re.MULTILINE)]
    for each in functions:
        at, times = each["ranges"][0]["startOffset"], each["ranges"][0]["count"]
        name = next((name for begin, name in reversed(begins) if begin <= at), None)
        if name is not None and times:
            walk.visited[name] += times


WALKS: dict[str, Callable[[Walk], Any]] = {
    "a click to the opponent's screen": click,
    "`analyse`": analysis,
    "a bot's move in the terminal": bots_move,
    "declaration to legal moves": declaration,
    "a move on the static site (JavaScript; all calls)": site_move,
}


def trace(name: str, root: Path, is_long: bool) -> None:
    """Do a walk, and print a row of the table; or every file with how often it was entered."""
    walk = Walk(root / "src" / "ludoteca")
    sys.setprofile(walk)
    threading.setprofile(walk)
    WALKS[name](walk)
    sys.setprofile(None)
    print(f"| {name} | {len(walk.visited)} | {sum(walk.visited.values())} | {len(walk.re_entered)} |", flush=True)
    for file, times in walk.visited.most_common() if is_long else ():
        print(f"    {file.removeprefix(walk.package):40} {times:6} {walk.re_entered[file]:6}")


def main(arguments: list[str]) -> None:
    """Each walk in its own process; `--files` lists the files."""
    is_long = "--files" in arguments
    root = Path(next((each for each in arguments if not each.startswith("--")), ROOT)).resolve()
    name = os.environ.get("LUDOTECA_WALK")
    if name is not None:
        trace(name, root, is_long)
        return
    print("| walk | files visited | calls from file to file | files re-entered |\n|---|---|---|---|", flush=True)
    path = os.pathsep.join(str(root / folder) for folder in ("src", "tests", "tests/helpers", "tools"))
    for each in WALKS:
        command = [sys.executable, __file__, str(root), *(["--files"] if is_long else [])]
        subprocess.run(command, env={**os.environ, "LUDOTECA_WALK": each, "PYTHONPATH": path}, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
