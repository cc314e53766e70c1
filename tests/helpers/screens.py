"""Driving the app in tests: tables with a known history, and waiting for what a thread will bring."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from terminal_pictures import screen_text
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import OptionList

from ludoteca.play import Variant, load_game
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.playing import PlayScreen
from ludoteca.terminal.table import Table

PEOPLE = ("human", "human")


def table_after(
    variant: Variant,
    plies: int,
    saved_games: SavedGames,
    *,
    seats: tuple[str, str] = PEOPLE,
    seed: int = 3,
    games: int = 1,
    pace: float | None = 0,
) -> Table:
    """A table some random moves into a game; the same seed gives the same game."""
    chance = random.Random(seed)
    table = Table.begin(variant, seats, saved_games, games=games, pace=pace, chance=chance)
    for _ in range(plies):
        if table.outcome is None:
            table.match.play(chance.choice(table.position.moves()))
    return table


async def choose_game(pilot: Pilot[None], name: str) -> None:
    """From the main menu to a game's form."""
    await pilot.press("enter")
    items = pilot.app.screen.query_one(OptionList)
    items.highlighted = items.get_option_index(name)
    await pilot.press("enter")
    await pilot.pause()


def drive(app: LudotecaApp, steps: Callable[[Pilot[None]], object], size: tuple[int, int] = (80, 24)) -> None:
    """Run the app without a terminal and do something with it."""

    async def session() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(session())


def playing(app: LudotecaApp) -> PlayScreen:
    """The table on the screen."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen


async def press_at_once(pilot: Pilot[None], *keys: str) -> None:
    """Press keys without waiting for what each does; the app has taken all of them when this ends."""
    app, is_taken = pilot.app, asyncio.Event()
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))
    app.call_later(is_taken.set)  # it waits its turn behind them
    await is_taken.wait()
    await pilot.pause()


async def until(pilot: Pilot[None], condition: Callable[[], bool], seconds: float = 120) -> None:
    """Wait for what a thread will bring."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            pytest.fail("nothing happened")
        await pilot.pause(0.02)


async def shows(pilot: Pilot[None], text: str, seconds: float = 120) -> None:
    """Wait until the screen shows a text: what is known is drawn a little later."""
    end = time.monotonic() + seconds
    while text not in (shown := screen_text(pilot.app)):
        if time.monotonic() > end:
            pytest.fail(f"{text!r} is not on the screen:\n{shown}")
        await pilot.pause(0.02)


def gekitai_app(tmp_path: Path, plies: int = 0, **settings: object) -> LudotecaApp:
    """The app at a table of Gekitai."""
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game("gekitai"), plies, saved_games, **settings)  # type: ignore[arg-type]
    return LudotecaApp(saved_games, table=table)
