"""Options: the choices people make before a game, such as a size or a ruling."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.errors import BadDeclaration, BadOption, shown
from ludoteca.kernel.boards import Board
from ludoteca.kernel.fields import Ruling, Setting
from ludoteca.languages.texts import Text, english, in_english, t, translatable

Options = Mapping[str, Any]
YES = frozenset({"yes", "true", "on", "1"})
NO = frozenset({"no", "false", "off", "0"})
ANY_VALUE = translatable("any value the game accepts")
OPTION_WORDS = translatable(  # pages use the same words
    {
        "no_option": "{game} has no option called {name}; its options are: {known}",
        "no_rules": "{game} has no rules called {name}; available: {known}",
        "one_set": "{game} has only one set of rules",
        "no_value": "{name} cannot be {given}; it can be {choices}",
    }
)
RULES = "rules"  # selects a set of options: rules="original"


@dataclass(frozen=True)
class Option:
    """A choice people make before a game, such as a size or a ruling."""

    name: str
    default: Any
    explain: str  # one line, for menus and for --help
    choices: tuple[Any, ...] = ()  # all values; empty if `parse` decides
    parse: Callable[[Any], Any] | None = None  # converts what was given to a value; ValueError with a reason
    takes: str = ""  # what `parse` accepts, in words: "three numbers"; `choices` are what forms offer
    also: Mapping[str, Any] = field(default_factory=dict, hash=False)  # other words for a value
    label: str = ""  # the name in forms, if its name is not a word; links and records use the name
    words: Mapping[str, str] = field(default_factory=dict, hash=False)  # the names of values in forms, by their text
    drawn_as: str = ""  # if `parse` also reads the board of a position: what people call such a board, "map"

    @property
    def accepts(self) -> str:
        """What `parse` accepts, in words; "" if the choices say it all."""
        if self.parse is None:
            return ""
        return t(self.takes or getattr(self.parse, "takes", "") or ANY_VALUE)

    @property
    def title(self) -> Text:
        """Its name in forms."""
        return english(self.label or self.name.replace("_", " ").capitalize())

    def value_words(self, value: Any) -> str:
        """The name of a value in forms, a `Text` if it is a word."""
        called = self.words.get(self.text(value), self.text(value).replace("_", " "))
        return english(called) if any(letter.isalpha() for letter in called) else called

    def value(self, given: Any) -> Any:
        """The value that was meant, or BadOption naming the valid values."""
        if self.parse is not None:
            try:
                return self.parse(given)
            except (ValueError, TypeError) as error:
                raise self._refused(
                    translatable("{name} cannot be {given}: {trouble}"), given, trouble=str(error)
                ) from error
        if set(self.choices) == {True, False}:
            return self._yes_or_no(given)
        if (other := str(given).strip().lower()) in self.also:
            return self.also[other]
        for known in self.choices:
            if given == known or str(given).strip().lower() == self.text(known):
                return known
        raise self._refused(OPTION_WORDS["no_value"], given, choices=self.choices_text())

    def _yes_or_no(self, given: Any) -> bool:
        word = str(given).strip().lower()
        if word not in YES | NO:
            raise self._refused(translatable("{name} cannot be {given}; it can be yes or no"), given)
        return word in YES

    def _refused(self, template: str, given: Any, **places: str) -> BadOption:
        return BadOption(t(template, name=self.name, given=shown(given), **places), option=self.name)

    def text(self, value: Any) -> str:
        """A value as it is written in menus, records and --set."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ",".join(str(part) for part in value)
        if value is None:
            return "unlimited"
        return str(value) if self.parse is not None else str(value).lower()

    def choices_text(self) -> str:
        """The valid values, for messages."""
        words = [self.text(known) for known in self.choices]
        listed: str = words[-1] if words else ""
        if len(words) > 1:
            listed = t("{others} or {last}", others=", ".join(words[:-1]), last=words[-1])
        if self.accepts and listed:
            return t("{values}, such as {examples}", values=self.accepts, examples=listed)
        return self.accepts or listed

    def description(self) -> dict[str, Any]:
        """The option as data, values as text, words in English."""
        return {
            "name": self.name,
            "title": self.title,
            "explain": self.explain,
            "default": self.text(self.default),
            "choices": [self.text(choice) for choice in self.choices],
            "takes": in_english(self.accepts),  # "" if the choices are all that it accepts
            "bounds": [self.parse.low, self.parse.high] if isinstance(self.parse, whole_numbers) else None,
            "also": {word: self.text(value) for word, value in self.also.items()},
            "words": {self.text(choice): self.value_words(choice) for choice in self.choices},
            "drawn_as": self.drawn_as,
        }


