"""What a task asks of a turn.  Everything is computed from the rules; nothing relies on the lesson's claims.

    wins                            the turn wins the game
    wins in 2                       whatever the opponent does, the learner can win next turn
    safe                            the opponent cannot win at once
    draws, ends                     the game is drawn, or over
    blocks                          the opponent has no move, or can only pass
    keeps points                    no reply takes points away again
    any                             every legal turn is right
    plays b2 or c3                  one of these moves is part of the turn
    takes >= 2                      a number, compared; see MEASURES
    most points, least replies      no other turn has more, or fewer

Join several with `and`; put `not` before one that must not hold.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import english, in_english, t, translatable
from ludoteca.play.lessons.turn import Turn, all_turns, winning_turn
from ludoteca.play.position import Position

OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, "<=": operator.le, "=": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
WINS_AT_ONCE = translatable("{player} then wins at once with {moves}")
COMPARED = re.compile(r"(.+?)\s*(>=|<=|=|>|<)\s*(-?\d+)")


class BadCondition(LudotecaError):
    """A lesson asks for something that cannot be parsed, or that this game does not have."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a condition holds for a turn, and what to say about it."""

    holds: bool
    words: str  # a clause about the turn: "it takes 2 pieces"
    reply: tuple[str, ...] = ()  # the opponent's moves that show why not


Condition = Callable[[Turn], Finding]


def read_condition(text: str) -> Condition:
    """The condition that a text describes; BadCondition if there is none."""
    clauses = [_read_clause(clause.strip()) for clause in re.split(r"\band\b", text)]

    def together(turn: Turn) -> Finding:
        findings = []
        for clause in clauses:
            findings.append(clause(turn))
            if not findings[-1].holds:
                return findings[-1]
        return findings[0]

    return together


def _read_clause(text: str) -> Condition:
    words = " ".join(text.split())
    if words.startswith("not "):
        positive = _read_clause(words[4:])
        return lambda turn: _opposite(positive(turn))
    if words in SIMPLE:
        return SIMPLE[words]
    if words.startswith("plays "):
        return _plays([move.strip() for move in re.split(r"\bor\b", words[6:])])
    if compared := COMPARED.fullmatch(words):
        return _compares(read_measure(compared[1]), compared[2], int(compared[3]))
    if words.startswith(("most ", "least ")):
        extreme, _, measure = words.partition(" ")
        return _extreme(read_measure(measure), is_most=extreme == "most")
    known = ", ".join([*SIMPLE, "plays MOVE or MOVE", "MEASURE >= NUMBER", "most MEASURE", "least MEASURE"])
    raise BadCondition(f"{words!r} is not a condition; available: {known}")


def _opposite(finding: Finding) -> Finding:
    return Finding(not finding.holds, finding.words)


# --- how the game stands after the turn


def _any(turn: Turn) -> Finding:  # noqa: ARG001 (whatever it was)
    return Finding(True, "")


def _wins(turn: Turn) -> Finding:
    return Finding(turn.is_won, t("it wins") if turn.is_won else t("it does not win"))


def _ends(turn: Turn) -> Finding:
    is_over = turn.after.outcome is not None
    return Finding(is_over, t("the game is over") if is_over else t("the game goes on"))


def _draws(turn: Turn) -> Finding:
    is_drawn = turn.after.outcome is not None and turn.after.outcome.winner is None
    return Finding(is_drawn, t("it is a draw") if is_drawn else t("it is not a draw"))


def _safe(turn: Turn) -> Finding:
    other = turn.after.players[1 - turn.learner].name
    if turn.after.outcome is not None:
        lost = turn.after.outcome.winner == 1 - turn.learner
        return Finding(not lost, t("{player} wins", player=other) if lost else t("the game is over"))
    refuted = winning_turn(turn.after)
    if refuted is None:
        return Finding(True, t("{player} cannot win next turn", player=other))
    return Finding(False, t(WINS_AT_ONCE, player=other, moves=refuted.text), _texts(refuted))


def _wins_in_two(turn: Turn) -> Finding:
    if turn.is_won:
        return Finding(True, t("it wins"))
    for answer in all_turns(turn.after):
        if answer.is_won:
            return Finding(False, t(WINS_AT_ONCE, player=_other(turn), moves=answer.text), _texts(answer))
        if winning_turn(answer.after) is None:
            words = t("{player} can answer with {moves}", player=_other(turn), moves=answer.text)
            return Finding(False, words, _texts(answer))
    if turn.after.outcome is not None:
        return Finding(False, t("the game is over"))
    return Finding(True, t("whatever {player} does, you win next turn", player=_other(turn)))


