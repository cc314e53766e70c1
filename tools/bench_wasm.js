/** Does in a page what bench_wasm.py asks for. */

import { loadGame, openGame, variantOf } from "/scripts/wasm/game_library.js";
import { Position } from "/scripts/wasm/position.js";
import { AlphaBeta, TreeSearch } from "/scripts/wasm/searches.js";

/** A game whose work can be asked for: `games(count)` and `search(nodes, state)` tell how much was done. */
export async function openBench(name) {
  const module = openGame(await loadGame(new URL("/modules/", location.href), name));
  const variant = variantOf(module);
  const { most_moves: most, state } = module.about;
  const isTree = module.about.module.method === "mcts";
  const searcher = isTree ? new TreeSearch(module, { megabytes: 32 }) : new AlphaBeta(module, { megabytes: 16 });
  const states = module.reserve(2 * state.bytes);
  const room = module.reserve(4 * most);
  const tally = module.reserve(8 * 4);
  return {
    games(count) {
      module.bytes.set(variant.blank, states + state.bytes);
      module.ask("playouts", states, count, room, module.setRandom(1n), variant.longest, tally);
      return count;
    },
    search(nodes, bytes) {
      searcher.forget();
      return searcher.search(new Position(variant, Uint8Array.from(bytes)), { nodes }).nodes;
    },
  };
}
