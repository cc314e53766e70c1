"""SGF files in and out: whole games, variations, comments, handicap stones, results; and files that cannot be read."""

from __future__ import annotations

import pytest

from ludoteca.play.records import RecordError, read_record, read_records, write_as

# Honinbo Shusaku against Gennan Inseki, Osaka 1846, the "ear-reddening game": its opening.
EAR_REDDENING = """(;GM[1]FF[4]SZ[19]KM[0]PB[Honinbo Shusaku]PW[Gennan Inseki]DT[1846-09-11]RE[B+2]
;B[qd];W[dc];B[pq];W[oc];B[cp];W[qo];B[pe];W[np];B[po];W[pp];B[op];W[qp];B[oq];W[oo];B[pn];W[qq];B[nq];W[on];B[pm]
;W[om];B[pl];W[mp];B[mq];W[ol];B[pk];W[lq];B[lr];W[kr];B[lp];W[kq];B[qr];W[rr];B[rs];W[mr];B[nr];W[pr];B[ps];W[qs])"""
TREE = """(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ann]PW[Bo]RE[W+R]C[A \\] in it]
;B[ee];W[eg]C[a reply](;B[cc];W[gc])(;B[gc]C[another];W[](;B[aa])(;B[bb])))"""


def moves(record):
    return [ply.move for ply in record.main.plies]


def test_an_opening_of_1846():
    record = read_record(EAR_REDDENING)
    assert record.variant.options["size"] == "19x19" and record.variant.options["komi"] == 0
    assert record.players == ("Honinbo Shusaku", "Gennan Inseki") and record.date == "1846-09-11"
    assert moves(record)[:6] == ["r16", "d17", "q3", "p17", "c4", "r5"] and len(moves(record)) == 38
    assert (record.result, record.termination) == ("1-0", "settled")


def test_variations_and_comments_come_back():
    record = read_record(TREE)
    assert moves(record) == ["e5", "e3", "c7", "g7"] and record.main.comment == "A ] in it"
    (variation,) = record.main.plies[2].variations
    assert [ply.move for ply in variation.plies] == ["g7", "pass", "a9"] and variation.plies[0].comment == "another"
    assert [ply.move for ply in variation.plies[2].variations[0].plies] == ["b8"]
    written = write_as(record, "sgf")
    assert write_as(read_record(written), "sgf") == written and read_record(written).to_text() == record.to_text()


def test_handicap_stones_are_set_up_and_white_begins():
    record = read_record("(;GM[1]SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[cc])")
    assert moves(record) == ["e5", "c7"] and record.start.mover == 1 and record.tags["Handicap"] == "2"
    assert {name for name, look in record.start.scene().cells.items() if look.top} == {"g7", "c3"}
    written = write_as(record, "sgf")
    assert "AB[gc][cg]PL[W]" in written and read_record(written).start == record.start


def test_a_rectangle_of_stones_is_set_up():
    record = read_record("(;SZ[9]AB[aa:bb]AW[ii]PL[B];B[ee])")
    stones = {name: look.top.owner for name, look in record.start.scene().cells.items() if look.top}
    assert stones == {"a9": 0, "b9": 0, "a8": 0, "b8": 0, "j1": 1}


@pytest.mark.parametrize(
    ("moves", "result", "written"),
    [
        (";B[ee];W[tt];B[]", "1-0", "RE[B+74]"),
        ("RE[B+T];B[ee]", "1-0", "RE[B+T]"),
        ("RE[0];B[ee]", "1/2-1/2", "RE[Draw]"),
        ("RE[?];B[ee]", "*", ";B[ee]"),
    ],
)
def test_results(moves, result, written):
    record = read_record(f"(;GM[1]SZ[9]{moves})")
    assert record.result == result and written in write_as(record, "sgf")


def test_several_games_in_a_file():
    assert len(read_records("(;SZ[9];B[aa])\n\n(;SZ[13];B[bb])")) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;SZ[9];B[aa]", "ends before all its brackets are closed"),
        ("(;GM[99];B[aa])", "no game here has the SGF number 99"),
        ("(;SZ[9];B[aa];B[bb])", "it is not the turn of Black"),
        ("(;SZ[9];B[zz])", "'zz'"),
        ("(;SZ[9];B[aa];W[aa])", "a9"),
        ("(;SZ[7];B[aa])", "boards have 9, 13, 19 lines, not 7"),
        ("(;SZ[9];B[aa];AB[bb])", "only before the first move"),
        ("(;SZ[9]AB[zz];B[aa])", "'zz' has no place"),
        ("(;SZ[9]%;B[aa])", "'%' has no place"),
    ],
)
def test_files_that_cannot_be_read(text, said):
    with pytest.raises(RecordError, match=said):
        read_records(text)
