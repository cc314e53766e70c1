/** Positions from real games, for the pictures on the shelf. Games that are not here show their start. */

/** @type {Record<string, {position: string, moves: string[]}>} */
export const SHOWCASE = {
  greener: {
    position: "b3:2,g,.,g,w3:1,g/.,g,.,g,.,b4:0/.,g,w3:1,g,.,./b,.,g,.,.,g/g,w2:0,.,w5:1,.,g/b,g,.,w,.,g b 0",
    moves: ["f2xd2"],
  },
  squ: {
    position: "brbbr..rrr/brrr..rrr./rrr......./..b.....b./........../rb.r.b.r../........../.b..b...../........bb/rbb..b.bbb r 1 b6:c4",
    moves: ["f1"],
  },
  gekitai: {
    position: "b...b./....../..b.../.r.r.r/r...../...b.b r",
    moves: ["c4"],
  },
  mapello: {
    position: "###J##J###/##.B.B..##/#.WBB.#.WJ/#*#BBWWW.#/#..BWWWW.#/J...BWWB.#/#*.BBBW#*J/#..#.BBW.#/##.*..BW##/###JJ##J## W 2-2",
    moves: ["e8"],
  },
  glaisher: {
    position: ".,.,.,.,./.,.,r5,.,.,./.,r3,r1,.,.,y1,./.,.,r4,.,y4,y3,.,./.,y1,.,y5,.,y4,.,.,./.,.,.,.,.,r2,.,./.,r1,.,y2,.,.,./r6,.,.,.,.,./.,.,.,.,. r place 33",
    moves: ["c6"],
  },
  reversi: {
    position: "##########/#........#/#....W...#/#BB.WWWW.#/#.BBBBW..#/#WWWBW...#/#.WWWBB..#/#.B.BBB..#/#..B.....#/########## W 0-0",
    moves: ["b2"],
  },
};
