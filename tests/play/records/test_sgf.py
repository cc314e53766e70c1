"""SGF files in and out: whole games, variations, comments, handicap stones, results; and files that cannot be read."""

from __future__ import annotations

import pytest

from ludoteca.play.records import RecordError, read_record, read_records, write_as

# Honinbo Shusaku against Gennan Inseki, Osaka 1846: the "ear-reddening game".
EAR_REDDENING = """(;GM[1]FF[4]SZ[19]KM[0]PB[Honinbo Shusaku]PW[Gennan Inseki]DT[1846-09-11]RE[B+2]
;B[qd];W[dc];B[pq];W[oc];B[cp];W[cf];B[ep];W[qo];B[pe];W[np];B[po];W[pp];B[op];W[qp];B[oq];W[oo];B[pn];W[qq];B[nq]
;W[on];B[pm];W[om];B[pl];W[mp];B[mq];W[ol];B[pk];W[lq];B[lr];W[kr];B[lp];W[kq];B[qr];W[rr];B[rs];W[mr];B[nr];W[pr]
;B[ps];W[qs];B[no];W[mo];B[qr];W[rm];B[rl];W[qs];B[lo];W[mn];B[qr];W[qm];B[or];W[ql];B[qj];W[rj];B[ri];W[rk];B[ln]
;W[mm];B[qi];W[rq];B[jn];W[ls];B[ns];W[gq];B[go];W[ck];B[kc];W[ic];B[pc];W[nj];B[ke];W[og];B[oh];W[pb];B[qb];W[ng]
;B[mi];W[mj];B[nd];W[ph];B[qg];W[pg];B[hq];W[hr];B[ir];W[iq];B[hp];W[jr];B[fc];W[lc];B[ld];W[mc];B[lb];W[mb];B[md]
;W[qf];B[pf];W[qh];B[rg];W[rh];B[sh];W[rf];B[sg];W[pj];B[pi];W[oi];B[oj];W[ni];B[qk];W[ok];B[qe];W[kb];B[jb];W[ka]
;B[jc];W[ob];B[ja];W[la];B[db];W[cc];B[fe];W[cn];B[gr];W[is];B[fq];W[io];B[ji];W[eb];B[fb];W[eg];B[dj];W[dk];B[ej]
;W[cj];B[dh];W[ij];B[hm];W[gj];B[eh];W[fl];B[fg];W[er];B[dm];W[fn];B[dn];W[gn];B[jj];W[jk];B[kk];W[ii];B[ik];W[jl]
;B[kl];W[il];B[jh];W[co];B[do];W[ih];B[hn];W[hl];B[bl];W[dg];B[gh];W[ch];B[ig];W[ec];B[cr];W[fd];B[gd];W[ed];B[gc]
;W[bk];B[cm];W[gs];B[gp];W[li];B[kg];W[in];B[lj];W[lg];B[gm];W[jf];B[jg];W[im];B[fm];W[kf];B[lf];W[mf];B[le];W[gf]
;B[hf];W[ff];B[gg];W[lk];B[kj];W[km];B[lm];W[ll];B[jm];W[ge];B[he];W[ef];B[ea];W[cb];B[fr];W[fs];B[dr];W[qa];B[ra]
;W[pa];B[rb];W[da];B[gi];W[fj];B[fi];W[fa];B[ga];W[gl];B[ek];W[em];B[ho];W[el];B[en];W[jo];B[kn];W[ci];B[lh];W[mh]
;B[mg];W[di];B[ei];W[lg];B[qn];W[rn];B[re];W[sl];B[mg];W[bm];B[am];W[lg];B[eq];W[es];B[mg];W[ha];B[gb];W[lg];B[ds]
;W[hs];B[mg];W[sj];B[si];W[lg];B[sr];W[sq];B[mg];W[hd];B[hb];W[lg];B[ro];W[so];B[mg];W[ss];B[qs];W[lg];B[sn];W[rp]
;B[mg];W[cl];B[bn];W[lg];B[ml];W[mk];B[mg];W[pj];B[sf];W[lg];B[nn];W[nl];B[mg];W[ib];B[ia];W[lg];B[nc];W[nb];B[mg]
;W[jd];B[kd];W[lg];B[ma];W[na];B[mg];W[qc];B[rc];W[lg];B[js];W[ks];B[mg];W[hc];B[id];W[lg];B[fk];W[hj];B[mg];W[hh]
;B[hg];W[lg];B[gk];W[hk];B[mg];W[ak];B[lg];W[al];B[bm];W[nf];B[od];W[ki];B[ms];W[kp];B[ip];W[jp];B[lr];W[oj];B[mr]
;W[ea];B[sr])"""
TREE = """(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ann]PW[Bo]RE[W+R]C[A \\] in it]
;B[ee];W[eg]C[a reply](;B[cc];W[gc])(;B[gc]C[another];W[](;B[aa])(;B[bb])))"""
GOMOKU = """(;FF[4]CA[UTF-8]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Bo]RE[W+]
;B[hh];W[gg];B[ig];W[gi];B[ge];W[hf];B[ie];W[gh];B[gj];W[if];B[jf];W[je];B[hg];W[fh];B[kg];W[hd];B[dj];W[hj];B[ke]
;W[ld];B[lh];W[mi];B[lg];W[jg];B[ik];W[kd];B[kh];W[lc];B[mb];W[jd];B[id];W[df];B[eg];W[md];B[nd];W[le];B[ih];W[jh]
;B[ji];W[lb];B[ij];W[la])"""
HEX = """(;FF[4]CA[UTF-8]GM[11]SZ[11]RU[swap]PB[Ann]PW[Bo]RE[B+]
;B[c2];W[swap-pieces];B[f6];W[e8];B[d8];W[d9];B[c9];W[h3];B[b11];W[f4];B[i3];W[h4];B[d5];W[i4];B[d4];W[d7];B[e5];W[e7]
;B[g7];W[g8];B[f8];W[f1];B[c3];W[d1];B[c2];W[c4];B[d3];W[e10];B[f9];W[f10];B[g9];W[g10];B[i9];W[c8];B[h9];W[f3];B[c1]
;W[f7];B[g6];W[h11];B[j10];W[j11];B[i11];W[i10];B[j9];W[j8];B[e6])"""


