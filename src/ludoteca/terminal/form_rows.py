"""Rows of a form: a label with a value that arrow keys or clicks change, or with a text field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from ludoteca.languages import t
from ludoteca.languages.texts import in_english

LEAST_WIDTH = 22  # of the labels


def width_of_labels(row: Chooser | TextRow) -> int:
    """The width of the form's longest label, so that all values begin in one column."""
    rows = row.parent.children if row.parent is not None else [row]
    return max(LEAST_WIDTH, *(len(one.label) + 1 for one in rows if isinstance(one, Chooser | TextRow)))


class Chooser(Widget, can_focus=True):
    """A label and one of several values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", show=False),
        Binding("right,l,space,enter", "turn(1)", show=False),
    ]
    index: reactive[int] = reactive(0)

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, chooser: Chooser) -> None:
            self.chooser = chooser
            super().__init__()

    def __init__(
        self, label: str, values: Sequence[tuple[str, str]], *, value: str, explain: str = "", arrows: str = "‹›",
        id: str | None = None,  # noqa: A002 (Textual's name for it)
    ) -> None:  # fmt: skip
        super().__init__(id=id)
        self.label = label
        self.values = list(values)  # value and title
        self.explain = explain
        self.arrows = arrows
        self.set_reactive(Chooser.index, self._index_of(value))

    def _index_of(self, value: str) -> int:
        """The index of a value; one that was not offered is added."""
        if value not in (known := [known for known, _ in self.values]):
            self.values.append((value, value))
            return len(known)
        return known.index(value)

    @property
    def value(self) -> str:
        """The chosen value."""
        return self.values[self.index][0]

    def choose(self, value: str) -> None:
        """Choose a value without notifying anyone."""
        self.set_reactive(Chooser.index, self._index_of(value))
        self.refresh()

    def action_turn(self, by: int) -> None:
        """Choose the next or the previous value."""
        self.index = (self.index + by) % len(self.values)
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """A click left of the value goes back, any other forward."""
        self.focus()
        start = width_of_labels(self)
        self.action_turn(-1 if start - 1 <= event.x <= start + 1 else 1)

    def render(self) -> Text:
        """Label, then the value between arrows."""
        left, right = self.arrows[0], self.arrows[1]
        line = Text(self.label.ljust(width_of_labels(self)), no_wrap=True, overflow="ellipsis")
        line.append(f"{left} ")
        line.append(self.values[self.index][1], "bold")
        line.append(f" {right}")
        return line


class ListedChooser(Chooser):
    """A chooser with many values, which Enter shows as a list."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", show=False)]

    class Opened(Message):
        """The list was requested."""

        def __init__(self, chooser: ListedChooser) -> None:
            self.chooser = chooser
            super().__init__()

    def action_open(self) -> None:
        """Ask for the list."""
        self.post_message(self.Opened(self))

    def take(self, value: str) -> None:
        """Choose a value and notify."""
        self.choose(value)
        self.post_message(self.Changed(self))


class TextField(Input):
    """A one-line field; pasted text of several lines is inserted completely."""

    def on_paste(self, event: events.Paste) -> None:
        """Textual would insert only the first line."""
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split()), *sorted(self.selection))


class TextRow(Horizontal):
    """A label and a text field; if empty, the field shows what it accepts and stands for its usual value."""

    def __init__(self, label: str, usual: str, *, explain: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.label = label
        self.explain = explain
        self.usual = usual

    def compose(self) -> ComposeResult:
        """Label and field."""
        label = Static(self.label, markup=False, classes="label")
        label.styles.width = width_of_labels(self) + 2  # a field has a space before its text
        yield label
        example = in_english(self.explain).partition("such as ")[2].rstrip(".")
        if example:
            cue = t("{usual}, or for example {example}", usual=self.usual, example=example)
        else:
            cue = t("{usual}: {explanation}", usual=self.usual, explanation=t(self.explain))
        yield TextField(placeholder=cue, compact=True, select_on_focus=False)

    def choose(self, value: str) -> None:
        """Set the field to a value; the usual one leaves it empty."""
        self.query_one(Input).value = "" if value == self.usual else value

    @property
    def typed(self) -> str:
        """The text in the field."""
        return self.query_one(Input).value.strip()

    @property
    def value(self) -> str:
        """The text in the field, or its usual value if it is empty."""
        return self.typed or self.usual
