"""A folder with what a long piece of work did, to look at while it lasts, to compare with others and to repeat.

config.json    the options, the seed among them: `ludoteca train --config FOLDER/config.json` repeats it
progress.csv   a line for each number: time, step, name, value
result.json    what was found
report.html    the curves, the last numbers and the options
events.out…    the numbers for TensorBoard, if tensorboardX, or PyTorch with tensorboard, is installed
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from ludoteca import __version__
from ludoteca.arena.study.document import Document, Plot, Section, Table
from ludoteca.arena.study.page import page
from ludoteca.arena.study.plots import Curve, curves_plot
from ludoteca.errors import LudotecaError

HEADER = ("time", "step", "name", "value")
EVENT_WRITERS = {"tensorboardX": "tensorboardX", "tensorboard": "torch.utils.tensorboard"}  # by what must be there
REPORT_EVERY_S = 10


class BadRun(LudotecaError):
    """A folder has another run, or a file is not the configuration of one."""


class RunFolder:
    """The folder of one run; without a path nothing is stored.  The same run continues in it."""

    def __init__(self, folder: Path | None, command: str, options: Mapping[str, Any]) -> None:
        self.folder, self.command = folder, command
        self.options: dict[str, Any] = json.loads(json.dumps(options, default=str))  # as they are read again
        self.numbers: dict[str, dict[int, float]] = {}  # by name and step
        self.findings: tuple[str, ...] = ()
        self._reported_at = 0.0
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        config = folder / "config.json"
        if config.exists() and (other := differences(read_config(config), command, self.options)):
            raise BadRun(f"{folder} has another run: {other}")
        _write_json(config, {"command": command, "version": __version__, "options": self.options})
        self._events = event_writer(folder)
        self._progress = self._continued(folder / "progress.csv")
        self._lines = csv.writer(self._progress)
        if not self._progress.tell():
            self._lines.writerow(HEADER)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.folder is not None:
            self._progress.close()
            if self._events is not None:
                self._events.close()
            self.write_report()

    def add(self, step: int, numbers: Mapping[str, float]) -> None:
        """Store numbers that are known after a step; those that a run before an interruption stored stay."""
        if self.folder is None:
            return
        now = time.time()
        for name, value in numbers.items():
            known = self.numbers.setdefault(name, {})
            if step not in known:
                known[step] = value
                moment = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
                self._lines.writerow((moment, step, name, value))
                if self._events is not None:
                    self._events.add_scalar(name, value, step, now)
        self._progress.flush()
        if now - self._reported_at > REPORT_EVERY_S:
            self._reported_at = now
            self.write_report()

    def finish(self, result: object, findings: Iterable[str]) -> None:
        """Store what was found, as data and in sentences."""
        self.findings = tuple(findings)
        if self.folder is not None:
            _write_json(self.folder / "result.json", result)
            self.write_report()

    def write_report(self) -> None:
        """The page with the curves so far."""
        if self.folder is None:
            return
        last = tuple((name, f"{max(known):,}", f"{known[max(known)]:.4g}") for name, known in self.numbers.items())
        options = tuple((name, "" if value is None else str(value)) for name, value in self.options.items())
        progress = Section(
            "Progress",
            tables=(Table(("", "step", "value"), last),) if last else (),
            plots=tuple(curve(name, known) for name, known in self.numbers.items() if len(known) > 1),
        )
        document = Document(
            f"ludoteca {self.command} {Path(self.options['game']).name}",
            f"Ludoteca {__version__}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
            self.findings or ("This run has not ended.",),
            (progress, Section("Options", tables=(Table(("option", "value"), options),))),
        )
        (self.folder / "report.html").write_text(page(document), encoding="utf-8")

    def _continued(self, file: Path) -> Any:
        """The table, opened for writing after what it has; a line that was cut off is dropped."""
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        file.write_bytes(whole)
        for _, step, name, value in list(csv.reader(whole.decode().splitlines()))[1:]:
            self.numbers.setdefault(name, {})[int(step)] = float(value)
        return file.open("a", encoding="utf-8", newline="")


def curve(name: str, known: Mapping[int, float]) -> Plot:
    """The picture of a number over the steps."""
    steps = sorted(known)
    values = [known[step] for step in steps]
    drawn = curves_plot(
        [Curve(values)], "step", steps=steps, tick="{:g}".format, bounds=(min(values), max(values))
    )  # fmt: skip
    return Plot(name, name, drawn, has_series=False)


def read_config(file: Path) -> dict[str, Any]:
    """The configuration of a run."""
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(config["command"], str) and isinstance(config["options"], dict):
            return dict(config)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadRun(f"{file} is not the configuration of a run: {error}") from error
    raise BadRun(f"{file} is not the configuration of a run")


def differences(config: Mapping[str, Any], command: str, options: Mapping[str, Any]) -> str:
    """What tells a run from the one of a configuration; "" if it is the same."""
    if config["command"] != command:
        return f"of ludoteca {config['command']}"
    before = config["options"]
    names = [name for name in {**before, **options} if before.get(name) != options.get(name)]
    return ", ".join(f"{name} was {before.get(name)} and is {options.get(name)}" for name in names)


def event_writer(folder: Path) -> Any:
    """A writer of TensorBoard's events; None if no library for it is installed."""
    for library, module in EVENT_WRITERS.items():
        if find_spec(library) is not None:
            try:
                return import_module(module).SummaryWriter(str(folder))
            except ImportError:  # tensorboard without PyTorch cannot write
                continue
    return None


def _write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
