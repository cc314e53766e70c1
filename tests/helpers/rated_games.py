"""Accounts and finished rated games, straight into a database."""

import asyncio
import random

from ludoteca.play import Match, PlayerName, load_game
from ludoteca.web.people.account import Account
from ludoteca.web.storage import accounts, repository
from ludoteca.web.table.stored_game import Seat, StoredGame


def write(storage, work):
    return asyncio.run(storage.write(work))


def read(storage, work):
    return asyncio.run(storage.read(work))


def person(storage, name):
    return write(storage, lambda session: accounts.add_account(session, name, None))


def finished(game, one, two, winner=0, bot=None, plies=10, **fields):
    """A rated game between two accounts, or an account and a bot, that one has resigned."""
    names = [one.name, two.name if isinstance(two, Account) else two]
    match = Match(load_game("gekitai"), players=(PlayerName(names[0]), PlayerName(names[1])))
    chance = random.Random(1)
    for _ in range(plies):
        match.play(str(chance.choice(match.position.moves())))
    match.resign(1 - winner)
    seats = [
        Seat("human", names[0], generation=1),
        Seat("bot", bot, bot=bot) if bot else Seat("human", names[1], generation=1),
    ]
    holders = {(0, one.id)} if bot else {(0, one.id), (1, two.id)}
    return StoredGame(
        game, match, "bot" if bot else "friend", one.id, seats, holders, control="5+3", rated=True, **fields
    )


def store(storage, game, made=0):
    def work(session):
        repository.add_game(session, game)
        if made:
            session.execute(repository.GAMES.update().values(made=made))

    write(storage, work)
