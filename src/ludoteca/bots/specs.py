"""Bot specs: a bot and its settings as one word, such as `mcts:2s,threads=2`, wherever a bot is named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ludoteca.errors import BadOption
from ludoteca.languages.texts import joined, t, translatable
from ludoteca.search.limits import Limits as Limits  # part of a spec

LONGEST_SPEC = 200
LONGEST_COMMAND = 2000  # for an external engine, or a spec with a file's path
ENGINES, FILE = ("ugi", "uci", "gtp"), "py"  # prefixes of specs that run other people's programs
NETWORK = "net"  # of a spec with the file of a network
EVALUATIONS = ("usual", "own", "plain")  # values of the setting `eval` that are not file names
LONGEST_TIME_MS = 24 * 3600 * 1000
LARGEST_NUMBER = 10**15
NO_LIMIT = translatable(
    {
        "time_ms": "it takes no time limit; {takes}",
        "nodes": "it takes no node limit; {takes}",
        "depth": "it takes no depth limit; {takes}",
    }
)
TWICE = translatable(
    {
        "time_ms": "the time limit is given twice",
        "nodes": "the node limit is given twice",
        "depth": "the depth limit is given twice",
    }
)
NO_WHOLE_NUMBER = translatable("{name} should be a whole number from {least} to {most}, not {given}")
NO_NUMBER = translatable("{name} should be a number from {least} to {most}, not {given}")
ARGUMENT = r"(?:\d+(?:\.\d+)?m?s|\w+=[^,:]+)"  # before the command of an engine
MILLISECONDS = {"ms": 1, "s": 1000}


class BadBotSpec(BadOption):
    """A bot was given arguments it does not accept; the message says which and why."""


class WrongGame(BadOption):
    """The bot does not play this game; the message lists those it plays."""


@dataclass(frozen=True)
class Spec:
    """A parsed bot spec."""

    text: str
    name: str
    limits: Limits = field(default_factory=Limits)
    settings: Mapping[str, str] = field(default_factory=dict)  # the arguments of the form key=value
    target: str = ""  # an engine's command, or the file and class of a bot in a file

    def wrong(self, what: str) -> BadBotSpec:
        """The error for an argument that the bot does not accept."""
        return BadBotSpec(t("invalid bot {bot}: {what}", bot=repr(self.text), what=what))

    def only(self, *settings: str, limits: tuple[str, ...] = ()) -> None:
        """Reject arguments other than these settings and these limits (`time_ms`, `nodes`, `depth`)."""
        known = [t("a time such as 200ms") if name == "time_ms" else name for name in limits]
        takes = t("{bot} takes no arguments", bot=self.name)
        if known or settings:
            listed = joined([*known, *(f"{name}=…" for name in settings)])
            takes = t("{bot} takes {arguments}", bot=self.name, arguments=listed)
        for name in NO_LIMIT:
            if getattr(self.limits, name) is not None and name not in limits:
                raise self.wrong(t(NO_LIMIT[name], takes=takes))
        for name in self.settings:
            if name not in settings:
                raise self.wrong(t("it has no setting {name}; {takes}", name=repr(name), takes=takes))

    def word(self, name: str, default: str, other: str) -> str:
        """A setting that is one of two words, in upper or lower case."""
        word = self.settings.get(name, default)
        if word.lower() not in (default, other):
            raise self.wrong(
                t(
                    "{name} should be {default} or {other}, not {word}",
                    name=name,
                    default=default,
                    other=other,
                    word=repr(word),
                )
            )
        return word.lower()

    def whole(self, name: str, default: int, *, least: int, most: int) -> int:
        """A setting that is a whole number."""
        return int(self._between(name, NO_WHOLE_NUMBER, r"\d{1,15}", default, least, most))

    def number(self, name: str, default: float, *, least: float, most: float) -> float:
        """A setting that is a number."""
        return self._between(name, NO_NUMBER, r"-?\d{1,15}(\.\d{1,15})?", default, least, most)

    def _between(self, name: str, wrong: str, pattern: str, default: float, least: float, most: float) -> float:
        text = self.settings.get(name)
        if text is None:
            return default
        if not re.fullmatch(pattern, text, re.ASCII) or not least <= float(text) <= most:
            raise self.wrong(t(wrong, name=name, least=least, most=most, given=repr(text)))
        return float(text)


def read_spec(text: str) -> Spec:
    """Parse a spec: `name`, or `name:argument,argument`; BadBotSpec if it is malformed.

    An argument is a time (`200ms`, `2s`), a bare number (nodes or playouts) or `key=value`.  Names and keys may be in
    upper case; values are taken literally, because they may be file names.
    """
    words = text.strip()
    given, colon, rest = words.partition(":")
    name = given.strip().lower()
    if name in ENGINES:
        return _engine_spec(words, name)
    if name == FILE:
        return _file_spec(words)
    if name == NETWORK:
        return _network_spec(words)
    if len(words) > LONGEST_SPEC:
        raise BadBotSpec(t("a bot spec has at most {most} characters", most=LONGEST_SPEC))
    spec = Spec(f"{name}{colon}{rest}", name)
    if not re.fullmatch(r"[a-z][a-z0-9_.-]*", spec.name, re.ASCII):
        raise BadBotSpec(
            t("{text} is not a bot; a bot looks like greedy, mcts:1000 or alphabeta:200ms", text=repr(text.strip()))
        )
    return _with_arguments(spec, rest) if colon else spec


def _with_arguments(spec: Spec, text: str) -> Spec:
    for argument in text.split(","):
        spec = _with_argument(spec, argument.strip())
    return spec


def _engine_spec(text: str, name: str) -> Spec:
    """`ugi:COMMAND`, or `ugi:200ms,hash=64:COMMAND` with arguments; case matters in the command."""
    if len(text) > LONGEST_COMMAND:
        raise BadBotSpec(t("the command of an engine has at most {most} characters", most=LONGEST_COMMAND))
    spec, command = Spec(text, name), text.partition(":")[2]
    if found := re.match(rf"({ARGUMENT}(?:,{ARGUMENT})*):", command, re.ASCII):
        spec, command = _with_arguments(spec, found[1]), command[found.end() :]
    if not command.strip():
        raise spec.wrong(
            t("the command that starts the engine must follow {name}:, as in {name}:./my-engine", name=name)
        )
    return replace(spec, target=command.strip())


def _file_spec(text: str) -> Spec:
    """`py:FILE.py:CLASS`, or `py:FILE.py:CLASS:argument,argument`: a bot in a file, by its path."""
    if len(text) > LONGEST_COMMAND:
        raise BadBotSpec(t("a bot spec with a file has at most {most} characters", most=LONGEST_COMMAND))
    spec = Spec(text, FILE)
    found = re.fullmatch(r"(.+\.py):([^\W\d]\w*)(?::(.*))?", text.partition(":")[2].strip())
    if found is None:
        raise spec.wrong(t("it looks like py:centre.py:Centre, or with settings like py:centre.py:Centre:200ms"))
    spec = replace(spec, target=f"{found[1]}:{found[2]}")
    return spec if found[3] is None else _with_arguments(spec, found[3])


def _network_spec(text: str) -> Spec:
    """`net:FILE.onnx`, or `net:FILE.onnx:argument,argument`: a search with the network in a file."""
    spec = Spec(text, NETWORK)
    found = re.fullmatch(r"(.+\.onnx)(?::(.*))?", text.partition(":")[2].strip())
    if found is None or len(text) > LONGEST_COMMAND:
        raise spec.wrong(t("it looks like net:strong.onnx, or with settings like net:strong.onnx:200ms"))
    spec = replace(spec, target=found[1])
    return spec if found[2] is None else _with_arguments(spec, found[2])


def _with_argument(spec: Spec, argument: str) -> Spec:
    key, equals, value = (part.strip() for part in argument.partition("="))
    key = key.lower()
    if equals and key and value:
        if key in ("nodes", "depth"):
            return _with_limit(spec, key, _count(spec, value))
        if key in spec.settings:
            raise spec.wrong(t("{key} is given twice", key=key))
        return replace(spec, settings={**spec.settings, key: value})
    if found := re.fullmatch(r"(\d{1,9}(?:\.\d{1,3})?) ?(ms|s)", argument.lower(), re.ASCII):
        time_ms = round(float(found[1]) * MILLISECONDS[found[2]])
        if not 1 <= time_ms <= LONGEST_TIME_MS:
            raise spec.wrong(
                t(
                    "{argument} is not between 1ms and {most}s",
                    argument=argument,
                    most=LONGEST_TIME_MS // 1000,
                )
            )
        return _with_limit(spec, "time_ms", time_ms)
    if argument[:1].isdigit():
        return _with_limit(spec, "nodes", _count(spec, argument))
    raise spec.wrong(
        t("an argument is a time such as 200ms or 2s, a number, or key=value, not {argument}", argument=repr(argument))
    )


def _count(spec: Spec, text: str) -> int:
    if not re.fullmatch(r"\d{1,16}", text, re.ASCII) or not 1 <= int(text) <= LARGEST_NUMBER:
        raise spec.wrong(
            t(
                "{text} should be a whole number from 1 to {most}",
                text=repr(text),
                most=LARGEST_NUMBER,
            )
        )
    return int(text)


def _with_limit(spec: Spec, kind: str, value: int) -> Spec:
    if getattr(spec.limits, kind) is not None:
        raise spec.wrong(t(TWICE[kind]))
    limits = spec.limits
    return replace(
        spec,
        limits=Limits(
            time_ms=value if kind == "time_ms" else limits.time_ms,
            nodes=value if kind == "nodes" else limits.nodes,
            depth=value if kind == "depth" else limits.depth,
        ),
    )
