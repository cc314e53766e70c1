"""The rules of the original programs, chosen by one name."""

import pytest
from originals.state_samples import GLAISHER_START, SQU_END

import ludoteca
from ludoteca.errors import BadDeclaration, BadOption, IllegalMove, UnknownName
from ludoteca.games import find_game
from ludoteca.kernel import RuleSet
from ludoteca.originals.positions import convert
from ludoteca.play.records import read_record

SETS = [
    ("gekitai", "original", {"double_win": "player1", "repetition": "off"}),
    (
        "glaisher",
        "original",
        {"start": "mirrored", "max_parts": 4, "reserve": 57, "repetition": "off", "max_turns": 0},
    ),
    ("greener", "original", {"size": "6x6", "counts": "standard", "setup": "random", "first": "black"}),
    ("greener", "original-9x9", {"size": "9x9", "counts": "standard", "setup": "random", "first": "black"}),
    ("greener", "original-greener1", {"size": "6x6", "counts": "standard", "setup": "random", "tiebreak": True}),
    ("mapello", "original", {"map": "seed", "centre": "map", "bonus": "owner"}),
    ("squ", "original", {"size": 10, "discs_per_turn": 1, "markers": "per_colour", "ends": "decided"}),
]


@pytest.mark.parametrize(("name", "rules", "values"), SETS)
def test_a_set_of_rules_stands_for_the_options_of_its_program(name, rules, values):
    variant = ludoteca.game(name, rules=rules)
    assert {option: variant.options[option] for option in values} == values
    assert variant.rules.name == rules
    assert variant.changed_options["rules"] == rules


@pytest.mark.parametrize("name", ["gekitai", "glaisher", "greener", "mapello", "squ"])
def test_as_published_is_the_first_set_and_changes_nothing(name):
    assert [rules.name for rules in find_game(name).rule_sets][:2] == ["published", "original"]
    assert ludoteca.game(name, rules="published") == ludoteca.game(name)
    assert ludoteca.game(name).changed_options == {}


def test_greener_starts_with_as_many_pyramids_as_either_document_lists():
    for rules, counts in (("original", (9, 9, 18)), ("original-9x9", (20, 20, 41)), ("original-greener1", (9, 9, 18))):
        board = str(ludoteca.game("greener", rules=rules).start(1)).split()[0]
        assert tuple(board.count(letter) for letter in "bwg") == counts


def test_glaisher_starts_as_the_program_does():
    variant = ludoteca.game("glaisher", rules="original")
    assert convert("glaisher", GLAISHER_START, rules="original") == str(variant.start())


def test_a_stack_of_fifteen_in_a_corner_has_five_parts_only_as_published():
    corner = "r15" + ",." * 4 + "/" + "/".join(",".join("." * width) for width in (6, 7, 8, 9, 8, 7, 6)) + "/.,.,.,.,y1"
    published, original = (
        ludoteca.game("glaisher", rules=rules).position(f"{corner} r split 30") for rules in ("published", "original")
    )
    assert "a1-se:1+2+3+4+5" in map(str, published.moves())
    assert all(str(move).count("+") < 4 for move in original.moves())
    with pytest.raises(IllegalMove, match="at most 4 parts"):
        original.play("a1-se:1+2+3+4+5")


def test_the_finished_example_of_squ_is_finished():
    variant = ludoteca.game("squ", rules="original")
    position = variant.position(convert("squ", SQU_END, rules="original"))
    assert position.outcome is not None
    assert position.outcome.winner == 0
    assert not position.moves()
    assert all(fact.role != "task" for fact in position.scene().facts)
    played_out = ludoteca.game("squ", discs_per_turn=1)
    assert played_out.position(str(position)).outcome is None


def test_options_given_besides_win_over_the_set():
    variant = ludoteca.game("squ", rules="original", size=8, discs_per_turn=2)
    assert (variant.options["size"], variant.options["discs_per_turn"]) == (8, 2)
    assert variant.options["markers"] == "per_colour"
    assert variant.changed_options == {
        "rules": "original",
        "size": "8",
        "discs_per_turn": "2",
        "ends": "decided",
        "markers": "per_colour",
    }
    assert ludoteca.game("squ", **variant.changed_options) == variant


def test_rules_that_do_not_exist_are_refused_with_those_that_do():
    with pytest.raises(UnknownName, match="squ has no rules called 'orginal'; available: published, original"):
        ludoteca.game("squ", rules="orginal")
    with pytest.raises(BadOption, match="Reversi has only one set of rules"):
        ludoteca.game("reversi", rules="original")


def test_fifty_pyramids_on_36_cells_are_refused_with_the_reason():
    with pytest.raises(BadOption, match="6x6 needs 36 pyramids, one per cell, not 50"):
        ludoteca.game("greener", rules="original-greener1", counts="15,15,20")


def test_a_record_has_the_name_of_the_rules_and_their_values():
    variant = ludoteca.game("squ", rules="original")
    text = (
        '[Game "squ"]\n[Option.rules "original"]\n[Option.discs_per_turn "1"]\n[Option.ends "decided"]\n'
        '[Option.markers "per_colour"]\n[First "?"]\n[Second "?"]\n[Result "*"]\n\n1. a1 2. b2 *\n'
    )
    record = read_record(text)
    assert record.variant == variant
    assert record.to_text() == text


def test_records_with_the_name_alone_or_from_before_there_were_names_are_read():
    named = read_record('[Game "glaisher"]\n[Option.rules "original"]\n\n1. a2-e:1+5 *\n')
    assert named.variant == ludoteca.game("glaisher", rules="original")
    older = read_record('[Game "squ"]\n[Option.discs_per_turn "1"]\n[Option.markers "per_colour"]\n\n1. a1 2. b2 *\n')
    assert older.variant.rules.name == "published"
    assert older.variant.options["discs_per_turn"] == 1


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ([RuleSet("old", "Old", {"seize": 8})], "seize"),
        ([RuleSet("old", "Old", {"size": 7})], "size cannot be"),
        ([RuleSet("old", "Old"), RuleSet("old", "Older")], "a name of its own"),
        ([RuleSet("published", "As published")], "a name of its own"),
    ],
)
def test_sets_that_cannot_be_are_refused_when_a_game_is_declared(rules, complaint):
    from dataclasses import replace

    game = find_game("squ")
    with pytest.raises(BadDeclaration, match=complaint):
        replace(game, rule_sets=(game.rule_sets[0], *rules))
