"""Garbage is searched for seldom, and the more seldom the longer it takes."""

from ludoteca.web import garbage
from ludoteca.web.garbage import FIRST_S, SHARE, Garbage


def test_the_next_search_waits_until_the_last_one_was_worth_its_time(monkeypatch):
    now = [100.0]
    searches = []

    def search():
        searches.append(now[0])
        now[0] += 0.5

    monkeypatch.setattr(garbage.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(garbage.gc, "collect", search)
    collector = Garbage()
    assert not collector.collect()
    now[0] = began = 100.0 + FIRST_S
    assert collector.collect()
    now[0] = began + 0.5 / SHARE - 1
    assert not collector.collect()
    now[0] += 2
    assert collector.collect()
    assert len(searches) == 2


def test_very_many_new_objects_do_not_wait(monkeypatch):
    monkeypatch.setattr(garbage.gc, "collect", lambda: None)
    monkeypatch.setattr(garbage.gc, "get_count", lambda: (garbage.MOST_NEW, 0, 0))
    collector = Garbage()
    assert collector.collect()
    assert collector.collect()
