"""For each kind of claim a function that says whether it is true, by the rules and by full-width search alone.

None of it is shared with what makes the claims: moves are played by their text, owners come from the bits of the state.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from full_width import FullWidth

from ludoteca.errors import MoveError
from ludoteca.explain import Claim, Explanation
from ludoteca.kernel import verbs
from ludoteca.play import Position
from ludoteca.play.position_json import position_json
from ludoteca.search.report import Report

Verdict = bool | None  # None: not decided within the limit of the search
COMPARED = 200  # with so many other moves the terms of a move are compared
MOST_TOLD, LEAST_TOLD = 2, 0.1  # terms


@dataclass(frozen=True)
class Case:
    """A claim about a move, and what is needed to check it."""

    before: Position
    after: Position
    said: Mapping[str, Any]
    report: Report
    search: FullWidth

    @property
    def player(self) -> int:
        """Who has moved."""
        return self.before.mover

    @property
    def other(self) -> int:
        """Who has not."""
        return 1 - self.before.mover

    @property
    def others(self) -> list[Position]:
        """The positions after all other moves."""
        return [self.before.play(str(move)) for move in self.before.moves() if move != self.after.last_move]

    @property
    def longest(self) -> int:
        """How many plies the lines of the report may take, and a few more."""
        return 2 + max(max(len(line.moves), line.plies_to_end or 0) for line in self.report.lines)

    def wins(self, position: Position, player: int) -> Verdict:
        """Whether a player wins by force: soon, or as every line to the end of the game shows."""
        if position.outcome is not None:
            return position.outcome.winner == player
        soon = self.search.wins_within(position, player, self.longest)
        if soon or (soon is False and self.report.method == "alphabeta"):  # which knows no other wins than such
            return soon
        value = self.value(position, player)
        return None if value is None else value[0] > 0

    def value(self, position: Position, player: int) -> tuple[int, int] | None:
        """The result for a player, and the lead in points."""
        found = self.search.value(position)
        side = 1 if position.mover == player else -1
        return None if found is None else (side * found[0], side * found[1])


# --- how the game ends


def only_move(case: Case) -> Verdict:
    """There is no other."""
    return len(case.before.moves()) == 1


def wins_at_once(case: Case) -> Verdict:
    """The game is over, for that reason."""
    end = case.after.outcome
    return end is not None and end.winner == case.player == case.said["player"] and end.reason == case.said["reason"]


def completes(case: Case) -> Verdict:
    """The cells decide the game, are all the mover's, and were not all so before."""
    cells = set(case.said["cells"])
    is_new = not cells <= owned(case.before, case.player)
    return is_new and cells <= owned(case.after, case.player) and cells in map(set, case.after.decided)


def completes_by_push(case: Case) -> Verdict:
    """The same, and a piece of the mover's stands in it that came from another cell, neither of them named."""
    return completes(case) and _is_pushed(case)


def _is_pushed(case: Case) -> bool:
    was, now = owned(case.before, case.player), owned(case.after, case.player)
    named = set(str(case.after.last_move).replace("-", " ").split())
    return bool(was - now - named) and bool((set(case.said["cells"]) & now) - was - named)


def loses_at_once(case: Case) -> Verdict:
    """The game is over and lost, for that reason."""
    end = case.after.outcome
    return end is not None and end.winner == case.other and end.reason == case.said["reason"]


def completes_theirs(case: Case) -> Verdict:
    """The cells decide the game, are all the other side's, and were not all so before."""
    cells = set(case.said["cells"])
    is_new = not cells <= owned(case.before, case.other) and case.said["player"] == case.other
    return is_new and cells <= owned(case.after, case.other) and cells in map(set, case.after.decided)


def wins_by_force(case: Case) -> Verdict:
    """All replies lose, within so many moves."""
    return case.search.wins_within(case.after, case.player, case.said["plies"] - 1)


def wins_surely(case: Case) -> Verdict:
    """All replies lose."""
    return case.wins(case.after, case.player)


def only_winning_move(case: Case) -> Verdict:
    """No other move wins."""
    values = [case.value(other, case.player) for other in case.others]
    return _all([None if value is None else value[0] <= 0 for value in values])


def only_move_not_losing(case: Case) -> Verdict:
    """All other moves lose."""
    return _all([case.wins(other, case.other) for other in case.others])


def lets_win(case: Case) -> Verdict:
    """The other side can play that, and has won."""
    return case.said["player"] == case.other and wins_with(case.after, case.said["line"], case.other)


def all_lose(case: Case) -> Verdict:
    """The other side wins whatever the mover does."""
    return case.wins(case.before, case.other)


def loses_by_force(case: Case) -> Verdict:
    """The other side can force a win within so many moves."""
    return case.search.wins_within(case.after, case.other, case.said["plies"])


def holds_draw(case: Case) -> Verdict:
    """Neither side can win."""
    value = case.value(case.after, case.player)
    return None if value is None else value[0] == 0


