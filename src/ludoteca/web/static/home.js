/** Pictures for the shelf and for lists of games. */

import { drawInSight } from "./thumbnail.js";
import { SHOWCASE } from "./showcase.js";

drawInSight(".thumbnail", (holder) => {
  const game = holder.dataset.game ?? "";
  if ("showcase" in holder.dataset) return { game, ...SHOWCASE[game] };
  return { game, options: JSON.parse(holder.dataset.options ?? "{}"), position: holder.dataset.position };
});
