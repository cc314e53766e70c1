/** Positions that explain rules; each is drawn from the game itself, so a diagram cannot be wrong about them. */

/** @typedef {{caption: string, position: string, moves?: string[], options?: Record<string, string>}} Diagram */

/** @type {Record<string, Diagram[]>} */
export const DIAGRAMS = {
  greener: [
    { caption: "Before: Black’s stack of two at a1 sees white at d1 and green at a4.", position: "b2:1,.,.,w,g,./.,g,.,.,.,b/.,.,w,.,g,./g,.,.,.,.,w/.,b,.,g,.,./g,.,w,.,b,g b 0" },
    { caption: "After a1xa4: the stack landed on the green one. It is three high and holds two greens.", position: "b2:1,.,.,w,g,./.,g,.,.,.,b/.,.,w,.,g,./g,.,.,.,.,w/.,b,.,g,.,./g,.,w,.,b,g b 0", moves: ["a1xa4"] },
  ],
  gekitai: [
    { caption: "Before: Red is about to place at b2.", position: "b...../b.rb../.r..../....../....../...... r" },
    { caption: "After b2: two black stones fell off the edge, the red one below moved down; the one at c2 stayed, since d2 stands behind it.", position: "b...../b.rb../.r..../....../....../...... r", moves: ["b2"] },
    { caption: "Three red stones in line: Red has won.", position: "b...../..r.../.r.b../....../....../....b. r", moves: ["a4"] },
  ],
  squ: [
    { caption: "Four red discs are the corners of a square; its sides are as long as the step from a corner to the next. The pyramids mark the largest so far.", position: "........../..r....r../........../....b.b.../........../..r...b.../....b...../........../........../.......... r 1 -", options: { discs_per_turn: "2" }, moves: ["h6", "a1"] },
  ],
  mapello: [
    { caption: "Before: White is about to place at e7.", position: "####J#####/##.*..*.##/#.....#..#/J*#..WB.*J/J...WBB.B#/#...BBBB*#/#*...BB#.J/J..#..B..#/##.*...*##/###J###J## W 0-0" },
    { caption: "After e7: three discs turned in the line up to the white disc, three more in the line up to the joker in the frame.", position: "####J#####/##.*..*.##/#.....#..#/J*#..WB.*J/J...WBB.B#/#...BBBB*#/#*...BB#.J/J..#..B..#/##.*...*##/###J###J## W 0-0", moves: ["e7"] },
  ],
  glaisher: [
    { caption: "The start. Each stack is six high.", position: "" },
    { caption: "After b1-se:1+2+3: the parts of one, two and three flew one, two and three cells to the south-east. Red now places a piece.", position: "", moves: ["b1-se:1+2+3"] },
    { caption: "A red chain from the north side to the south side: Red has won.", position: ".,.,r1,.,./.,y2,r1,.,.,./.,.,r2,.,y6,.,./.,.,.,r1,.,.,.,./.,.,.,y3,r1,.,.,.,./.,.,.,r3,.,.,y1,./.,.,r1,.,.,.,./.,r1,y4,.,.,./.,r1,.,.,. y split 20" },
  ],
  reversi: [
    { caption: "The start. The dots of the game page show where Black can play.", position: "" },
    { caption: "After Black’s first move the disc between two black ones turned over.", position: "", moves: ["d3"] },
  ],
};