def _blocks(turn: Turn) -> Finding:
    count = replies(turn)
    if count == 0:
        return Finding(True, t("{player} cannot move", player=_other(turn)))
    return Finding(False, t("{player} can still move", player=_other(turn)))


def _keeps_points(turn: Turn) -> Finding:
    kept = points(turn)
    for answer in all_turns(turn.after):
        left = points(Turn(turn.before, answer.after))
        if left < kept:
            words = t(
                "{player} plays {moves}, and you keep {left} of your {points} {points:point|points}",
                player=_other(turn),
                moves=answer.text,
                points=kept,
                left=left,
            )
            return Finding(False, words, _texts(answer))
    words = t("{player} cannot take your {points} {points:point|points} next turn", player=_other(turn), points=kept)
    return Finding(True, words)


def _texts(turn: Turn) -> tuple[str, ...]:
    return tuple(map(str, turn.moves))


def _other(turn: Turn) -> str:
    return turn.after.players[1 - turn.learner].name


SIMPLE: dict[str, Condition] = {
    "any": _any, "wins": _wins, "wins in 2": _wins_in_two, "safe": _safe, "draws": _draws, "ends": _ends,
    "blocks": _blocks, "keeps points": _keeps_points,
}  # fmt: skip


def _plays(wanted: list[str]) -> Condition:
    names = {move.lower() for move in wanted}

    def played(turn: Turn) -> Finding:
        holds = any(str(move).lower() in names for move in turn.moves)
        return Finding(holds, "")

    return played


# --- numbers


@dataclass(frozen=True, slots=True)
class Measure:
    """A number about a turn, and how to express it."""

    number: Callable[[Turn], float]
    template: str  # a clause with {count} and the opponent as {player}
    if_none: str = ""  # used instead if the number is 0
    places: Mapping[str, str] = field(default_factory=dict)  # other names in the template

    def said(self, turn: Turn, count: float) -> str:
        """The number in words."""
        template = self.template if count or not self.if_none else self.if_none
        return t(template, player=_other(turn), count=count, **self.places)


def tops(position: Position, owner: int) -> set[str]:
    """The cells that a side holds."""
    looks = position.scene().cells.items()
    return {name for name, look in looks if look.top is not None and look.top.owner == owner}


def takes(turn: Turn) -> int:
    """How many of the opponent's cells became the learner's."""
    return len(tops(turn.before, 1 - turn.learner) & tops(turn.after, turn.learner))


def removes(turn: Turn) -> int:
    """How many fewer cells the opponent has than before."""
    return len(tops(turn.before, 1 - turn.learner)) - len(tops(turn.after, 1 - turn.learner))


def displaces(turn: Turn) -> int:
    """How many cells the opponent no longer holds."""
    return len(tops(turn.before, 1 - turn.learner) - tops(turn.after, 1 - turn.learner))


def touches(turn: Turn) -> int:
    """How many of the opponent's cells were adjacent to those that the turn ended on, before it."""
    board, theirs = turn.before.variant.board, tops(turn.before, 1 - turn.learner)
    ends = [[pick.name for pick in move.picks if pick.is_cell][-1:] for move in turn.moves]
    near = {int(cell) for names in ends for name in names for cell in board.step[board.number[name]]}
    return sum(board.number[name] in near for name in theirs)


def gains(turn: Turn) -> int:
    """How many more cells the learner has than before."""
    return len(tops(turn.after, turn.learner)) - len(tops(turn.before, turn.learner))


def replies(turn: Turn) -> int:
    """How many moves the opponent has, not counting a pass."""
    position = turn.after
    if position.mover == turn.learner and position.outcome is None:
        raise BadCondition("the turn is not over, so the other side has no move yet")
    kinds = position.variant.game.kinds
    return sum(not kinds.of(code).is_pass for code in position.codes)


def their_next_points(turn: Turn) -> float:
    """The most points that the opponent can have after its next turn."""
    if turn not in _next_points:
        _next_points[turn] = _count_next_points(turn)
    return _next_points[turn]


_next_points: WeakKeyDictionary[Turn, float] = WeakKeyDictionary()  # a condition and its words need the same number


