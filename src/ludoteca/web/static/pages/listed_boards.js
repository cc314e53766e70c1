/** Pictures for lists of games. */

import { drawInSight, listedPosition } from "../board/thumbnail.js";

const draw = () => drawInSight(".thumbnail", listedPosition);
draw();
addEventListener("listed", draw); // a list was fetched again