def final_lead(case: Case) -> Verdict:
    """The lead with best play."""
    value = case.value(case.after, case.said["player"])
    return None if value is None else value[1] == case.said["points"] > 0


# --- what it does against the other side


def blocks(case: Case) -> Verdict:
    """After most other moves the other side wins with that; after this one it does not."""
    line = case.said["line"]
    if wins_with(case.after, line, case.other) or case.said["player"] != case.other:
        return False
    ends = [end for other in case.others for end in ends_of_turn(other)]
    return 2 * sum(wins_with(end, line, case.other) for end in ends) > len(ends)


def threatens(case: Case) -> Verdict:
    """After most replies the mover wins with that."""
    ends = [end for move in case.after.moves() for end in ends_of_turn(case.after.play(str(move)))]
    return 2 * sum(wins_with(end, case.said["line"], case.player) for end in ends) > len(ends)


def otherwise_loses(case: Case) -> Verdict:
    """The other side wins after that move, and the line can be played."""
    position = other = case.before.play(case.said["move"])
    for text in case.said["line"]:
        position = position.play(text)
    return case.wins(other, case.other)


# --- what it does on the board


def captures(case: Case) -> Verdict:
    """So many cells of the other side are the mover's, and a piece of the mover's has left its cell."""
    has_moved = bool(owned(case.before, case.player) - owned(case.after, case.player))
    return has_moved and turned(case) == case.said["count"] and case.said["player"] == case.other


def flips(case: Case) -> Verdict:
    """So many cells of the other side are the mover's, whose own pieces have stayed."""
    has_stayed = owned(case.before, case.player) <= owned(case.after, case.player)
    return has_stayed and turned(case) == case.said["count"] and case.said["player"] == case.other


def removes(case: Case) -> Verdict:
    """The other side has so many fewer, those besides that are the mover's now."""
    gone = len(owned(case.before, case.other)) - len(owned(case.after, case.other)) - turned(case)
    return gone == int(case.said["count"]) > 0 and case.said["player"] == case.other


def takes(case: Case) -> Verdict:
    """Nobody's pieces stood on so many cells that are the mover's now."""
    seen = position_json(case.before)["cells"]
    tops = [seen[cell]["pieces"][0] for cell in owned(case.after, case.player) if seen.get(cell, {}).get("pieces")]
    nobodys = [(top["colour"], top["kind"]) for top in tops if top["owner"] is None]
    return nobodys.count((case.said["colour"], case.said["piece"])) == int(case.said["count"]) > 0


def gives_up(case: Case) -> Verdict:
    """The mover has so many fewer."""
    lost = len(owned(case.before, case.player)) - len(owned(case.after, case.player))
    return lost == int(case.said["count"]) > 0 and case.said["player"] == case.player


def gains_points(case: Case) -> Verdict:
    """The points as uncompiled rules count them, at least so many after every reply."""
    points = case.before.variant.game.own(verbs.points)
    assert points is not None
    replies = [case.after.play(move) for move in case.after.moves()] if case.after.mover != case.player else []
    had, *later = (int(points.py_func(position.state, case.player)) for position in (case.before, case.after, *replies))
    return min(later) - had == int(case.said["points"]) > 0 and min(later) == case.said["score"]


def sets_up(case: Case) -> Verdict:
    """The game shows the cells as a threat now, and did not before."""
    cells = set(case.said["cells"])
    was, now = ([set(figure) for figure in each.scene().threats] for each in (case.before, case.after))
    return cells in now and cells not in was and cells <= owned(case.after, case.player)


def sets_up_by_push(case: Case) -> Verdict:
    """The same, with a piece that was pushed."""
    return sets_up(case) and _is_pushed(case)


def nears_chain(case: Case) -> Verdict:
    """So many empty cells are missing to the mover's chain, fewer than before."""
    had, has = missing(case.before, case.player), missing(case.after, case.player)
    return has == case.said["count"] and has < had and case.said["player"] == case.player


def hinders_chain(case: Case) -> Verdict:
    """So many are missing to the other side's, more than before."""
    had, has = missing(case.before, case.other), missing(case.after, case.other)
    return has == case.said["count"] and has > had and case.said["player"] == case.other


def moves_again(case: Case) -> Verdict:
    """The same side is to move, and after some other move the other side is."""
    others = [case.before.play(move) for move in case.before.moves()]
    return case.after.mover == case.said["player"] and any(other.mover == case.other for other in others)


def leaves_few_moves(case: Case) -> Verdict:
    """The other side has so many legal moves."""
    return case.after.mover == case.other and len(case.after.moves()) == case.said["count"] <= 2


# --- what the evaluation and the search say


def terms(case: Case) -> Verdict:
    """These terms count more for the move than all others, compared with their average after the other moves."""
    others = [other for other in case.others if other.outcome is None and other.mover == case.after.mover]
    if len(case.others) >= COMPARED:
        return None  # the move was compared with some of them
    mine, each = spoken_for(case.after, case.player), [spoken_for(other, case.player) for other in others]
    change = {words: mine[words] - sum(one[words] for one in each) / len(each) for words in mine}
    told = {term["words"] or term["term"]: term["change"] for term in case.said["terms"]}
    rest = [worth for words, worth in change.items() if words not in told]
    is_same = all(abs(change[words] - worth) < 0.011 for words, worth in told.items())
    most = min(change[words] for words in told) if len(told) == MOST_TOLD else LEAST_TOLD
    return is_same and max(rest, default=0.0) <= most + 1e-9


