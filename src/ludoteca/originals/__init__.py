"""The Prolog programs that Ludoteca grew from: their bots and their position formats."""
