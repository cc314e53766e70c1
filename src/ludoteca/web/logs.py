"""Logs: one JSON object per line, without secrets or names: no queries, cookies, messages or raw paths."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message", "websocket"}

CLIENT_FAULTS = (  # uvicorn's messages about bytes that no browser sends; the client is told, and that is enough
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
FAULTS_EVERY_S = 60.0

log = logging.getLogger("ludoteca.web")


def path_in_log(scope: Mapping[str, Any]) -> str | None:
    """The path of a request as its route writes it, "/people/{name}"; None if no route has been found for it."""
    path: str | None = getattr(scope.get("route"), "path", None)
    return path


class JsonLines(logging.Formatter):
    """Time, level, what happened, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        try:
            what = record.getMessage()
        except (TypeError, ValueError) as error:  # arguments that do not fit
            what = f"{record.msg} ({error})"
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "what": what,
            **{name: value for name, value in vars(record).items() if name not in PLAIN},
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)  # in ASCII, so that it can always be written


class ClientFaults(logging.Filter):
    """Counts clients' faults, and lets one line per minute through, so that nobody can fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record; that of a fault becomes the count since the last line."""
        if not str(record.msg).startswith(CLIENT_FAULTS):
            return True
        self._count += 1
        now = time.monotonic()
        if now < self._next or not log.isEnabledFor(logging.INFO):
            return False
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        record.msg, record.args, record.exc_info, record.count = "malformed input", (), None, self._count
        self._count, self._next = 0, now + FAULTS_EVERY_S
        return True


def begin_logging(level: str = "info") -> None:
    """Send everything to standard error, including what Python itself would print there."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludoteca.web").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.error").addFilter(ClientFaults())
    logging.captureWarnings(True)
    sys.excepthook = _log_exception
    threading.excepthook = lambda args: log.error("a thread failed", exc_info=args.exc_value)
    sys.unraisablehook = _log_unraisable


def _log_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("the server failed", exc_info=(kind, error, trace))


def _log_unraisable(unraisable: Any) -> None:
    log.error("something failed that nobody waited for", exc_info=unraisable.exc_value)
