"""A position as an SVG picture, drawn from its view."""

from ludoteca.play.svg_picture import board_svg

__all__ = ["board_svg"]
