"""Oware: each rule by its number, published counts, and random games in lockstep with OpenSpiel."""

from __future__ import annotations

from random import Random

import pytest
from games.lockstep import GAMES, play_in_lockstep
from pictures import position as drawn

import ludoteca
from ludoteca.errors import IllegalMove, UnreadablePosition
from ludoteca.play.perft import count_sequences

oware = ludoteca.game("oware")
SLAM = """
            18   0 0 0 0 1 1
                 0 0 2 0 2 2   22   south to move"""  # f1 would take both of North's houses


def after(text: str, *moves: str, **options: str):
    position = ludoteca.game("oware", **options).position(text)
    for move in moves:
        position = position.play(move)
    return position


def test_the_published_counts():
    assert [count_sequences(oware.start(), depth) for depth in range(1, 7)] == [6, 36, 190, 1014, 5219, 27332]


def test_every_house_starts_with_four_seeds_and_south_moves_first():  # OW1
    assert str(oware.start()) == "0,4,4,4,4,4,4/4,4,4,4,4,4,0 s"


def test_no_other_number_of_seeds_is_a_position():  # OW1
    with pytest.raises(UnreadablePosition, match="there are 48 seeds in all, not 47"):
        oware.position("0,3,4,4,4,4,4/4,4,4,4,4,4,0 s")


def test_players_sow_from_their_own_houses():  # OW2
    with pytest.raises(IllegalMove, match="you sow from the houses in your own row"):
        oware.start().play("a2")


def test_seeds_go_counterclockwise_past_the_stores():  # OW3
    assert str(oware.start().play("f1")) == "0,4,4,5,5,5,5/4,4,4,4,4,0,0 n"


def test_a_house_never_refills_itself():  # OW3
    assert str(after("9,1,2,0,3,1,2/0,1,13,0,2,2,12 s", "c1")) == "9,2,3,1,4,2,3/1,2,0,2,4,3,12 n"


def test_twos_and_threes_are_taken_backwards():  # OW4
    assert str(after("20,1,4,4,4,1,2/0,0,0,4,3,1,4 s", "e1")) == "20,1,4,4,4,0,0/0,0,0,4,0,2,9 n"
    assert str(after("19,1,4,4,4,1,3/0,0,0,4,3,1,4 s", "e1")) == "19,1,4,4,4,0,4/0,0,0,4,0,2,6 n"  # f2 ends the row


def test_nothing_is_taken_in_the_own_row():  # OW4
    assert str(after("20,1,4,4,4,1,2/0,2,0,1,3,1,5 s", "b1")) == "20,1,4,4,4,1,2/0,0,1,2,3,1,5 n"


def test_a_hungry_opponent_is_fed():  # OW5
    position = oware.position("20,0,0,0,0,0,0/1,0,1,0,2,1,23 s")
    assert [str(move) for move in position.moves()] == ["e1", "f1"]
    with pytest.raises(IllegalMove, match="North has no seeds, and those at c1 do not get that far"):
        position.play("c1")


@pytest.mark.parametrize(
    ("grand_slam", "result"),
    [
        (
            "takes_nothing",
            """
            18   0 0 0 0 2 2
                 0 0 2 0 2 0   22   north to move""",
        ),
        (
            "leaves_last",  # e2, where the last seed was sown
            """
            18   0 0 0 0 2 0
                 0 0 2 0 2 0   24   north to move""",
        ),
        (
            "allowed",
            """
            18   0 0 0 0 0 0
                 0 0 0 0 0 0   30   north to move""",
        ),
    ],
)
def test_a_grand_slam(grand_slam, result):  # OW6
    variant = ludoteca.game("oware", grand_slam=grand_slam)
    assert drawn(variant, SLAM).play("f1") == drawn(variant, result)


def test_a_grand_slam_can_be_forbidden():  # OW6
    here = drawn(ludoteca.game("oware", grand_slam="forbidden"), SLAM)
    assert [str(move) for move in here.moves()] == ["c1", "e1"]
    with pytest.raises(IllegalMove, match="that would take all of North's seeds"):
        here.play("f1")


def test_25_seeds_end_the_game():  # OW7
    end = after("15,1,0,2,1,2,2/0,1,0,0,2,0,22 s", "e1")
    assert end.outcome is not None and (end.outcome.winner, end.score) == (0, (25, 15))


def test_if_nobody_can_feed_each_side_keeps_its_row():  # OW5, OW7
    position = oware.position("21,1,0,0,0,0,0/0,2,1,0,0,0,23 n")
    end = position.play("a2")  # a seed for a1; South's three are too far from North's row
    assert str(end) == "21,0,0,0,0,0,0/0,0,0,0,0,0,27 s"
    assert end.outcome is not None and (end.outcome.winner, end.score) == (0, (27, 21))


