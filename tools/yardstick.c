/* The yardstick: random playouts in plain C, to hold the compiled Python against.
 *
 * One thread, one game at a time, no vector instructions: what a careful C programmer writes by hand.  Each function is
 *
 *     void NAME(uint64_t games, uint64_t seed, uint64_t tally[4])
 *
 * and counts into tally: first player's wins, second player's wins, draws, plies (a pass is a ply).
 * `ludoteca bench --yardstick` compiles this file and calls it through ctypes, in turn with the Python rules.
 */
#include <stdint.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

typedef uint64_t Set;

enum { FIRST, SECOND, DRAWN, PLIES };

/* ---- chance and sets of cells */

static inline uint64_t next_word(uint64_t *seed)
{
    uint64_t word = *seed += 0x9e3779b97f4a7c15u;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

static inline int size_of(Set set) { return __builtin_popcountll(set); }

#if defined(__BMI2__)
static inline Set gather(Set set, Set places) { return _pext_u64(set, places); }
static inline Set scatter(Set set, Set places) { return _pdep_u64(set, places); }
#else
static inline Set gather(Set set, Set places)
{
    Set gathered = 0;
    for (Set one = 1; places; places &= places - 1, one <<= 1)
        if (set & places & -places) gathered |= one;
    return gathered;
}
static inline Set scatter(Set set, Set places)
{
    Set spread = 0;
    for (; places; places &= places - 1, set >>= 1)
        if (set & 1) spread |= places & -places;
    return spread;
}
#endif

/* one cell of the set, all equally likely */
static inline Set any_of(Set set, uint64_t *seed)
{
    uint64_t rank = ((next_word(seed) >> 32) * (uint64_t)size_of(set)) >> 32;
    return scatter((Set)1 << rank, set);
}

/* ---- Gekitai: 6 x 6 cells, eight bits a row, so that no line wraps around the edge */

#define GEKITAI_CELLS 0x3f3f3f3f3f3fu
#define GEKITAI_STONES 8
#define GEKITAI_LONGEST 1000

static struct { Set near, behind, falling; } repelled[48];

static Set gekitai_cell(int row, int column)
{
    return row < 0 || row > 5 || column < 0 || column > 5 ? 0 : (Set)1 << (8 * row + column);
}

__attribute__((constructor)) static void prepare_gekitai(void)
{
    for (int row = 0; row < 6; row++)
        for (int column = 0; column < 6; column++)
            for (int way = 0; way < 9; way++) {
                int down = way / 3 - 1, right = way % 3 - 1, cell = 8 * row + column;
                Set near = gekitai_cell(row + down, column + right);
                Set behind = gekitai_cell(row + 2 * down, column + 2 * right);
                if (way == 4 || !near) continue;
                if (behind) {
                    repelled[cell].near |= near;
                    repelled[cell].behind |= behind;
                } else {
                    repelled[cell].falling |= near;
                }
            }
}

static inline Set after_repelling(Set stones, Set room, int cell)
{
    Set going = gather(stones, repelled[cell].near) & room;
    Set staying = (stones & ~repelled[cell].falling) ^ scatter(going, repelled[cell].near);
    return staying | scatter(going, repelled[cell].behind);
}

static inline int has_line(Set stones)
{
    Set lines = (stones & stones >> 1 & stones >> 2) | (stones & stones >> 7 & stones >> 14) |
                (stones & stones >> 8 & stones >> 16) | (stones & stones >> 9 & stones >> 18);
    return lines != 0;
}

void gekitai(uint64_t games, uint64_t seed, uint64_t tally[4])
{
    while (games--) {
        Set own = 0, enemy = 0;
        int ply = 0, has_won = 0, has_lost = 0;
        while (ply < GEKITAI_LONGEST) {
            Set placed = any_of(GEKITAI_CELLS & ~(own | enemy), &seed);
            int cell = __builtin_ctzll(placed);
            Set room = ~gather(own | enemy, repelled[cell].behind);
            own = after_repelling(own, room, cell) | placed;
            enemy = after_repelling(enemy, room, cell);
            ply++;
            has_won = has_line(own) | (size_of(own) == GEKITAI_STONES);
            has_lost = has_line(enemy); /* nobody gains a stone on the other's turn */
            if (has_won | has_lost) break;
            Set kept = own;
            own = enemy;
            enemy = kept;
        }
        tally[PLIES] += ply;
        tally[has_won == has_lost ? DRAWN : has_won == (ply & 1) ? FIRST : SECOND]++;
    }
}

/* ---- Reversi: 8 x 8 cells, a bit each */

#define NOT_AT_THE_SIDES 0x7e7e7e7e7e7e7e7eu

static inline Set shifted(Set set, int way) { return way > 0 ? set << way : set >> -way; }

/* up to six enemy discs in a row beyond `from`, in one direction */
static inline Set run(Set from, Set enemy, int way)
{
    Set found = enemy & shifted(from, way);
    for (int step = 0; step < 5; step++) found |= enemy & shifted(found, way);
    return found;
}

#define IN_EVERY_DIRECTION(DO) DO(1) DO(-1) DO(7) DO(-7) DO(8) DO(-8) DO(9) DO(-9)
#define ENEMY(way) ((way) == 8 || (way) == -8 ? enemy : enemy & NOT_AT_THE_SIDES)

static inline Set reversi_moves(Set own, Set enemy)
{
    Set found = 0;
#define REACH(way) found |= shifted(run(own, ENEMY(way), way), way);
    IN_EVERY_DIRECTION(REACH)
    return found & ~(own | enemy);
}

static inline Set reversi_flips(Set own, Set enemy, Set placed)
{
    Set flipped = 0;
#define ENCLOSE(way) { Set line = run(placed, ENEMY(way), way); if (shifted(line, way) & own) flipped |= line; }
    IN_EVERY_DIRECTION(ENCLOSE)
    return flipped;
}

void reversi(uint64_t games, uint64_t seed, uint64_t tally[4])
{
    while (games--) {
        Set own = 0x0000000810000000u, enemy = 0x0000001008000000u;
        int mover = 0;
        for (;;) {
            Set moves = reversi_moves(own, enemy), other = own;
            if (moves) {
                Set placed = any_of(moves, &seed), flipped = reversi_flips(own, enemy, placed);
                other = own ^ flipped ^ placed;
                enemy ^= flipped;
            } else if (!reversi_moves(enemy, own)) {
                break;
            }
            own = enemy;
            enemy = other;
            mover = 1 - mover;
            tally[PLIES]++;
        }
        int lead = size_of(own) - size_of(enemy);
        tally[lead == 0 ? DRAWN : (lead > 0) == (mover == 0) ? FIRST : SECOND]++;
    }
}
