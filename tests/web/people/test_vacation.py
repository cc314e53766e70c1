"""Vacation: how many days there are, and which clocks stand still meanwhile."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import CHANCE, table

from ludoteca.web.people.vacation import DAY_MS, NoVacation, Vacation, begun, days_left, running
from ludoteca.web.table.changes import claim_time, decide, set_vacation
from ludoteca.web.table.status import clock_view, seats_view

NEW_YEAR = 1_767_225_600_000  # 2026, in UTC
NOON = NEW_YEAR + 100 * DAY_MS + DAY_MS // 2
SLOW = "3d+1d max 7d"


@pytest.mark.parametrize(("took_ms", "days"), [(0, 1), (1, 1), (DAY_MS, 1), (DAY_MS + 1, 2), (14 * DAY_MS, 14)])
def test_a_day_that_has_begun_counts_as_a_whole_one(took_ms, days):
    assert Vacation(NOON, NOON + took_ms).days == days


def test_a_vacation_counts_in_the_year_in_which_it_begins():
    late = Vacation(NEW_YEAR - DAY_MS, NEW_YEAR + 5 * DAY_MS)
    assert days_left([late], NEW_YEAR - 1, 30) == 24
    assert days_left([late], NEW_YEAR, 30) == 30


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 40), st.integers(0, 100)), max_size=12))
def test_nobody_takes_more_than_a_years_days(steps):
    taken, now = [], NEW_YEAR
    for days, stay, pause in steps:
        try:
            vacation = begun(taken, days, now, 30)
        except NoVacation:
            assert running(taken, now) or not 1 <= days <= days_left(taken, now, 30)
        else:
            taken.append(Vacation(vacation.began, min(vacation.until, now + stay * DAY_MS // 2)))
        now += pause * DAY_MS // 10
        if now >= NEW_YEAR + 365 * DAY_MS:
            break
    assert sum(each.days for each in taken) <= 30
    assert all(one.until <= other.began for one, other in pairwise(taken))


class Time:
    """A clock that the test moves."""

    def __init__(self, stored):
        self.now_ms = stored.match.now()
        stored.match.now = lambda: self.now_ms


def test_no_clock_runs_while_a_player_is_on_vacation():
    stored = table("c3", "f6", clock=SLOW)
    time = Time(stored)
    time.now_ms += DAY_MS
    away = set_vacation(stored, "ann", 5)
    assert away.news.kind == "state"
    assert (away.after.vacations, away.after.version) == ({0: 5}, stored.version + 1)
    assert seats_view(away.after, [])[0]["vacation"] == 5
    time.now_ms += 20 * DAY_MS
    assert clock_view(away.after)["running"] is None and claim_time(away.after) is None
    back = set_vacation(away.after, "ann", None).after
    assert back.vacations == {} and clock_view(back)["running"] == 0
    assert clock_view(back)["left_ms"][0] == pytest.approx(2 * DAY_MS, abs=1000)  # of three days one was used
    time.now_ms += 3 * DAY_MS
    assert claim_time(back).after.match.outcome.winner == 1


def test_both_may_move_meanwhile_in_no_time_and_gain_what_a_move_gains():
    stored = table("c3", "f6", clock=SLOW)
    time = Time(stored)
    stored = set_vacation(stored, "bob", 5).after
    for ply, (guest, text) in enumerate([("ann", "a1"), ("bob", "f1")], 2):
        time.now_ms += 9 * DAY_MS
        stored = decide(stored, guest, {"type": "move", "ply": ply, "text": text}, CHANCE).after
    view = clock_view(stored)
    assert view["running"] is None
    assert view["left_ms"] == [pytest.approx(4 * DAY_MS, abs=1000), pytest.approx(5 * DAY_MS, abs=1000)]


def test_the_clocks_wait_until_both_are_back():
    stored = table("c3", "f6", clock=SLOW)
    both = set_vacation(set_vacation(stored, "ann", 5).after, "bob", 9).after
    one = set_vacation(both, "ann", None).after
    assert one.vacations == {1: 9} and one.match.clock.running is None
    assert set_vacation(one, "bob", None).after.match.clock.running == 0


@pytest.mark.parametrize(
    "stored",
    [
        table("c3", "f6", clock="5+3"),
        table("c3", "f6"),  # nothing to stop
        decide(table("c3", "f6", clock=SLOW), "ann", {"type": "resign"}, CHANCE).after,
    ],
)
def test_live_games_and_those_that_are_over_go_on(stored):
    assert set_vacation(stored, "ann", 5) is None


def test_doing_it_twice_changes_nothing_and_offers_stand():
    stored = decide(table("c3", "f6", clock=SLOW), "ann", {"type": "offer_draw"}, CHANCE).after
    away = set_vacation(stored, "ann", 5).after
    assert away.match.draw_offer == 0
    assert set_vacation(away, "ann", 5) is None
    assert set_vacation(away, "eve", 7) is None
    assert set_vacation(stored, "ann", None) is None
