"""Matches as plain data and back: everything that is needed to go on, checked move by move when it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.games import find_game
from ludoteca.kernel.errors import LudotecaError
from ludoteca.play.files import DamagedSave, Fields, Saved
from ludoteca.play.match.clock import LONGEST_LEFT_MS, Clock
from ludoteca.play.match.match import Match, usual_start
from ludoteca.play.position import Position
from ludoteca.play.score_sheet import Declaration, PlayerName
from ludoteca.play.variant import Variant

FORMAT = "ludoteca match 1"


def save_match(match: Match) -> Saved:
    """The match as JSON has it; undone moves follow those played."""
    return {
        "format": FORMAT,
        "game": match.variant.name,
        "options": dict(match.variant.changed_options),
        "start": None if match.has_usual_start else str(match.start),
        "players": [player.save() for player in match.players],
        "tags": dict(match.tags),
        "plies": [ply.save() for ply in match.plies + match.undone],
        "played": len(match.plies),
        "declared": None if match.declared is None else match.declared.save(),
        "draw_offer": match.draw_offer,
        "clock": None if match.clock is None else match.clock.save(match.now()),
    }


def load_match(saved: Any, now: Callable[[], int]) -> Match:
    """The match that was saved; every move is played again, so a wrong one is found."""
    fields = Fields(saved, "the saved match")
    if fields.text("format") != FORMAT:
        raise fields.wrong("format", repr(FORMAT))
    variant = load_variant(fields)
    match = Match(
        variant, load_start(fields, variant), players=load_players(fields), tags=fields.texts("tags"), now=now
    )
    for number, ply in enumerate(fields.list("plies"), 1):
        _play_again(match, Fields(ply, f"move {number}"))
    played = fields.whole("played", len(match.plies))
    if played < len(match.plies):
        match.undo(len(match.plies) - played)
    _load_standing(match, fields)
    return match


def load_variant(fields: Fields) -> Variant:
    """The game and its options."""
    name, options = fields.text("game"), fields.texts("options")
    try:
        game = find_game(name)
        game.choose(options)  # names the options there are
        return Variant(game, **options)
    except LudotecaError as error:
        raise DamagedSave(f"{fields.what}: {error}") from error


def load_start(fields: Fields, variant: Variant) -> Position:
    """The start position, which only the usual one may leave out."""
    if not fields.is_there("start"):
        usual = usual_start(variant)
        if usual is None:
            raise fields.wrong("start", "a position: setups of this game are random")
        return usual
    text = fields.text("start")
    try:
        return variant.position(text)
    except LudotecaError as error:
        raise DamagedSave(f"{fields.what}, start: {error}") from error


def load_players(fields: Fields) -> tuple[PlayerName, PlayerName]:
    """The two who play."""
    players = [PlayerName.load(Fields(player, f"{fields.what}, players")) for player in fields.list("players")]
    if len(players) != 2:
        raise fields.wrong("players", "two")
    return players[0], players[1]


def _play_again(match: Match, fields: Fields) -> None:
    text = fields.text("move")
    clock_ms = fields.whole("clock_ms", LONGEST_LEFT_MS) if fields.is_there("clock_ms") else None
    evaluation = fields.number("evaluation") if fields.is_there("evaluation") else None
    comment = fields.text("comment", "")
    try:
        match.play(text, comment=comment, clock_ms=clock_ms, evaluation=evaluation)
    except LudotecaError as error:
        raise DamagedSave(f"{fields.what}: {error}") from error


def _load_standing(match: Match, fields: Fields) -> None:
    """The clock, the draw offer and the declared ending, as far as they fit what is on the board."""
    if fields.is_there("clock"):
        match.clock = Clock.load(fields.object("clock"))
    if fields.is_there("draw_offer"):
        match.draw_offer = fields.whole("draw_offer", 1)
    if fields.is_there("declared"):
        match.declared = Declaration.load(fields.object("declared"))
    ends = [match.position.outcome, match.declared, match.draw_offer]
    if sum(end is not None for end in ends) > 1 or (match.declared is not None and match.undone):
        raise DamagedSave(f"{fields.what} has ended in two ways, or goes on after its end")
