"""The words of explanations: a template for each kind of claim, all in this file.

They are sentences of the catalogue, and each sentence made of one can be said in another language.  `{name}` is filled
with the argument of that name, `{count:stone|stones}` with one word or the other.  `player` is a
player, `cells` and `line` are lists, `piece` is a kind of piece, told in the number that `count` says.  A game may have
words of its own for a kind (`claim_words` of its declaration), with the same places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludoteca.explain.claims import Claim
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import BadDeclaration
from ludoteca.kernel.scene import Player
from ludoteca.languages.texts import Text, joined, lasting, later, make_text, t

TEMPLATES = later(
    {  # in the order in which they are said
        # how the game ends
        "only_move": "It is the only legal move.",
        "wins_at_once": "It wins at once: {reason}.",
        "completes": "It completes {cells}.",
        "wins_by_force": "It wins by force, in {plies} moves at most, both sides counted.",
        "wins_surely": "It wins by force.",
        "only_winning_move": "No other move wins.",
        "only_move_not_losing": "Every other move loses.",
        "lets_win": "It lets {player} win with {line}.",
        "all_lose": "Every move loses against best play.",
        "loses_by_force": "After it {player} wins by force, in {plies} moves at most, both sides counted.",
        "holds_draw": "It draws with best play by both sides.",
        "final_lead": "With best play by both sides, {player} ends {points} {points:point|points} ahead.",
        # what it does against the other side
        "blocks": "It stops {player} from winning with {line}.",
        "threatens": "It threatens to win with {line}.",
        "otherwise_loses": "Playing {move} instead loses: {line}.",
        # what it does on the board
        "captures": "It captures {count} {piece} of {player}.",
        "flips": "It turns {count} {piece} of {player} over.",
        "removes": "It takes {count} {piece} of {player} off the board.",
        "takes": "It takes {count} {colour} {piece}.",
        "gives_up": "It loses {count} {piece} of its own.",
        "gains_points": "It gains {points} {points:point|points}.",
        "sets_up": "It sets up {cells}.",
        "nears_chain": "Then {player} needs {count} more {count:cell|cells} for a chain.",
        "hinders_chain": "It makes {player} need {count} more {count:cell|cells} for a chain.",
        "leaves_few_moves": "It leaves {player} only {count} {count:move|moves}.",
        # what the evaluation and the search say
        "terms": "It does better than other moves on: {terms}.",
        "chances": "The chances of {player} are then about {percent}\u00a0%.",
    }
)

PIECES = later(
    {  # by kind of piece: one, and several
        "disc": ("disc", "discs"),
        "stone": ("stone", "stones"),
        "counter": ("disc", "discs"),
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
        "stack": ("stack", "stacks"),
    }
)
LONGEST_LINE = 6  # moves of a line that are told
PLACE = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")
MORE = " …"
LISTED = later("{others} and {last}")


def template_of(game: Game, kind: str) -> str:
    """How a game says such a claim: in words of its own, or in everybody's."""
    for own, template in game.claim_words.items():
        if own not in TEMPLATES:
            raise BadDeclaration(f"claim_words of {game.title} name {own!r}; the kinds are {', '.join(TEMPLATES)}")
        if "{" in PLACE.sub("", template):
            raise BadDeclaration(f"claim_words of {game.title}: {template!r} has a brace that belongs to no place")
    return game.claim_words.get(kind, TEMPLATES[kind])


def sentence(claim: Claim, game: Game, players: Sequence[Player]) -> Text:
    """A claim in words."""
    template = template_of(game, claim.kind)
    for name, *_ in PLACE.findall(template):
        if name not in claim.arguments:
            known = ", ".join(claim.arguments) or "none"
            raise BadDeclaration(f"{game.title} says {claim.kind} with {{{name}}}; its places are: {known}")
    told = {name: _told(name, value, claim, players) for name, value in claim.arguments.items()}
    return make_text(template, told, without_stop_after_dots)


def without_stop_after_dots(text: str) -> str:
    """A line that is cut off has its dots, and no full stop after them."""
    return text.replace(f"{MORE}.", MORE)


def _told(name: str, value: Any, claim: Claim, players: Sequence[Player]) -> Any:
    """An argument in words."""
    if name == "player":
        return players[value].name
    if name == "piece":
        return lasting(PIECES[value][claim.arguments["count"] != 1])
    if name == "colour":
        return lasting(value)
    if name == "cells":
        return " ".join(value)
    if name == "line":
        return line_words(value)
    if name == "terms":
        return listed([term_words(each["words"], each["mover"], players) for each in value])
    return value


def line_words(moves: Sequence[str]) -> str:
    """The first moves of a line."""
    return " ".join(moves[:LONGEST_LINE]) + (MORE if len(moves) > LONGEST_LINE else "")


def term_words(words: str, mover: int, players: Sequence[Player]) -> Text:
    """What a term is called: `{mover}` is the player to move in the position that was judged, `{other}` the other."""
    return t(words, mover=players[mover].name, other=players[1 - mover].name)


def listed(words: Sequence[str]) -> str:
    """Words one after the other: "stones, pairs and threats"."""
    if len(words) < 2:
        return words[0] if words else ""
    return t(LISTED, others=joined(words[:-1]), last=words[-1])
