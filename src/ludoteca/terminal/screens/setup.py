"""Before a game: who plays, with which options, how many games, at which pace."""

from __future__ import annotations

import threading
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from ludoteca.errors import BadOption, LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.kernel.options import PUBLISHED, RULES, RuleSet
from ludoteca.languages import in_language, joined, t, translatable
from ludoteca.play.compile_ahead import warm_rules
from ludoteca.play.lessons import has_lesson
from ludoteca.play.match.clock import TimeControl, control_words
from ludoteca.play.position import Position, Variant
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.dialogs import ask_for_bot
from ludoteca.terminal.form_rows import Chooser, ListedChooser, TextRow
from ludoteca.terminal.lesson_visit import is_done
from ludoteca.terminal.seats import HUMAN, favourite_bot, seat_choices
from ludoteca.terminal.table import CONTROLS, PACES, Table, pace_text, read_pace, usual_pace
from ludoteca.terminal.table_view import key_line

MODES = translatable({
    "first": "You move first", "second": "You move second", "people": "Two people", "bots": "Two bots",
})  # fmt: skip
LEAST_ROWS = 3
GAMES = (1, 3, 5, 7, 9, 11, 21)


class RulesReady(Message):
    """The game's rules are compiled, so that they can be used."""


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The rows; where they scroll, Up and Down still go from row to row."""


class SetupScreen(Screen[None]):
    """A form with an explanation of the current row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "app.focus_previous", show=False),
        Binding("down,j", "app.focus_next", show=False),
        Binding("s", "start", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("f1,question_mark", "rules", show=False),
        Binding("l", "learn", show=False),
        Binding("d", "app.next_theme", show=False),
    ]
    app: BaseApp

    def __init__(self, game: Game, like: Table | None = None) -> None:
        super().__init__()
        self.game = game
        self.like = like  # the table whose settings fill the form
        self.last_bot: str | None = None  # the one that a mode puts back

    def compose(self) -> ComposeResult:
        """Rows, the button, an explanation, keys."""
        arrows = "<>" if self.app.ascii_only else "‹›"
        seats = [(choice.spec, choice.title) for choice in seat_choices(self.game.name)]
        bot = favourite_bot(self.game.name)
        with Vertical(classes="menu"):
            yield Static(in_language(self.game.title), classes="heading", markup=False, id="game")
            yield Static(in_language(self.game.summary), classes="subheading", markup=False)
            if has_lesson(self.game) and not is_done(self.app.saved_games, self.game.name):
                words = t("New to {game}? {key}: learn it on the board, step by step.", game=self.game.title, key="l")
                yield Static(words, classes="offer", markup=False)
            with Form(id="form"):
                if self.game.rule_sets:
                    rules = [(one.name, in_language(one.title)) for one in self.game.rule_sets]
                    yield Chooser(t("Rules"), rules, value=PUBLISHED.name, arrows=arrows, id="rules",
                                  explain=t("A named set of options; you can change each one below."))  # fmt: skip
                modes = [(mode, t(words)) for mode, words in MODES.items()]
                yield Chooser(t("Mode"), modes, value="first", arrows=arrows, id="mode",
                              explain=t("Who plays; you can change either side below."))  # fmt: skip
                for seat, spec in enumerate((HUMAN, bot)):
                    yield ListedChooser(
                        seat_label(self.game, seat, begins=0), seats, value=spec, arrows=arrows, id=f"seat{seat}"
                    )
                for option in self.game.options:
                    if option.choices:
                        values = [
                            (option.text(value), in_language(option.value_words(value))) for value in option.choices
                        ]
                        yield Chooser(in_language(option.title), values, value=option.text(option.default),
                                      explain=option.explain, arrows=arrows, id=f"option-{option.name}")  # fmt: skip
                    else:
                        yield TextRow(in_language(option.title), option.text(option.default), explain=option.explain,
                                      id=f"option-{option.name}")  # fmt: skip
                counts = sorted({*GAMES, *([self.like.series.games] if self.like else [])})
                games = [(str(count), t("one game") if count == 1 else t("best of {games}", games=count))
                         for count in counts]  # fmt: skip
                explain = t("Players switch sides after each game. Games won decide the series, then points.")
                yield Chooser(t("Series"), games, value="1", arrows=arrows, id="games", explain=explain)
                offered = dict.fromkeys([*CONTROLS, *([self.like.series.control] if self.like else [])])
                controls = [(str(control), control_words(control)) for control in offered]
                yield Chooser(t("Clock"), controls, value="none", arrows=arrows, id="clock",
                              explain=t("A player who runs out of time loses."))  # fmt: skip
                paces = [(pace_key(pace), pace_text(pace)) for pace in PACES]
                yield Chooser(t("Bots' pace"), paces, value="0", arrows=arrows, id="pace",
                              explain=t("How long bots wait; + and - change it during the game."))  # fmt: skip
                ways = [("no", t("the computer resigns")), ("yes", t("played to the end"))]
                yield Chooser(t("Lost games"), ways, value="no", arrows=arrows, id="plays_on",
                              explain=t("What the computer does when it can only lose."))  # fmt: skip
                explain = t("Position text, or a state of the original program, such as [[...]].")
                yield TextRow(t("Position"), t("standard start"), explain=explain, id="position")
            yield Button(t("Begin"), id="start", compact=True)
            yield Static("", id="note", markup=False)
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Enter starts at once."""
        self.query_one("#game", Static).styles.color = self.app.palette.accent(self.game.accent)
        if self.like is not None:
            self.fill(self.like)
        self.query_one("#start", Button).focus()
        threading.Thread(target=self._warm_up, name="warming", daemon=True).start()

    def fill(self, like: Table) -> None:
        """Fill in every row as at another table."""
        for rules in self.query("#rules").results(Chooser):
            rules.choose(like.variant.rules.name)
        self.follow_rules()
        values = {f"option-{option.name}": option.text(like.variant.options[option.name])
                  for option in self.game.options}  # fmt: skip
        values |= {f"seat{seat}": spec for seat, spec in enumerate(like.first_seats)}
        values |= {"games": str(like.series.games), "clock": str(like.series.control), "pace": pace_key(like.pace)}
        values |= {"plays_on": "yes" if like.plays_on else "no"}
        values |= {} if like.series.start is None else {"position": str(like.series.start)}
        for name, value in values.items():
            row = self.query_one(f"#{name}")
            if isinstance(row, Chooser | TextRow):
                row.choose(value)

    def _warm_up(self) -> None:
        warm_up(self.game)
        self.post_message(RulesReady())

    @on(RulesReady)
    def follow_options(self) -> None:
        """Say which side moves first, and whether that is you, according to the options."""
        begins = self._beginner()
        for seat in range(2):
            chooser = self.query_one(f"#seat{seat}", Chooser)
            chooser.label = seat_label(self.game, seat, begins=begins)
            chooser.refresh()
        self.query_one("#plays_on").display = self.seats.count(HUMAN) == 1
        self._name_mode()

    def _beginner(self) -> int:
        """The seat that moves first; the first if the options are incompatible."""
        try:
            variant = Variant(self.game, **self.options)
            return (self._position(variant) or variant.start(0)).mover
        except LudotecaError:
            return 0

    def _position(self, variant: Variant) -> Position | None:
        """Where the game begins, if not as usual."""
        text = self.query_one("#position", TextRow).typed
        return read_start(variant, text) if text else None

    @property
    def options(self) -> dict[str, str]:
        """The game's options as chosen."""
        rows = {option.name: self.query_one(f"#option-{option.name}") for option in self.game.options}
        chosen = {name: row.value for name, row in rows.items() if isinstance(row, Chooser | TextRow)}
        return {RULES: self.rules.name, **chosen} if self.game.rule_sets else chosen

    @property
    def rules(self) -> RuleSet:
        """The chosen set of options."""
        named = {chooser.value for chooser in self.query("#rules").results(Chooser)}
        return next((one for one in self.game.rule_sets if one.name in named), PUBLISHED)

    def follow_rules(self) -> None:
        """Set every option according to the rules, and list their bots before the others."""
        chosen, bots = self.game.choose(self.rules.options), seat_choices(self.game.name, self.rules.bots)
        for option in self.game.options:
            row = self.query_one(f"#option-{option.name}")
            if isinstance(row, Chooser | TextRow):
                row.choose(option.text(chosen[option.name]))
        for seat in self.query("#seat0, #seat1").results(Chooser):
            spec = seat.value if seat.value == HUMAN else self.usual_bot
            seat.values = [(choice.spec, choice.title) for choice in bots]
            seat.choose(spec)

    @property
    def usual_bot(self) -> str:
        """The bot for newcomers."""
        return favourite_bot(self.game.name, self.rules.bots)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the row."""
        row = next((node for node in event.widget.ancestors_with_self if isinstance(node, Chooser | TextRow)), None)
        self.explain(row)
        self.show_keys(row)

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """As many keys as there is room for."""
        self.show_keys(self.row)
        self.call_after_refresh(self.fit)

    def fit(self) -> None:
        """Let the form scroll if there is no room for all its rows: the button below it is always visible."""
        for menu in self.query(".menu"):
            form = menu.query_one("#form")
            others = [child for child in menu.children if child is not form]
            lines = sum(child.outer_size.height + child.styles.margin.height for child in others)
            form.styles.max_height = max(LEAST_ROWS, menu.content_size.height - lines)

    @property
    def row(self) -> Chooser | TextRow | None:
        """The row with the focus."""
        nodes = self.focused.ancestors_with_self if self.focused is not None else []
        return next((node for node in nodes if isinstance(node, Chooser | TextRow)), None)

    def show_keys(self, row: Chooser | TextRow | None) -> None:
        """The active keys at a row, or at the button."""
        start, up_down = t("Enter start"), t("Up Down row")
        others = [t("{key} rules", key="?"), t("{key} back", key="q")]
        if isinstance(row, TextRow):
            keys = [up_down, t("type a value, or leave it empty"), start, t("Esc back")]
        elif isinstance(row, ListedChooser):
            keys = [up_down, t("Left Right change"), t("Enter list of bots"), t("{key} start", key="s"), *others]
        elif row is not None:
            keys = [up_down, t("Left Right change"), t("{key} start", key="s"), *others]
        else:
            keys = [start, up_down, *others]
        for line in self.query("#keys").results(Static):
            line.update(key_line(keys, self.app.size.width - 2, gap=3))

    def explain(self, row: Chooser | TextRow | None) -> None:
        """One line about a row; for a seat, what its bot does."""
        text = "" if row is None else row.explain
        if isinstance(row, Chooser) and row.id == "rules":
            text = joined(self.game.rules_in_words(self.rules)) or text
        if isinstance(row, Chooser) and (row.id or "").startswith("seat"):
            text = {choice.spec: choice.explain for choice in seat_choices(self.game.name)}.get(row.value, "")
        self.query_one("#note", Static).update(t(text))
        self.call_after_refresh(self.fit)

    @on(Chooser.Changed)
    def changed(self, event: Chooser.Changed) -> None:
        """A mode sets both seats; seats that differ from it say so."""
        chooser = event.chooser
        if chooser.id == "rules":
            self.follow_rules()
        if chooser.id == "mode":
            self.last_bot = next((spec for spec in self.seats if spec != HUMAN), self.last_bot)
            bot = self.last_bot or self.usual_bot
            pair = {"first": (HUMAN, bot), "second": (bot, HUMAN), "people": (HUMAN, HUMAN), "bots": (bot, bot)}
            begins, follows = pair[chooser.value]
            seats = (begins, follows) if self._beginner() == 0 else (follows, begins)
            for seat, spec in enumerate(seats):
                self.query_one(f"#seat{seat}", Chooser).choose(spec)
        if chooser.id in ("mode", "seat0", "seat1"):
            self.query_one("#pace", Chooser).choose(pace_key(usual_pace(self.seats)))
        self.follow_options()
        self.explain(chooser)

    @on(Input.Changed)
    def text_changed(self) -> None:
        """Another side may be to move."""
        self.follow_options()

    @on(ListedChooser.Opened)
    def list_bots(self, event: ListedChooser.Opened) -> None:
        """All bots with what they do."""
        chooser = event.chooser

        def chosen(spec: str | None) -> None:
            if spec is not None:
                chooser.take(spec)

        ask_for_bot(self.app, self.game.name, chooser.value, chosen)

    def _name_mode(self) -> None:
        """The mode that the seats amount to."""
        begins = self._beginner()
        people = (self.seats[begins] == HUMAN, self.seats[1 - begins] == HUMAN)
        mode = {(True, False): "first", (False, True): "second", (True, True): "people"}.get(people, "bots")
        self.query_one("#mode", Chooser).choose(mode)

    @property
    def seats(self) -> tuple[str, str]:
        """Who plays."""
        return self.query_one("#seat0", Chooser).value, self.query_one("#seat1", Chooser).value

    @on(Button.Pressed)
    @on(Input.Submitted)
    def action_start(self) -> None:
        """Go to the table; an invalid option is explained instead."""
        try:
            variant = Variant(self.game, **self.options)
            table = Table.begin(
                variant, self.seats, self.app.saved_games, games=int(self.query_one("#games", Chooser).value),
                start=self._position(variant), pace=read_pace(self.query_one("#pace", Chooser).value),
                control=TimeControl.parse(self.query_one("#clock", Chooser).value),
                plays_on=self.query_one("#plays_on", Chooser).value == "yes",
            )  # fmt: skip
        except LudotecaError as error:
            self.query_one("#note", Static).update(in_language(str(error)))
            self.call_after_refresh(self.fit)
            return
        self.app.sit_down(table)

    def action_learn(self) -> None:
        """The lesson, if the game has one."""
        if has_lesson(self.game):
            self.app.learn(self.game)

    def action_rules(self) -> None:
        """How to play."""
        self.app.show_rules(self.game.name)


def seat_label(game: Game, seat: int, *, begins: int) -> str:
    """The name of a side in the form."""
    name = game.players[seat].name
    return t("{side} (moves first)", side=name) if seat == begins else str(in_language(name))


def read_start(variant: Variant, text: str) -> Position:
    """The position that a game begins from: position text, or a state as the game's original program writes it."""
    from ludoteca.originals.positions import convert

    is_state = "[" in text  # position text has no brackets
    position = variant.position(convert(variant.name, text, **variant.changed_options) if is_state else text)
    if position.outcome is not None:
        raise BadOption(t("this position is already over: {reason}", reason=position.outcome.reason))
    return position


def warm_up(game: Game) -> None:
    """Compile a game's rules and the search while the form is read, so that the first answer comes at once."""
    from ludoteca.bots import find_bot

    variant = Variant(game)
    warm_rules(variant)
    find_bot(favourite_bot(game.name), seed=0).choose(variant.start(0))


def pace_key(pace: float | None) -> str:
    """A pace in the form that `read_pace` reads."""
    return "step" if pace is None else f"{pace:g}"
