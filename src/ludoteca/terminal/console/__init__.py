"""Ludoteca in a plain terminal, through a pipe, or read aloud: the same menus and tables as the full-screen app."""
