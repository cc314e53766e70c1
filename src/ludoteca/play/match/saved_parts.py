"""The parts of saved matches and series: game, start and players, each checked when read."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.languages.texts import t
from ludoteca.play.files import DamagedSave, Fields
from ludoteca.play.position import Position, Variant
from ludoteca.play.score_sheet import PlayerName


@lru_cache(maxsize=64)
def usual_start(variant: Variant) -> Position | None:
    """The position with which every game of the variant begins; None if setups are random."""
    starts = [variant.start(seed) for seed in range(8)]
    return starts[0] if all(start == starts[0] for start in starts) else None


def load_variant(fields: Fields) -> Variant:
    """The game and its options."""
    name, options = fields.text("game"), fields.texts("options")
    try:
        game = find_game(name)
        game.choose(options)  # its error lists the valid options
        return Variant(game, **options)
    except LudotecaError as error:
        raise DamagedSave(t("{what}: {trouble}", what=fields.what, trouble=str(error))) from error


def load_start(fields: Fields, variant: Variant) -> Position:
    """The start position, which may be omitted only if it is the usual one."""
    if not fields.is_there("start"):
        usual = usual_start(variant)
        if usual is None:
            raise fields.wrong("start", t("a position: setups of this game are random"))
        return usual
    text = fields.text("start")
    try:
        return variant.position(text)
    except LudotecaError as error:
        raise DamagedSave(t("{what}, start: {trouble}", what=fields.what, trouble=str(error))) from error


def load_players(fields: Fields) -> tuple[PlayerName, PlayerName]:
    """The two players."""
    players = [
        PlayerName.load(Fields(player, t("{what}, players", what=fields.what))) for player in fields.list("players")
    ]
    if len(players) != 2:
        raise fields.wrong("players", t("two"))
    return players[0], players[1]
