/** Thinks for the opposing bot, in this browser instead of on the server; see docs/web-protocol.md. */

/** @import {LocalEngine} from "../wasm/local_engine.js" */
import { isStatic } from "../addresses.js";
import { hasModules, newLocalEngine } from "../backend.js";
import { levelOf } from "../words/game_words.js";

const PAUSE_MS = 350; // the least time a bot takes, so that people can follow

/** @typedef {{ply: number, bot: string, start: string, moves: string[], position: string}} Asked */

export class BotThinker {
  /** @param {(message: Record<string, unknown>) => unknown} send */
  constructor(send) {
    this.send = send;
    /** @type {Promise<LocalEngine> | null} */ this.engine = null;
    this.count = 0;
  }

  /** Offer to think, whenever the line to the server opens; where there is none, nobody asks. @param {any} state the snapshot as it stands */
  offer({ kind, clock, you, seats, view }) {
    const isLevel = seats.every((/** @type {any} */ seat) => seat.kind !== "bot" || levelOf(seat.bot) > 0);
    if (hasModules && !isStatic && kind === "bot" && !clock && you !== null && isLevel && !view.outcome) this.send({ type: "thinks_here" });
  }

  /** The server asks for the bot's move. @param {Asked} asked @param {{game: string, options: Record<string, string>}} about */
  async think({ ply, bot, start, moves, position }, { game, options }) {
    const number = ++this.count;
    try {
      this.engine ??= newLocalEngine();
      const engine = await this.engine;
      const choice = engine.choose({ game, options, position: start, moves, level: levelOf(bot) });
      const [{ move, resigns }] = await Promise.all([choice, new Promise((settle) => setTimeout(settle, PAUSE_MS))]);
      if (number === this.count) this.send({ type: "bot_move", ply, position, text: move, resigns });
    } catch {
      if (number === this.count) this.send({ type: "thinks_here", on: false }); // the server does it
    }
  }

  /** What was asked is no longer wanted. */
  stop() {
    this.count += 1;
    void this.engine?.then((engine) => engine.stop());
  }
}
