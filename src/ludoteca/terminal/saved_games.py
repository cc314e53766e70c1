"""Saved games: tables in progress, copies saved by name, and exported records.

Every table has its own file, rewritten after every move, so that neither a kill nor a power cut loses one.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ludoteca.folders import SETTINGS, data_folder, make_private_folder
from ludoteca.languages import t, translatable
from ludoteca.play.files import DamagedSave, Fields, Saved, read_saved, write_saved
from ludoteca.play.score_sheet import PlayerName
from ludoteca.terminal.seats import translatable_name

FORMAT = "ludoteca table 1"
MOST_FINISHED = 50  # finished tables that stay saved
SEATS, DRAWN = ("first", "second"), "draw"  # the results that a file can have
ALL, UNDER_WAY, OVER = "all", "unfinished", "finished"
STANDING = translatable({ALL: "All games", UNDER_WAY: "In progress", OVER: "Finished"})


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved table, as its label says; `trouble` says why it cannot be read."""

    path: Path
    label: str  # "Greener: You against Level 3"
    moves: int = 0
    is_over: bool = False
    is_named: bool = False
    when: datetime | None = None
    trouble: str = ""
    game: str = ""  # its title
    winner: PlayerName | None = None  # of a game that is over
    is_drawn: bool = False

    @property
    def line(self) -> str:
        """One line for menus."""
        if self.trouble or self.when is None:
            return t("{label} (cannot be read)", label=self.label)
        known: dict[str, Any] = {"label": self.label, "day": self.when.date(), "time": f"{self.when:%H:%M}"}
        if self.winner is not None:
            return t("{label}, {player} won, {day:date} {time}", player=self.winner.name, **known)
        if self.is_drawn:
            return t("{label}, draw, {day:date} {time}", **known)
        if self.is_over:  # saved by a version that did not store the winner
            return t("{label}, finished, {day:date} {time}", **known)
        return t("{label}, {count} {count:move|moves}, {day:date} {time}", count=self.moves, **known)