def _count_next_points(turn: Turn) -> float:
    reached = (points(Turn(turn.before, answer.after), of_learner=False) for answer in all_turns(turn.after))
    return max(reached, default=points(turn, of_learner=False))


def points(turn: Turn, *, of_learner: bool = True) -> float:
    """A side's points after the turn."""
    score = turn.after.score
    if score is None:
        raise BadCondition(f"{turn.after.variant.title} has no points")
    return score[turn.learner if of_learner else 1 - turn.learner]


MEASURES = {
    "takes": Measure(takes, *translatable(("it takes {count:word} {count:piece|pieces}", "it takes nothing"))),
    "removes": Measure(removes, translatable("it removes {count:word} of {player}'s pieces from the board")),
    "gains": Measure(gains, translatable("you have {count:word} more on the board")),
    "displaces": Measure(displaces, translatable("it moves {count:word} of {player}'s pieces")),
    "touches": Measure(touches, translatable("it touches {count:word} of {player}'s pieces")),
    "replies": Measure(replies, translatable("{player} then has {count:word} {count:move|moves}")),
    "points": Measure(points, translatable("you then have {count:word} {count:point|points}")),
    "their points": Measure(
        lambda turn: points(turn, of_learner=False), translatable("{player} then has {count:word} {count:point|points}")
    ),
    "their next points": Measure(
        their_next_points, translatable("{player} can have {count:word} {count:point|points} next turn")
    ),
    "lead": Measure(
        lambda turn: points(turn) - points(turn, of_learner=False),
        translatable("your lead is {count:word} {count:point|points}"),
    ),
}


def read_measure(text: str) -> Measure:
    """The measure with this name; BadCondition if there is none."""
    words = " ".join(text.split())
    if words in MEASURES:
        return MEASURES[words]
    if words.startswith("height "):
        return _height(words.removeprefix("height ").strip())
    if words.startswith(("fact ", "their fact ")):
        return _fact(words.partition("fact ")[2], of_learner=not words.startswith("their "))
    known = ", ".join([*MEASURES, "height CELL", "fact NAME", "their fact NAME"])
    raise BadCondition(f"{words!r} cannot be counted; available: {known}")


def _height(cell: str) -> Measure:
    """The height of the learner's stack on a cell, 0 if there is none."""

    def number(turn: Turn) -> int:
        looks = turn.after.scene().cells
        if cell not in looks:
            raise BadCondition(f"{cell!r} is not a cell of this board")
        top = looks[cell].top
        return looks[cell].height if top is not None and top.owner == turn.learner else 0

    high, none = translatable(("your stack at {cell} is then {count} high", "{cell} is then not yours"))
    return Measure(number, high, none, {"cell": cell})


def _fact(name: str, *, of_learner: bool) -> Measure:
    """A fact's number: a side's, or the shared one."""

    def number(turn: Turn) -> int:
        whose = turn.learner if of_learner else 1 - turn.learner
        facts = [fact for fact in turn.after.scene().facts if in_english(fact.name) == name]
        if not facts:
            raise BadCondition(f"{turn.after.variant.title} has no fact {name!r} here")
        value = next((fact.value for fact in facts if fact.player in (whose, None)), "0")
        if not re.fullmatch(r"-?\d+", value):
            raise BadCondition(f"the fact {name!r} is {value!r}, which is not a number")
        return int(value)

    own, theirs = translatable(("“{fact}” is then {count}", "{player}'s “{fact}” is then {count}"))
    return Measure(number, own if of_learner else theirs, places={"fact": english(name)})


def _compares(measure: Measure, sign: str, wanted: int) -> Condition:
    def compared(turn: Turn) -> Finding:
        number = measure.number(turn)
        return Finding(OPERATORS[sign](number, wanted), measure.said(turn, number))

    return compared


def _extreme(measure: Measure, *, is_most: bool) -> Condition:
    best: dict[Position, float] = {}  # by the position of the task

    def extreme(turn: Turn) -> Finding:
        if turn.before not in best:
            numbers = [measure.number(other) for other in all_turns(turn.before)]
            best[turn.before] = max(numbers) if is_most else min(numbers)
        number = measure.number(turn)
        holds = number == best[turn.before]
        words = measure.said(turn, number)
        if not holds:
            words = t("{words}; {best} is possible", words=words, best=best[turn.before])
        return Finding(holds, words)

    return extreme