@dataclass(frozen=True)
class RuleSet:
    """Named values of a game's options, such as those of another program or an older edition.

    Options given in addition override its values.  `cell` gives that program's name for the cell in a row and a column,
    counted from 0 as in `Board.spots`, if it differs from the board's.
    """

    name: str  # one word, as in rules="original"
    label: str  # its name in forms
    options: Options = field(default_factory=dict, hash=False)
    cell: Callable[[int, int], str] | None = None
    bots: tuple[str, ...] = ()  # offered first, in this order

    @property
    def title(self) -> Text:
        """Its name in forms."""
        return english(self.label)

    def cell_names(self, board: Board) -> dict[str, str]:
        """Its name for each cell of a board, by the board's own name; empty if they are the same."""
        if self.cell is None:
            return {}
        return {name: self.cell(*spot) for name, spot in zip(board.names, board.spots, strict=True)}


PUBLISHED = RuleSet("published", "As published")  # every option at its default

REPETITION_WORDS = translatable(
    {
        "threefold": "draw on the third occurrence",
        "twofold": "the game ends on the second occurrence",
        "off": "nothing",
        "superko": "the move is not allowed",
    }
)


def repetition(*choices: str) -> Option:
    """The option that says what happens if a position repeats; the first choice is the default."""
    for choice in choices or ("",):
        if choice not in REPETITION_WORDS:
            known = ", ".join(REPETITION_WORDS)
            raise BadDeclaration(f"repetition(…) does not know {choice!r}; the choices are {known}")
    return Option(
        "repetition",
        choices[0],
        "What happens when a position repeats.",
        choices,
        label="If a position repeats",
        words={choice: REPETITION_WORDS[choice] for choice in choices},
    )


def in_halves(halves: int) -> float:
    """A number of halves as people write it: 15 is 7.5, and 14 is 7."""
    return halves / 2 if halves % 2 else halves // 2


@dataclass(frozen=True)
class whole_numbers:  # noqa: N801 (it reads as what an option takes: parse=whole_numbers(0, 200))
    """The `parse` of an option that is a whole number; with `or_unlimited` it may be None, which means no limit."""

    low: int
    high: int
    or_unlimited: bool = field(default=False, kw_only=True)

    @property
    def takes(self) -> Text:
        """The numbers it accepts."""
        if self.or_unlimited:
            return t("a number from {low} to {high}, or unlimited", low=self.low, high=self.high)
        return t("a number from {low} to {high}", low=self.low, high=self.high)

    def __call__(self, given: Any) -> int | None:
        """The number that was given; ValueError names the bounds."""
        word = str(given).strip().lower()
        if self.or_unlimited and word in ("none", "unlimited"):
            return None
        is_number = word.isascii() and word.isdigit() and len(word) <= len(str(self.high))
        if not (is_number and self.low <= int(word) <= self.high):
            raise ValueError(t("it is {values}", values=t(self.takes)))
        return int(word)


@dataclass(frozen=True)
class half_numbers:  # noqa: N801 (likewise: parse=half_numbers(0, 20))
    """The `parse` of an option that is a number such as 7 or 7.5, or one word; compiled code has it in halves."""

    low: int
    high: int
    word: str = field(default="", kw_only=True)

    @property
    def takes(self) -> Text:
        """The numbers it accepts."""
        places = {"low": self.low, "high": self.high}
        if self.word:
            return t("{word}, or a whole or half number from {low} to {high}", word=self.word, **places)
        return t("a whole or half number from {low} to {high}", **places)

    def __call__(self, given: Any) -> float | str:
        """The number that was given, or the word; ValueError says what it accepts."""
        word = str(given).strip().lower()
        if self.word and word == self.word:
            return word
        is_number = re.fullmatch(r"\d{1,4}(\.[05]0*)?", word, re.ASCII) is not None
        if not (is_number and self.low <= float(word) <= self.high):
            raise ValueError(t("it is {values}", values=t(self.takes)))
        return in_halves(round(2 * float(word)))


@dataclass(frozen=True)
class number_list:  # noqa: N801 (likewise: parse=number_list(3, "three numbers, or standard", word="standard"))
    """The `parse` of an option that is a few numbers below 1000, or one word; `takes` says in words what it is."""

    count: int
    takes: str
    word: str = field(default="", kw_only=True)

    def __call__(self, given: Any) -> str | tuple[int, ...]:
        """The numbers, or the word; ValueError says what it accepts."""
        text = ",".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
        words = text.lower().replace(" ", "").split(",")
        if self.word and words == [self.word]:
            return self.word
        if len(words) != self.count or not all(re.fullmatch(r"\d{1,3}", word, re.ASCII) for word in words):
            raise ValueError(t("it is {values}", values=t(self.takes)))
        return tuple(map(int, words))


def option_of(name: str, declared: Ruling | Setting) -> Option:
    """The option for a field of a state."""
    called = declared.option or name
    if isinstance(declared, Ruling):
        choices = tuple(declared.values)
        return Option(called, choices[0], declared.explain, choices, label=declared.label, words=declared.values)
    return Option(
        called,
        declared.values[0],
        declared.explain,
        declared.values,
        also=declared.also,
        label=declared.label,
        words=declared.words,
    )
