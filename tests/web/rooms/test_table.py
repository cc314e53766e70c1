"""What can happen at a table, decided over plain data: without a database, a socket or an event loop."""

import time
from dataclasses import replace
from random import Random

import pytest
from tables import CHANCE, table

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import sentence
from ludoteca.web.people.account import new_account_id
from ludoteca.web.table.changes import DECIDED, decide
from ludoteca.web.table.new_game import NewGame, first_game
from ludoteca.web.table.stored_game import at_moment


def facts(stored):
    """What must not change under a decision's hands."""
    return replace(stored, match=None), [str(ply.move) for ply in stored.match.plies], dict(stored.match.tags)


@pytest.mark.parametrize("kind", sorted(DECIDED))
def test_a_decision_leaves_the_game_as_it_was(kind):
    stored = table("c3", "d4", clock="5+0")
    before = facts(replace(stored, arrived=set(stored.arrived), offers=dict(stored.offers), asked=dict(stored.asked)))
    try:
        change = decide(stored, "ann", {"type": kind, "ply": 2, "text": "a1"}, CHANCE)
    except LudotecaError as refusal:
        assert str(refusal)
        change = None
    assert facts(stored) == before
    assert change is None or change.after is None or change.after.version == stored.version + 1


OUT_OF_TURN = {"resign", "offer_draw", "ask_takeback", "offer_abort", "conditional_moves"}  # what a player may do then


@pytest.mark.parametrize("kind", sorted(DECIDED))
def test_whoever_may_not_do_something_gets_a_sentence_and_changes_nothing(kind):
    going = table("c3", "d4", clock="5+0")
    over = decide(going, "ann", {"type": "resign"}, CHANCE).after
    against_bot = first_game(NewGame(game="gekitai", bot="level1", side="second"), "ann", CHANCE)
    strangers = ["carl", new_account_id()]  # who watches, whether a guest, a host or a bot's account
    tried = [(stored, guest) for stored in (going, over, against_bot) for guest in strangers]
    tried += [(going, "bob")] if kind not in OUT_OF_TURN else []
    tried += [(against_bot, "ann")] if kind == "move" else []  # nobody moves for the bot
    for stored, guest in [*tried, *tried]:
        before = facts(stored)
        with pytest.raises(LudotecaError) as refusal:
            decide(stored, guest, {"type": kind, "ply": len(stored.match.plies), "text": "a1", "moves": {}}, CHANCE)
        assert sentence(str(refusal.value)).endswith(".")
        assert facts(stored) == before


def test_a_move_is_news_with_the_ply_and_the_player():
    change = decide(table("c3"), "bob", {"type": "move", "ply": 1, "text": "d4"}, CHANCE)
    assert change.news.kind == "move"
    assert (change.news.fields["ply"], change.news.fields["text"], change.news.fields["by"]) == (1, "d4", 1)
    assert change.after.arrived >= {1}


def test_a_rematch_begins_with_sides_swapped_once_both_have_asked():
    over = decide(table("c3"), "ann", {"type": "resign"}, CHANCE).after
    asked = decide(over, "ann", {"type": "again"}, CHANCE)
    assert asked.begins is None and asked.asks == ("rematch", 0)
    agreed = decide(asked.after, "bob", {"type": "again"}, CHANCE)
    assert agreed.begins.holders == {(0, "bob"), (1, "ann")}
    assert (agreed.after.next, agreed.answers) == (agreed.begins.id, ("rematch", "accepted"))


def test_a_series_goes_on_with_what_was_played():
    over = decide(table("c3", series=3), "ann", {"type": "resign"}, CHANCE).after
    both = decide(decide(over, "ann", {"type": "again"}, CHANCE).after, "bob", {"type": "again"}, CHANCE)
    assert (both.begins.round, both.begins.series) == (2, over.series)
    assert both.begins.so_far.earlier == (over.match,)


def test_a_decision_knows_only_what_it_is_given():
    """The same game at the same moment is decided alike, with the same ids and clocks, however late."""
    going = table("c3", "d4", clock="5+0")
    now = going.match.now() + 1000

    def both(stored, guest, **message):
        for pause_s in (0.0, 0.005):
            time.sleep(pause_s)
            yield decide(at_moment(stored, now), guest, message, Random(1))

    one, two = both(going, "ann", type="move", ply=2, text="a1")
    assert one.after.match.save() == two.after.match.save()
    over = next(both(going, "ann", type="resign")).after
    asked = next(both(over, "ann", type="again")).after
    one, two = both(asked, "bob", type="again")
    assert one.begins.id == two.begins.id == one.after.next
