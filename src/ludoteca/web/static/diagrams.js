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
    { caption: "After a4: the red stones at a4, b3 and c2 stand in line. Red has won.", position: "b...../..r.../.r.b../....../....../....b. r", moves: ["a4"] },
  ],
  squ: [
    { caption: "The red discs at c2, h2, c7 and h7 are the corners of a square: a squ of size 5, since each corner is five steps from the next. Red’s pyramids mark it as the record. What stands between the corners does not matter.", position: "........../..r....r../........../....b.b.../........../....r...../..r....r../....b.b.../........../.......... b 2 r5:c2" },
    { caption: "No squ: the red discs at b2, h2, b6 and h6 are the corners of an oblong, not of a square, and the black disc at b8 spoils the square b2, h2, b8, h8 for ever.", position: "........../.r.....r../........../...b...b../........../.r.....r../........../.b......../........../.......... b 2 -" },
  ],
  mapello: [
    { caption: "Before: White is about to place at e7.", position: "####J#####/##.*..*.##/#.....#..#/J*#..WB.*J/J...WBB.B#/#...BBBB*#/#*...BB#.J/J..#..B..#/##.*...*##/###J###J## W 0-0" },
    { caption: "After e7: three discs turned in the line up to the white disc at e3, three more in the line up to the joker at i3 in the frame.", position: "####J#####/##.*..*.##/#.....#..#/J*#..WB.*J/J...WBB.B#/#...BBBB*#/#*...BB#.J/J..#..B..#/##.*...*##/###J###J## W 0-0", moves: ["e7"] },
  ],
  glaisher: [
    { caption: "The start. Each stack is six high.", position: "" },
    { caption: "After b1-se:1+2+3: the parts of one, two and three flew one, two and three cells to the south-east. Red now places a piece.", position: "", moves: ["b1-se:1+2+3"] },
    { caption: "A red chain from the north side to the south side: Red has won.", position: ".,.,r1,.,./.,y2,r1,.,.,./.,.,r2,.,y6,.,./.,.,.,r1,.,.,.,./.,.,.,y3,r1,.,.,.,./.,.,.,r3,.,.,y1,./.,.,r1,.,.,.,./.,r1,y4,.,.,./.,r1,.,.,. y split 20" },
  ],
  reversi: [
    { caption: "The start. The dots of the game page show where Black can play.", position: "" },
    { caption: "After d3: the white disc at d4, between the black ones at d3 and d5, turned over.", position: "", moves: ["d3"] },
  ],
};
