/** Pictures for the shelf and for lists of games. */

import { pageData } from "./dom.js";
import { drawInSight, drawSmall, listedPosition } from "./thumbnail.js";

const { showcases = {} } = pageData(); // the shelf's pictures, where they came with the page

drawInSight(".thumbnail", (holder) => {
  const game = holder.dataset.game ?? "";
  if (holder.dataset.showcase === undefined) return listedPosition(holder);
  if (!showcases[game]) return { game, ...JSON.parse(holder.dataset.showcase) };
  drawSmall(holder, showcases[game]);
  return null;
});
