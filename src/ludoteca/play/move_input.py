"""From what a person types or picks to a legal move, or to the reason why there is none.

Everything is derived from the legal moves' paths of picks: picks filter the moves until one is left.  The reasons come
from the contents of the cells and from the game's refusals, which use the same functions that generate the moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from ludoteca.compiler.sentences import spoken
from ludoteca.errors import AmbiguousMove, GameOver, IllegalMove, UnreadableMove
from ludoteca.kernel.scene import Pick
from ludoteca.kernel.shared_sentences import (
    CAN_MEAN,
    CANNOT_PLAY_AT,
    COMES_BACK,
    ENDS_THERE,
    INCOMPLETE,
    IS_EMPTY,
    IS_NOT_YOURS,
    IS_OVER,
    IS_TAKEN,
    NO_CELL_NOW,
    NOT_A_MOVE,
    NOT_A_MOVE_SUCH_AS,
    NOT_FROM_THERE,
    NOT_NOW,
    NOT_ON_BOARD,
    PIECE_CANNOT_MOVE,
    refused,
)
from ludoteca.languages.texts import joined, t
from ludoteca.play.position_interface import Move, PositionInterface
from ludoteca.play.turns import first_steps

LONGEST_MOVE_TEXT = 60
CELL_NAME = re.compile(r"[a-z]\d+")
SIGNS = re.compile(r"[^a-zA-Z0-9]|x")
MOST_LISTED = 12  # possible picks in a refusal


def matching(position: PositionInterface, names: Sequence[str]) -> list[Move]:
    """The legal moves whose path begins with these picks."""
    fitting = position.whole_moves()
    for depth, name in enumerate(names):
        fitting = [move for move in fitting if len(move.picks) > depth and move.picks[depth].is_meant_by(name)]
    return fitting


def next_picks(position: PositionInterface, names: Sequence[str] = ()) -> list[Pick]:
    """What can be picked next, in the order of the moves, without duplicates."""
    depth = len(names)
    found = {move.picks[depth]: None for move in matching(position, names) if len(move.picks) > depth}
    return list(found)


def ending_at(position: PositionInterface, names: Sequence[str]) -> Move | None:
    """The only chain that begins with these picks except the last, where it ends; None unless there is one."""
    first, last = names[:-1], names[-1]
    fitting = matching(position, first) if first else []
    ending = [move for move in fitting if move.more and move.picks[-1].name == last]
    return ending[0] if len(ending) == 1 else None


def beginning(position: PositionInterface, names: Sequence[str]) -> str:
    """The first picks of a move as text."""
    link = position.variant.game.kinds.link
    if len(names) > 1 and any(move.more for move in matching(position, names)):
        return link.join(names)
    return position.variant.game.move_text(tuple(names))


def find_move(position: PositionInterface, text: str) -> Move:
    """The legal move that the text names; GameOver, UnreadableMove, IllegalMove or AmbiguousMove otherwise.

    A chain is one move, but its beginning is read too, as it may be written in a record.
    """
    if (move := position.named(text)) is not None:
        return move
    _must_go_on(position)
    names = read_picks(position, text)
    begun = [move for move in matching(position, names) if len(move.picks) > len(names) > 1 and move.more]
    return first_steps(position.variant.game.kinds, begun[0], len(names)) if begun else choose(position, names)


def read_picks(position: PositionInterface, text: str) -> tuple[str, ...]:
    """The names of the picks that a text spells out, legal or not."""
    game = position.variant.game
    words = " ".join(text.split()).lower()
    if len(words) <= LONGEST_MOVE_TEXT:
        for move in position.whole_moves():
            if words == move.text.lower():
                return tuple(pick.name for pick in move.picks)
        if chain := game.kinds.read_chain(words):
            return chain
        if (meant := _in_notation(position, text.strip())) is not None:
            return tuple(pick.name for pick in meant.picks)
        if readings := game.kinds.read(words):
            return _likeliest(position, [reading.names for reading in readings])
    given = words if len(words) <= LONGEST_MOVE_TEXT else words[:LONGEST_MOVE_TEXT] + "…"
    examples = [str(move) for move in position.moves()[:1]]
    sentence = NOT_A_MOVE_SUCH_AS if examples else NOT_A_MOVE
    raise UnreadableMove(refused(sentence, repr(given), position.variant.title, *examples))


def steps_of(position: PositionInterface, text: str) -> list[str]:
    """The moves of a turn that the game's players write as one, such as d1-d7/g7; else the text itself."""
    notation = position.variant.game.notation
    if notation is None or not notation.turn:
        return [text]
    found = re.fullmatch(notation.turn, text.strip().lower())
    return [text] if found is None else list(found.groups())