CYCLE = "23,1,0,0,0,0,0/0,0,0,0,0,1,23 s"


def test_a_position_that_comes_back_ends_the_game_and_each_side_takes_its_row():  # OW8
    position = oware.position(CYCLE)
    while position.outcome is None:
        position = position.play(position.moves()[0])
    assert position.repetitions == 2 and position.outcome.reason == "the same position for the second time"
    assert position.score == (24, 24) and position.outcome.winner is None
    assert [position.scene().cells[store].height for store in ("s1", "s2")] == [24, 24]
    assert sum(int(position.state.seeds[store]) for store in (6, 13)) == 46  # the position itself is still the same


@GAMES
def test_in_lockstep(games):
    """OpenSpiel, too, ends a game when a position comes back, and each side takes its row."""
    play_in_lockstep(oware, "oware", lambda here, text: here.variant.board.number[text] % 7, games=games)


class PlainOware:
    """The rules once more, as the page says them, on a list: South's houses from a1, then North's from f2."""

    def __init__(self, grand_slam):
        self.grand_slam, self.mover, self.stores, self.seeds = grand_slam, 0, [0, 0], [4] * 12

    def row(self, player):
        return range(6 * player, 6 * player + 6)

    def in_row(self, player, seeds=None):
        return sum((seeds or self.seeds)[house] for house in self.row(player))

    def sown(self, house):
        """The seeds after a sowing, and the houses that are taken; None if that is forbidden."""
        seeds, at, enemy = self.seeds.copy(), house, self.row(1 - self.mover)
        hand, seeds[house] = seeds[house], 0
        while hand:
            at = (at + 1) % 12
            if at != house:
                seeds[at], hand = seeds[at] + 1, hand - 1
        taken = []
        while at in enemy and seeds[at] in (2, 3):
            taken.append(at)
            at -= 1
        if taken and sum(seeds[each] for each in taken) == self.in_row(1 - self.mover, seeds):
            if self.grand_slam == "forbidden":
                return None
            taken = {"takes_nothing": [], "leaves_last": taken[1:], "allowed": taken}[self.grand_slam]
        return seeds, taken

    def choices(self):
        own = [house for house in self.row(self.mover) if self.seeds[house] and self.sown(house)]
        if self.in_row(1 - self.mover):
            return own
        return [house for house in own if self.in_row(1 - self.mover, self.sown(house)[0])]

    def play(self, house):
        self.seeds, taken = self.sown(house)
        for each in taken:
            self.stores[self.mover] += self.seeds[each]
            self.seeds[each] = 0
        self.mover = 1 - self.mover
        if not self.choices():
            self.stores = [self.stores[player] + self.in_row(player) for player in range(2)]
            self.seeds = [0] * 12

    def __str__(self):
        upper, lower = [self.stores[1], *self.seeds[:5:-1]], [*self.seeds[:6], self.stores[0]]
        return f"{','.join(map(str, upper))}/{','.join(map(str, lower))} {'sn'[self.mover]}"


@pytest.mark.parametrize("games", [20, pytest.param(1000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("grand_slam", ["takes_nothing", "forbidden", "leaves_last", "allowed"])
def test_every_ruling_beside_plain_rules(grand_slam, games):  # OW6
    variant = ludoteca.game("oware", grand_slam=grand_slam, repetition="off")
    names = [*(f"{letter}1" for letter in "abcdef"), *(f"{letter}2" for letter in "fedcba")]
    for seed in range(games):
        random, there = Random(seed), PlainOware(grand_slam)
        if seed % 4:  # a few seeds on the board, where grand slams happen
            there.stores = [random.randint(19, 22) for _ in range(2)]
            cells = random.choices(range(12), weights=[1, 1, 1, 2, 4, 4, 4, 2, 0, 0, 0, 0], k=48 - sum(there.stores))
            there.seeds = [cells.count(house) for house in range(12)]
        if not there.choices():
            continue
        here = variant.position(str(there))
        while here.outcome is None and here.ply < 300:
            assert sorted(map(str, here.moves())) == sorted(names[house] for house in there.choices()), str(here)
            taking = [house for house in there.choices() if there.sown(house)[1]]
            house = random.choice(taking or there.choices())  # captures, so that rows become nearly empty
            here = here.play(names[house])
            there.play(house)
            assert str(here) == str(there)
        assert here.outcome is None or max(there.stores) > 24 or not there.choices()