def chances(case: Case) -> Verdict:
    """The number is the search's."""
    line = next(line for line in case.report.lines if line.moves[0] == case.after.last_move)
    return (
        int(case.said["percent"]) == round(100 * case.report.chances_of(line)[0]) and case.said["player"] == case.player
    )


# --- by the rules


def owned(position: Position, player: int) -> set[str]:
    """The cells that a player has pieces on, from the bits of the state."""
    game = position.variant.game
    found = set()
    for name, cells in game.fields.cells.items():
        if cells.per_player:
            bits = cells.sets(position.state[name])[player]
            found |= {game.whole_board.name[cell] for number, cell in cells.where.cell_of.items() if bits >> number & 1}
    return found


def turned(case: Case) -> int:
    """How many cells of the other side are the mover's now."""
    return len(owned(case.before, case.other) & owned(case.after, case.player))


def missing(position: Position, player: int) -> float:
    """The fewest empty cells to take for a chain, by telling every cell over and over what its neighbours know."""
    game, board = position.variant.game, position.variant.board
    mine, blocked = owned(position, player), owned(position, 1 - player)
    seen = position_json(position)["cells"]
    blocked |= {name for name, cell in seen.items() if cell["pieces"] and name not in mine}
    price = {name: math.inf if name in blocked else int(name not in mine) for name in board.names}
    fewest = math.inf
    for first, last in [game.goals[player]] if game.goals[player] else game.shared_goals:
        begin, end = ({board.name[cell] for cell in board.sides[side].cells} for side in (first, last))
        known = {name: price[name] if name in begin else math.inf for name in board.names}
        is_changed = True
        while is_changed:
            is_changed = False
            for cell in board.cells:
                near = [board.name[each] for each in board.step[cell].tolist() if each >= 0]
                name = board.name[cell]
                better = min((known[each] for each in near), default=math.inf) + price[name]
                if better < known[name]:
                    known[name], is_changed = better, True
        fewest = min(fewest, *(known[name] for name in end))
    return fewest


def wins_with(position: Position, texts: list[str], player: int) -> bool:
    """Whether a player can play these moves here and wins with the last of them."""
    for text in texts:
        if position.outcome is not None or position.mover != player:
            return False
        try:
            position = position.play(text)
        except MoveError:
            return False
    return position.outcome is not None and position.outcome.winner == player


def ends_of_turn(position: Position, mover: int | None = None) -> Iterator[Position]:
    """The positions in which the turn of whoever has just moved can end."""
    assert position.previous is not None
    mover = position.previous.mover if mover is None else mover
    if position.outcome is not None or position.mover != mover:
        yield position
    else:
        for move in position.moves():
            yield from ends_of_turn(position.play(move), mover)


def spoken_for(position: Position, player: int) -> dict[str, float]:
    """What the evaluation says for a player, by the words of its terms, in plain Python."""
    game = position.variant.game
    terms, stage = game.own(verbs.terms), game.own(verbs.stage)
    assert game.weights is not None
    weights = game.weights if stage is None else game.weights[stage.py_func(position.state)]
    side = 1 if position.mover == player else -1
    found: dict[str, float] = defaultdict(float)
    for name, value, weight in zip(game.term_names, terms.py_func(position.state), weights, strict=True):
        words = game.term_words.get(name, (name, name))[position.mover != player]
        if words:
            found[words] += side * float(value) * float(weight)
    return found


def _all(verdicts: list[Verdict]) -> Verdict:
    """True where all are, False where one is, else not decided."""
    return False if False in verdicts else (None if None in verdicts else True)


CHECKS: dict[str, Callable[[Case], Verdict]] = {
    check.__name__: check
    for check in (
        only_move, wins_at_once, completes, completes_by_push, loses_at_once, completes_theirs, wins_by_force,
        wins_surely, only_winning_move, only_move_not_losing,
        lets_win, all_lose, loses_by_force, holds_draw, final_lead, blocks, threatens, otherwise_loses, captures, flips,
        removes, takes, gives_up, gains_points, sets_up, sets_up_by_push, nears_chain, hinders_chain,
        moves_again, leaves_few_moves, terms, chances,
    )
}  # fmt: skip


def is_true(told: Explanation, claim: Claim, report: Report, search: FullWidth) -> Verdict:
    """Whether a claim is true, and a whole sentence; None where that was not decided."""
    sentence = told.sentence(claim)
    if not sentence.endswith((".", "…")) or "{" in sentence or "}" in sentence:
        return False
    after = told.position.play(str(told.move))
    return CHECKS[claim.kind](Case(told.position, after, claim.arguments, report, search))