def moves(record):
    return [ply.move for ply in record.main.plies]


def test_a_famous_game_of_1846():
    record = read_record(EAR_REDDENING)
    assert record.variant.options["size"] == "19x19" and record.variant.options["komi"] == 0
    assert record.players == ("Honinbo Shusaku", "Gennan Inseki") and record.date == "1846-09-11"
    assert moves(record)[:6] == ["r16", "d17", "q3", "p17", "c4", "c14"] and len(moves(record)) == 325
    assert moves(record)[126] == "k11"  # the move that reddened White's ears
    stones = [look.top.owner for look in record.final().scene().cells.values() if look.top]
    assert (stones.count(0), stones.count(1)) == (163 - 29, 162 - 31)  # played and taken
    assert (record.result, record.termination) == ("1-0", "settled")
    assert read_record(write_as(record, "sgf")) == record


@pytest.mark.parametrize(
    ("text", "title", "third", "reason"),
    [
        (GOMOKU, "Gomoku", "i9", "five in line"),
        (HEX, "Hex", "f6", "Red has joined north and south"),
    ],
)
def test_whole_games_of_gomoku_and_hex(text, title, third, reason):
    record = read_record(text)
    assert record.variant.title == title and record.termination == reason and moves(record)[2] == third
    assert write_as(record, "sgf").replace("\n", "") == text.replace("\n", "")
    assert read_record(write_as(record, "record")) == record


def test_black_is_taken_over_in_gomoku():
    text = "(;FF[4]CA[UTF-8]GM[4]SZ[19]RU[standard, swap];B[jj];W[swap];W[kk];B[jk])"
    record = read_record(text)
    assert moves(record) == ["j10", "swap", "k9", "j9"] and record.variant.options["overline"] == "nothing"
    assert write_as(record, "sgf").replace("\n", "") == text


@pytest.mark.parametrize(
    ("text", "stones", "mover"),
    [
        ("(;GM[11]SZ[9]RU[no swap]AB[c2][d4]AW[e5]PL[W];W[a9])", {"c2": 0, "d4": 0, "e5": 1}, 1),
        ("(;GM[4]AB[hh]AW[hi];B[aa])", {"h8": 0, "h7": 1}, 0),
    ],
)
def test_stones_are_set_up_in_other_games(text, stones, mover):
    record = read_record(text)
    assert {name: look.top.owner for name, look in record.start.scene().cells.items() if look.top} == stones
    assert record.start.mover == mover and read_record(write_as(record, "sgf")).start == record.start


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
        ("(;GM[11]SZ[10];B[aa])", "boards have 11, 9, 13, 19 cells along each side, not 10"),
        ("(;GM[11];B[c2];W[swap-sides])", "swap-sides"),
        ("(;GM[4]SZ[9];B[aa])", "boards have 15, 19 lines, not 9"),
        ("(;SZ[9];B[aa];AB[bb])", "only before the first move"),
        ("(;SZ[9]AB[zz];B[aa])", "'zz' has no place"),
        ("(;SZ[9]%;B[aa])", "'%' has no place"),
    ],
)
def test_files_that_cannot_be_read(text, said):
    with pytest.raises(RecordError, match=said):
        read_records(text)