def _in_notation(position: PositionInterface, text: str) -> Move | None:
    """The legal move that a text means in the game's usual notation, if it has one; AmbiguousMove if there are more."""
    notation = position.variant.game.notation
    found: list[Move] = []
    if notation is not None and notation.read is not None and text:
        meant = set(notation.read(position.state, text))
        found = [move for move in position.moves() if move.code in meant]
    elif position.variant.game.spell is not None and text:  # without what links and ends a move: Nxf3+ or Nf3
        found = [move for move in position.moves() if _bare(position.written(move)) == _bare(text)]
    if len(found) > 1:
        listed = tuple(str(move) for move in found)
        raise AmbiguousMove(refused(CAN_MEAN, text, joined(listed)), listed)
    return found[0] if found else None


def _bare(written: str) -> str:
    """The letters and digits of a move, without the sign of a capture; O stands for 0."""
    return SIGNS.sub("", written).replace("0", "O")


def _likeliest(position: PositionInterface, readings: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Of several readings of a text, the one that follows a legal move furthest; the first if tied."""
    paths = [tuple(pick.name for pick in move.picks) for move in position.moves()]

    def reach(names: tuple[str, ...]) -> int:
        shared = (takewhile(lambda pair: pair[0] == pair[1], zip(names, path, strict=False)) for path in paths)
        return max((len(list(picks)) for picks in shared), default=0)

    return max(readings, key=reach)


def choose(position: PositionInterface, names: Sequence[str]) -> Move:
    """The legal move with exactly these picks; AmbiguousMove if they are only the beginning of one."""
    _must_go_on(position)
    fitting = matching(position, names)
    if not fitting:
        if (chain := ending_at(position, names)) is not None:
            return chain
        raise IllegalMove(why_not(position, names))
    exact = [move for move in fitting if len(move.picks) == len(names)]
    if exact:
        return exact[0]
    continuations = tuple(pick.name for pick in next_picks(position, names))
    so_far = beginning(position, names)
    raise AmbiguousMove(refused(INCOMPLETE, so_far, ", ".join(continuations)), continuations)


def _must_go_on(position: PositionInterface) -> None:
    if position.outcome is not None:
        raise GameOver(refused(IS_OVER, position.outcome.reason))


def why_not(position: PositionInterface, names: Sequence[str]) -> str:
    """Why no legal move begins with these picks, in one sentence."""
    board = position.variant.board
    paths = [tuple(pick.name for pick in move.picks[: len(names)]) for move in position.pseudo_legal_moves]
    if tuple(names) in paths:
        return t(COMES_BACK)
    picked = list(names)
    for name in picked:
        if CELL_NAME.fullmatch(name) and name not in board.number:
            return refused(NOT_ON_BOARD, name)
    depth = next(depth for depth in range(len(picked)) if not matching(position, picked[: depth + 1]))
    kinds, asked = position.variant.game.kinds, picked
    if kinds.chained and not kinds.named(picked):
        asked = picked[: depth + 1]  # of a chain, as far as it goes
    if kinds.named(asked) and (reason := position.variant.game.refusal(position.state, tuple(asked))):
        return reason
    blamed = picked[depth]
    if depth == 0 and blamed in board.number:
        return _why_not_this_cell(position, blamed)
    possible = [pick.name for pick in next_picks(position, picked[:depth])]
    if not possible:
        return refused(ENDS_THERE, picked[depth - 1])
    listed = ", ".join(possible[:MOST_LISTED]) + (", …" if len(possible) > MOST_LISTED else "")
    if depth == 0:
        return refused(NOT_NOW, blamed, listed)
    return refused(NOT_FROM_THERE, picked[depth - 1], blamed, listed)


def _why_not_this_cell(position: PositionInterface, name: str) -> str:
    """Why no legal move begins on this cell, judging by its contents and those of cells where moves do begin."""
    seen = position.scene().cells
    looks = {pick.name: seen[pick.name] for pick in next_picks(position) if pick.is_cell}
    here = seen[name].top
    if not looks:
        return refused(NO_CELL_NOW, name, joined(map(str, next_picks(position))))
    sentence = CANNOT_PLAY_AT
    if all(look.top is not None and look.top.owner == position.mover for look in looks.values()):
        sentence = PIECE_CANNOT_MOVE if here is not None else IS_EMPTY
        if here is not None and here.owner != position.mover:
            sentence = IS_NOT_YOURS
    elif here is not None and all(look.top is None for look in looks.values()):
        sentence = IS_TAKEN
    return said_of_cell(position, sentence, name)


def said_of_cell(position: PositionInterface, sentence: int, name: str) -> str:
    """A sentence about a cell, in words."""
    variant = position.variant
    return spoken((sentence, variant.board.number[name]), variant.game.names(position.state))
