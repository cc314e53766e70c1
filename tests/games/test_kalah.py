"""Kalah: each rule by its number, published counts, and random games in lockstep with OpenSpiel."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from games.lockstep import GAMES, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.play.perft import count_sequences

kalah = ludoteca.game("kalah")


def after(text: str, *moves: str, **options):
    position = ludoteca.game("kalah", **options).position(text)
    for move in moves:
        position = position.play(move)
    return position


def test_the_published_counts():
    assert [count_sequences(kalah.start(), depth) for depth in range(1, 7)] == [6, 35, 185, 942, 4690, 23233]


@pytest.mark.parametrize(
    ("houses", "seeds", "text"),
    [(6, 4, "0,4,4,4,4,4,4/4,4,4,4,4,4,0 s"), (5, 6, "0,6,6,6,6,6/6,6,6,6,6,0 s"), (4, 3, "0,3,3,3,3/3,3,3,3,0 s")],
)
def test_the_board(houses, seeds, text):  # KA1
    variant = ludoteca.game("kalah", houses=houses, seeds=seeds)
    assert str(variant.start()) == text and len(variant.start().moves()) == houses
    assert variant.position(text) == variant.start()


def test_players_sow_from_their_own_houses():  # KA2
    with pytest.raises(IllegalMove, match="you sow from the houses in your own row"):
        kalah.start().play("a2")
    with pytest.raises(IllegalMove, match=r"^d1 is empty$"):
        kalah.position("5,4,0,5,6,2,1/3,4,5,0,3,2,8 s").play("d1")


def test_seeds_pass_the_own_store_and_skip_the_other():  # KA3
    assert str(after("0,4,4,4,4,4,4/4,4,4,4,4,4,0 n", "a2")) == "1,0,4,4,4,4,4/5,5,5,4,4,4,0 s"
    around = after("8,1,1,1,1,1,1/1,1,1,1,1,14,15 s", "f1")
    assert str(around) == "8,2,2,2,2,2,2/2,2,2,2,2,1,17 s"  # the thirteenth seed falls into f1, the last into the store


def test_a_last_seed_in_the_store_sows_again():  # KA4
    again = kalah.start().play("c1")
    assert again.mover == 0 and str(again) == "0,4,4,4,4,4,4/4,4,0,5,5,5,1 s"
    assert again.play("f1").mover == 1


def test_a_last_seed_in_an_own_empty_house_takes_the_house_opposite():  # KA5
    assert str(after("5,4,0,5,6,2,1/3,4,5,0,3,2,8 s", "a1")) == "5,4,0,5,0,2,1/0,5,6,0,3,2,15 n"


def test_nothing_opposite_nothing_taken():  # KA5
    text = "5,4,0,5,0,2,1/3,4,5,0,3,2,14 s"
    assert str(after(text, "a1")) == "5,4,0,5,0,2,1/0,5,6,1,3,2,14 n"
    assert str(after(text, "a1", empty_capture="always")) == "5,4,0,5,0,2,1/0,5,6,0,3,2,15 n"


def test_an_empty_house_of_the_opponent_takes_nothing():  # KA5
    assert str(after("5,4,0,5,6,2,0/3,4,5,0,3,2,9 s", "f1")) == "5,4,0,5,6,2,1/3,4,5,0,3,0,10 n"


def test_an_empty_side_ends_the_game():  # KA6, KA7
    end = after("20,0,0,0,0,2,1/0,0,0,0,2,1,22 s", "f1", "e1", "f1")
    assert str(end) == "23,0,0,0,0,0,0/0,0,0,0,0,0,25 s"
    assert end.outcome is not None and (end.outcome.winner, end.score) == (0, (25, 23))


def test_equal_numbers_are_a_draw():  # KA7
    end = after("20,0,0,0,0,2,1/0,0,0,0,2,1,22 s", "e1", "f1")
    assert end.outcome is not None and (end.outcome.winner, end.score) == (None, (24, 24))


def test_more_than_half_is_settled():  # KA7
    position = kalah.position("5,1,1,1,1,1,1/2,2,1,1,2,4,25 s")
    assert position.settled is not None and position.settled.winner == 0 and position.outcome is None


def test_the_second_player_may_swap_after_the_first_turn():  # KA8
    start = ludoteca.game("kalah", swap=True).start()
    assert "swap" not in map(str, start.play("c1").moves())  # it is still the first player's turn
    first = start.play("c1").play("a1")
    swapped = first.play("swap")
    assert (swapped.mover, swapped.score) == (0, (0, 1)) and [player.name for player in swapped.players] == [
        "North",
        "South",
    ]
    assert [str(move) for move in swapped.moves()] == ["f2", "e2", "d2", "c2", "b2", "a2"]
    assert "swap" not in map(str, swapped.play("d2").moves()) and "swap" not in map(str, first.play("b2").moves())
    assert "swap" not in map(str, first.play("b2").play("b1").moves())
    assert first.variant.position(str(swapped)) == swapped


def test_the_path_of_a_sowing_is_where_its_seeds_go():  # KA3
    start = kalah.start()
    assert kalah.game.path(start.state, start.moves()[4].code) == ("e1", "f1", "s1", "f2", "e2")


@GAMES
def test_in_lockstep(games):
    def action_of(position, text):
        return position.variant.board.number[text] + 1

    play_in_lockstep(kalah, "mancala", action_of, games=games)


class PlainKalah:
    """The rules once more, as the page says them: each player's houses in the order of sowing, and -1 for the store."""

    def __init__(self, houses, seeds, takes_alone):
        self.houses, self.takes_alone, self.mover = houses, takes_alone, 0
        self.seeds = {(player, house): seeds for player in range(2) for house in range(houses)}
        self.seeds |= {(0, -1): 0, (1, -1): 0}

    def row(self, player):
        return [self.seeds[player, house] for house in range(self.houses)]

    def choices(self):
        return [house for house, seeds in enumerate(self.row(self.mover)) if seeds]

    def sow(self, house):
        me, other, row = self.mover, 1 - self.mover, range(self.houses)
        ring, hand, at = [*((me, each) for each in row), (me, -1), *((other, each) for each in row)], 0, house
        self.seeds[me, house], hand = 0, self.seeds[me, house]
        for _ in range(hand):
            at = (at + 1) % len(ring)
            self.seeds[ring[at]] += 1
        last, opposite = ring[at], (other, self.houses - 1 - ring[at][1])
        if last[0] == me and last[1] >= 0 and self.seeds[last] == 1 and (self.seeds[opposite] or self.takes_alone):
            self.seeds[me, -1] += 1 + self.seeds[opposite]
            self.seeds[last] = self.seeds[opposite] = 0
        if last != (me, -1):
            self.mover = other
        if not any(self.row(0)) or not any(self.row(1)):
            for player, each in product(range(2), row):
                self.seeds[player, -1] += self.seeds[player, each]
                self.seeds[player, each] = 0

    def __str__(self):
        upper, lower = [self.seeds[1, -1], *self.row(1)[::-1]], [*self.row(0), self.seeds[0, -1]]
        return f"{','.join(map(str, upper))}/{','.join(map(str, lower))} {'sn'[self.mover]}"


@pytest.mark.parametrize("games", [10, pytest.param(500, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("houses", "seeds", "capture"), [*product((4, 5, 6), (3, 4, 5, 6), ("filled", "always"))])
def test_other_sizes_and_captures_beside_plain_rules(houses, seeds, capture, games):
    variant = ludoteca.game("kalah", houses=houses, seeds=seeds, empty_capture=capture)
    for seed in range(games):
        random, here, there = Random(seed), variant.start(), PlainKalah(houses, seeds, capture == "always")
        while here.outcome is None:
            names = ["abcdef"[house] + "1" for house in range(houses)]
            names = names if here.mover == 0 else [name[0] + "2" for name in names[::-1]]
            assert sorted(map(str, here.moves())) == sorted(names[house] for house in there.choices()), str(here)
            house = random.choice(there.choices())
            here = here.play(names[house])
            there.sow(house)
            assert str(here) == str(there)
        assert not there.choices() and here.score == (there.seeds[0, -1], there.seeds[1, -1])
