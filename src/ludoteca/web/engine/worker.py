"""A process that thinks or reads: it takes jobs as lines of JSON, and writes its results as lines of JSON.

Long parts of an answer follow its line unchanged; `sizes` says how long each is.  It is separate from the server so
that no search, no bot of another package and no compiling ever blocks the server.
"""

from __future__ import annotations

import _thread
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import Any

from ludoteca.process_group import join_group

NICE = 5  # games come before thinking
FIRST_DEPTH_MS = 80  # reports closer together than this are not worth sending
MEGABYTES = 32

_out = threading.Lock()
_stops: dict[str, Callable[[], object]] = {}  # functions that end the running jobs
_known: set[str] = set()  # jobs that have arrived and are not done
unwanted: set[str] = set()  # those of them that should end
_reading: str | None = None  # the job that an interrupt ends


class Stopped(BaseException):
    """A reading that nobody wants any more; no error handler on the way stops it."""


def say(answer: dict[str, Any], parts: tuple[bytes, ...] = ()) -> None:
    """Send one line to the server, and the parts that belong to it."""
    if parts:
        answer["sizes"] = [len(part) for part in parts]
    with _out:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + b"".join(parts))
        sys.stdout.buffer.flush()


def listen(jobs: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    """Receive jobs, and set the stop flag of those that should end."""
    try:
        for line in sys.stdin:
            message = json.loads(line)
            if "stop" not in message:
                _known.add(message["id"])
                jobs.put(message)
            elif message["stop"] in _known:
                unwanted.add(message["stop"])  # before looking: the job may begin at this moment
                _stops.get(message["stop"], lambda: None)()
    finally:  # the server is gone, or cannot be understood
        jobs.put(None)
        unwanted.update(_known)
        for stop in list(_stops.values()):
            stop()


def position_of(job: dict[str, Any]) -> Any:
    """The position of a job, with the moves that led there, since repetition may count."""
    from ludoteca.play import load_game

    variant = load_game(job["game"], **job["options"])
    position = variant.position(job["start"]) if job["start"] else variant.start(0)
    for move in job["moves"]:
        position = position.play(move)
    return position


@lru_cache(maxsize=8)
def bot_of(spec: str) -> Any:
    """A bot; it is kept, with whatever it remembers."""
    from ludoteca.bots.registry import find_listed_bot

    return find_listed_bot(spec)


@contextmanager
def stoppable(name: str, stop: Callable[[], object]) -> Iterator[None]:
    """Let the server end the job early."""
    _stops[name] = stop
    try:
        if name in unwanted:
            stop()
        yield
    finally:
        del _stops[name]
        unwanted.discard(name)


def choose(job: dict[str, Any]) -> dict[str, Any]:
    """What a bot plays."""
    bot, position = bot_of(job["bot"]), position_of(job)
    with stoppable(job["id"], bot.interrupt):
        return {"move": str(bot.choose_whole(position)), "resigns": bot.resigns}


def prepare(job: dict[str, Any]) -> dict[str, Any]:
    """Let a bot get ready for a game."""
    bot_of(job["bot"]).prepare(position_of(job))
    return {}


def analyse(job: dict[str, Any]) -> dict[str, Any]:
    """The best lines; every intermediate report is sent."""
    import time

    from ludoteca.search.analysis import analyse as search
    from ludoteca.search.report import report_json
    from ludoteca.search.threads import StopFlag

    position = position_of(job)
    last = 0.0

    def tell(report: Any) -> None:
        nonlocal last
        if time.monotonic() - last >= FIRST_DEPTH_MS / 1000:
            last = time.monotonic()
            say({"id": job["id"], "report": report_json(report)})

    stop = StopFlag()
    with stoppable(job["id"], stop.set):
        found = search(position, ms=job["ms"], lines=job["lines"], megabytes=MEGABYTES, stop=stop, listener=tell)
    return {"report": report_json(found)}


def advise(job: dict[str, Any]) -> dict[str, Any]:
    """A hint: the best move, and why in words."""
    from ludoteca.explain.hints import HINT_MS, hint
    from ludoteca.languages import in_language
    from ludoteca.search.report import report_json
    from ludoteca.search.threads import StopFlag

    stop = StopFlag()
    with stoppable(job["id"], stop.set):
        found = hint(position_of(job), HINT_MS, megabytes=MEGABYTES, stop=stop)
    return {"report": report_json(found.report), "hint": in_language(found.to_json(), job.get("language"))}


def review(job: dict[str, Any]) -> dict[str, Any]:
    """A review of a whole game; progress is sent on the way.  Stopped early, it has the moves until then.

    In a long game each position is searched more briefly.
    """
    from ludoteca.explain.review_text import review_json
    from ludoteca.explain.reviews import AGAIN_MS, EACH_MS
    from ludoteca.explain.reviews import review as review_game
    from ludoteca.languages import in_language
    from ludoteca.search.threads import StopFlag

    def tell(what: str, done: int, count: int) -> None:
        say({"id": job["id"], "report": {"progress": {"what": what, "done": done, "of": count}}})

    stop, share = StopFlag(), min(1.0, job["ms"] / (EACH_MS * (1 + len(job["moves"]))))
    with stoppable(job["id"], stop.set):
        found = review_game(position_of(job), ms=EACH_MS * share, again_ms=AGAIN_MS * share, stop=stop, listener=tell)
    return {"review": in_language(review_json(found), job.get("language"))}


def read(job: dict[str, Any]) -> Any:
    """The result of a reading; the main thread is interrupted to end it."""
    global _reading
    from ludoteca.web.engine.reading_tasks import READINGS

    _reading = job["id"]
    try:
        with stoppable(job["id"], _thread.interrupt_main):
            return READINGS[job["kind"]](job)
    finally:
        _reading = None


def interrupted(_: int, __: object) -> None:
    """End the unwanted reading.  Ctrl-C also comes here, and does nothing: the server ends its workers."""
    if _reading in unwanted:
        raise Stopped


def answer(job: dict[str, Any]) -> None:
    """Do a job and send its result."""
    from ludoteca.errors import LudotecaError
    from ludoteca.languages import in_language

    try:
        if job["kind"] in THINKING:
            say({"id": job["id"], "done": THINKING[job["kind"]](job)})
        else:
            reading = read(job)
            say({"id": job["id"], "done": {"found": reading.found}}, reading.parts)
    except LudotecaError as error:
        say(
            {
                "id": job["id"],
                "error": in_language(str(error), job.get("language")),
                "kind": type(error).__name__,
            }
        )
    except Stopped:
        say({"id": job["id"], "error": "stopped", "kind": "Stopped"})
    except Exception as error:  # noqa: BLE001 (a bot of another package may raise anything; the server logs it)
        kind, trace = type(error).__name__, traceback.format_exc()
        say({"id": job["id"], "error": "the engine failed", "kind": kind, "traceback": trace})
    finally:
        _known.discard(job["id"])
        unwanted.discard(job["id"])


THINKING = {"choose": choose, "prepare": prepare, "analyse": analyse, "advise": advise, "review": review}


def main() -> None:
    """Work until the server hangs up."""
    join_group(int(sys.argv[1]))  # so that what a bot starts ends with it
    signal.signal(signal.SIGINT, interrupted)
    jobs: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    listener = threading.Thread(target=listen, args=(jobs,), daemon=True)
    listener.start()
    for module in sys.argv[2:]:
        import_module(module)
    if hasattr(os, "nice"):  # not before: a worker that takes the place of another is waited for
        os.nice(NICE)
    say({"ready": True})
    while (job := jobs.get()) is not None:
        answer(job)
    listener.join(1.0)  # it may have an error to report


if __name__ == "__main__":
    main()
