"""`python -m ludoteca` is the command `ludoteca`."""

from ludoteca.cli import main

main()