class SavedGames:
    """A folder with one person's saved tables."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = data_folder() if folder is None else folder

    @property
    def tables(self) -> Path:
        """Where tables in progress are."""
        return self.folder / "tables"

    @property
    def saved(self) -> Path:
        """Where copies saved by name are."""
        return self.folder / "saved"

    def new_path(self) -> Path:
        """A file for a new table."""
        return self.tables / f"{now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}.json"

    def keep(self, path: Path, saved: Saved) -> None:
        """Write a table, completely or not at all."""
        make_private_folder(path.parent)
        write_saved(path, {"format": FORMAT, "when": now().isoformat(timespec="seconds"), **saved})

    def save_as(self, name: str, saved: Saved) -> Path:
        """Save a copy under a name; a copy of the same name is replaced."""
        path = self._path_of(name)
        self.keep(path, {**saved, "name": name.strip()})
        return path

    def named(self, name: str) -> SavedGame | None:
        """The copy that was saved under a name before."""
        path = self._path_of(name)
        return self._kept(path) if path.exists() else None

    def _path_of(self, name: str) -> Path:
        return self.saved / f"{file_name(name)}.json"

    def take(self, kept: SavedGame) -> tuple[Path, Saved]:
        """A table to continue, and the file it is now saved in.

        A copy saved by name is unchanged.  Another program that may still have the table open keeps its own file.
        """
        saved = self.read(kept.path)
        path = self.new_path()
        if not kept.is_named:
            kept.path.replace(path)
        return path, saved

    def read(self, path: Path) -> Saved:
        """The content of a file; DamagedSave if it is not a table."""
        found = read_saved(path)
        fields = Fields(found, t("the saved table"))
        if fields.text("format") != FORMAT:
            raise fields.wrong("format", repr(FORMAT))
        return dict(found)

    def remove(self, path: Path) -> None:
        """Delete a table."""
        path.unlink(missing_ok=True)

    def all(self) -> list[SavedGame]:
        """Everything that is saved, newest first."""
        files = [*self.tables.glob("*.json"), *self.saved.glob("*.json")]
        files.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
        return [self._kept(path) for path in files]

    def unfinished(self) -> list[SavedGame]:
        """The unfinished tables, newest first."""
        return [kept for kept in self.all() if not (kept.is_over or kept.is_named or kept.trouble)]

    def tidy(self) -> None:
        """Delete the oldest finished tables."""
        finished = [kept for kept in self.all() if kept.is_over and not kept.is_named]
        for kept in finished[MOST_FINISHED:]:
            self.remove(kept.path)

    def _kept(self, path: Path) -> SavedGame:
        try:
            fields = Fields(self.read(path), t("the saved table"))
            when = datetime.fromisoformat(fields.text("when")).astimezone()
            name = fields.text("name", "")
            label = label_of(fields)
            if name:
                label = t("{name}: {label}", name=name, label=label)
            is_over = fields.raw("is_over") is True
            result = fields.text("result", "")
            return SavedGame(
                path, label, fields.whole("moves", 10**6), is_over, bool(name), when, game=fields.text("game", ""),
                winner=player_of(fields, result) if result in SEATS else None, is_drawn=result == DRAWN,
            )  # fmt: skip
        except (DamagedSave, OSError, ValueError) as error:
            return SavedGame(path, path.stem, trouble=str(error))

    def export(self, text: str, name: str, path: Path | None = None) -> Path:
        """Write a record to a chosen or generated file name; an existing file is never replaced."""
        if path is None:
            target = self.folder / "records" / f"{file_name(name)}-{now():%Y%m%d-%H%M%S}.pgn"
            make_private_folder(target.parent)
        else:
            target = path.expanduser()
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
        return target

    # --- settings: the theme, the language, how far lessons have got

    def settings(self) -> dict[str, str]:
        """What the person chose last time; empty if there is no such file."""
        path = self.folder / SETTINGS
        try:
            return Fields({"settings": read_saved(path)}, t("the settings")).texts("settings")
        except FileNotFoundError:
            return {}

    def set(self, **settings: str) -> None:
        """Remember settings."""
        make_private_folder(self.folder)
        write_saved(self.folder / SETTINGS, {**self.settings(), **settings})


def table_label(game: str, players: tuple[PlayerName, PlayerName]) -> str:
    """A table's label: the game and who plays it."""
    return t("{game}: {first} against {second}", game=game, first=players[0].name, second=players[1].name)


def label_of(fields: Fields) -> str:
    """The label of a saved table; old files have it in English."""
    if not fields.is_there("players"):
        return fields.text("label")
    first, second = (player_of(fields, seat) for seat in SEATS)
    return table_label(fields.text("game"), (first, second))


def player_of(fields: Fields, seat: str) -> PlayerName:
    """Who sits at a seat of a saved table."""
    return translatable_name(PlayerName.load(fields.object("players").object(seat)))


def filters(games: Sequence[SavedGame]) -> list[tuple[str, str]]:
    """The filters for a list of saved games, each with its words: by state, and by game."""
    titles = sorted({kept.game for kept in games if kept.game})
    return [*((name, t(words)) for name, words in STANDING.items()), *((title, title) for title in titles)]


def narrowed(games: Sequence[SavedGame], wanted: str) -> list[SavedGame]:
    """The games that match a filter; unreadable ones appear only in the full list."""
    if wanted == ALL:
        return list(games)
    if wanted in STANDING:
        return [kept for kept in games if not kept.trouble and kept.is_over == (wanted == OVER)]
    return [kept for kept in games if kept.game == wanted]


def file_trouble(error: OSError) -> str:
    """What is wrong with a file, as a phrase."""
    return t("{file}: {reason}", file=error.filename or t("the file"), reason=error.strerror or error)


def now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


def file_name(name: str) -> str:
    """A name in the form of a file name."""
    return re.sub(r"[^\w.-]+", "-", name.strip().lower()).strip("-.")[:60] or "game"
