"""The parts of a room."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

if TYPE_CHECKING:
    from ludoteca.web.live.room import Room


class RoomPart:
    """Something that a room holds and that knows it weakly, so that a room is freed as soon as nobody holds it."""

    def __init__(self, room: Room) -> None:
        self._room = ref(room)

    @property
    def room(self) -> Room:
        """The room; whatever is under way for it holds it."""
        room = self._room()
        assert room is not None
        return room
