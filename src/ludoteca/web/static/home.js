/** Pictures for the shelf and for lists of games. */

import { drawInSight } from "./thumbnail.js";

drawInSight(".thumbnail", (holder) => {
  const game = holder.dataset.game ?? "";
  if (holder.dataset.showcase !== undefined) return { game, ...JSON.parse(holder.dataset.showcase) };
  return { game, options: JSON.parse(holder.dataset.options ?? "{}"), position: holder.dataset.position };
});
