"""The wording of explanations: one template for each kind of claim (a statement about a move), all in this file.

They are sentences of the catalogue, so each sentence made from one can be translated.  `{name}` is filled with the
argument of that name, `{count:stone|stones}` with the singular or the plural; see `languages/templates.py` for the
other forms.  `player` is a player, `cells` and `line` are lists, `piece` and `cell` are nouns in the number that
`count` requires.  A game may replace the template of a kind (`claim_words` in its declaration), with the same
placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.errors import BadDeclaration
from ludoteca.kernel.declare import Game
from ludoteca.kernel.scene import Player
from ludoteca.languages.texts import Text, english, joined, make_text, t, translatable

TEMPLATES = translatable(
    {  # in the order in which they are said
        # how the game ends
        "only_move": "It is the only legal move.",
        "wins_at_once": "It wins at once: {reason}.",
        "completes": "It completes {cells}.",
        "completes_by_push": "Its push completes {cells}.",
        "loses_at_once": "It loses at once: {reason}.",
        "completes_theirs": "Its push completes {cells} for {player}.",
        "wins_by_force": "It forces a win within {plies} moves, counting both sides.",
        "wins_surely": "It forces a win.",
        "only_winning_move": "No other move wins.",
        "only_move_not_losing": "Every other move loses.",
        "lets_win": "It lets {player} win with {line}.",
        "all_lose": "Every move loses against best play.",
        "loses_by_force": "{player} then has a forced win within {plies} {plies:move|moves}, counting both sides.",
        "holds_draw": "It leads to a draw with best play.",
        "final_lead": "With best play, {player} wins by {points:word} {points:point|points}.",
        # what it does against the opponent
        "blocks": "It stops {player} from winning with {line}.",
        "threatens": "It threatens to win with {line}.",
        "otherwise_loses": "Playing {move} instead loses to {line}.",
        # what it does on the board
        "captures": "It captures {count:word} {player:adjective} {piece}.",
        "flips": "It flips {count:word} {player:adjective} {piece}.",
        "removes": "It removes {count:word} {player:adjective} {piece} from the board.",
        "takes": "It takes {count:word} {colour} {piece}.",
        "gives_up": "It costs {player} {count:word} {piece}.",
        "gains_points": "It gains {points:word} {points:point|points}.",
        "moves_again": "It lets {player} move again.",
        "sets_up": "It sets up {cells}.",
        "sets_up_by_push": "Its push sets up {cells}.",
        "nears_chain": "{player} then needs {count:word} more {cell} to connect.",
        "hinders_chain": "{player} now needs {count:word} more {cell} to connect.",
        "leaves_few_moves": "It leaves {player} only {count:word} {count:move|moves}.",
        # what the evaluation and the search say
        "terms": "It {terms}.",
        "chances": "{player} then has about {percent:article}% chance of winning.",
    }
)

PIECES = translatable(
    {  # by kind of piece: singular and plural
        "disc": ("disc", "discs"),
        "stone": ("stone", "stones"),
        "counter": ("disc", "discs"),
        "man": ("man", "men"),
        "crowned": ("crowned man", "crowned men"),
        "pyramid": ("pyramid", "pyramids"),
        "pawn": ("pawn", "pawns"),
        "queen": ("queen", "queens"),
        "king": ("king", "kings"),
        "knight": ("knight", "knights"),
        "bishop": ("bishop", "bishops"),
        "rook": ("rook", "rooks"),
        "cube": ("cube", "cubes"),
        "ring": ("ring", "rings"),
        "wall": ("wall", "walls"),
        "arrow": ("arrow", "arrows"),
        "joker": ("joker", "jokers"),
        "bonus": ("bonus", "bonuses"),
        "bar": ("line", "lines"),
        "box": ("box", "boxes"),
        "seeds": ("seed", "seeds"),
        "stack": ("stack", "stacks"),
    }
)
CELLS = translatable(  # by shape of the board: one, and several
    {
        "square": ("cell", "cells"),
        "hex": ("hex", "hexes"),
        "points": ("point", "points"),
        "edges": ("edge", "edges"),
        "pits": ("house", "houses"),
    }
)
PASS = translatable("a pass")
DEFAULT_TERM = translatable("scores higher on {term}")  # for a term without words of its own
LONGEST_LINE = 6  # moves of a line that are shown
PLACE = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
MORE = " …"
LISTED = translatable("{others} and {last}")


@dataclass(frozen=True, slots=True)
class Claim:
    """A kind, and the arguments of its template: numbers, names of cells, moves as text, players as 0 or 1.

    Where people see moves in another way than their texts, they are also in `written` and `written_move`.
    """

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The claim as a value for `json.dumps`."""
        return {"kind": self.kind, **self.arguments}


def template_of(game: Game, kind: str) -> str:
    """The template of a kind of claim: the game's own, or the usual one."""
    for own, template in game.claim_words.items():
        if own not in TEMPLATES:
            raise BadDeclaration(
                f"claim_words of {game.title} has no kind {own!r}; the kinds are {', '.join(TEMPLATES)}"
            )
        if "{" in PLACE.sub("", template):
            raise BadDeclaration(f"claim_words of {game.title}: {template!r} has an unmatched brace")
    return game.claim_words.get(kind, TEMPLATES[kind])


def sentence(claim: Claim, game: Game, players: Sequence[Player]) -> Text:
    """A claim in words."""
    template = template_of(game, claim.kind)
    for name in PLACE.findall(template):
        if name not in claim.arguments:
            known = ", ".join(claim.arguments) or "none"
            raise BadDeclaration(
                f"claim_words of {game.title}: {claim.kind} has no place {{{name}}}; its places are {known}"
            )
    told = {name: _told(name, value, claim, players) for name, value in claim.arguments.items()}
    return make_text(template, told, without_stop_after_dots)


def without_stop_after_dots(text: str) -> str:
    """A truncated line ends with dots, without a full stop after them."""
    return text.replace(f"{MORE}.", MORE)


def _told(name: str, value: Any, claim: Claim, players: Sequence[Player]) -> Any:
    """An argument in words."""
    if name == "player":
        return players[value].name
    if name == "piece":
        return english(PIECES[value][claim.arguments["count"] != 1])
    if name == "colour":
        return english(value)
    if name == "cell":
        return english(CELLS[value][claim.arguments["count"] != 1])
    if name == "cells":
        return ", ".join(value)
    if name == "line":
        return line_words(claim.arguments.get("written", value))
    if name == "move":
        return claim.arguments.get("written_move", value)
    if name == "terms":
        return listed([term_words(each, players) for each in value])
    return value


def line_words(moves: Sequence[str]) -> str:
    """The first moves of a line."""
    if list(moves) == ["pass"]:
        return t(PASS)
    return ", ".join(moves[:LONGEST_LINE]) + (MORE if len(moves) > LONGEST_LINE else "")


def term_words(term: Mapping[str, Any], players: Sequence[Player]) -> Text:
    """What a move does for a term: `{player}` makes it, `{opponent}` is the other."""
    player = term["player"]
    names = {"player": players[player].name, "opponent": players[1 - player].name}
    if term["words"]:
        return t(term["words"], **names)
    return t(DEFAULT_TERM, term=english(term["term"]))


def listed(words: Sequence[str]) -> str:
    """Several phrases as a list: "stones, pairs and threats"."""
    if len(words) < 2:
        return words[0] if words else ""
    return t(LISTED, others=joined(words[:-1]), last=words[-1])
