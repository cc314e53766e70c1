/** Pictures for lists of games. */

import { drawInSight, listedPosition } from "../board/thumbnail.js";

drawInSight(".thumbnail", listedPosition);
