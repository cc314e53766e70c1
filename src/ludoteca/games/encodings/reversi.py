"""Reversi for learners: Mapello's first four planes without the ring, and 64 cells and the pass as actions."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.games.encodings import mapello

ENCODING = replace(mapello.ENCODING, planes=mapello.ENCODING.planes[:4], margin=1)
