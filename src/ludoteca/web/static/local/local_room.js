/**
 * A room without a server: one game kept in this browser, answering the messages of docs/web-protocol.md as the server's rooms do.
 * One thing happens at a time, and is stored before it is told.
 */

/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {Explainer} from "../explain/explainer.js" */
/** @import {LocalEngine} from "../wasm/local_engine.js" */
/** @import {GameStore, KeptGame} from "./game_store.js" */
/** @import {Match} from "./match.js" */
/** @import {TableWords} from "../words/game_words.js" */
import { levelOf, RANDOM, seatName } from "../words/game_words.js";
import { sentence, t } from "../words/language.js";
import { LudotecaError, shown } from "../wasm/errors.js";
import { findMove } from "../translated/play/move_input.js";
import { BotPace, STEP } from "../translated/web/live/bot_turns.js";
import { Stopped } from "../wasm/local_engine.js";
import { viewOf } from "../wasm/view.js";
import { ClockBeat } from "./clock.js";
import { CannotKeep, Outdated } from "./game_store.js";
import { matchOf, withMatch } from "./match.js";
import { recordText } from "./kept_records.js";
import { PLAYS_ON, nextGame, scoreOf, playerAt } from "./new_game.js";

const BOT_PAUSE_MS = 350; // the least time a bot takes, so that people can follow
const TICK_MS = 250; // how often a running clock is looked at

/** @typedef {{store: GameStore, engine: LocalEngine, explainer: () => Promise<Explainer>, module: GameModule, words: TableWords}} Services what a room uses */
/** @typedef {{onmessage: (message: any) => void, onstate?: (state: "open" | "lost" | "gone") => void}} Handlers */
/** @typedef {{type: string, fields: Record<string, unknown>}} News a message with a number: its type, and what it says beside the board */

/** This cannot be done in this game, or not now. */
class Refused extends Error {
  kind = "Refused";
}

/** The message answers a position that has passed. */
class Stale extends Error {
  kind = "stale";
}

/** Milliseconds that only go forward. */
const timeNow = () => Math.round(performance.timeOrigin + performance.now());

export class LocalRoom {
  /** @param {KeptGame} kept @param {Services} services */
  constructor(kept, services) {
    this.services = services;
    this.seq = Date.now();
    this.pace = new BotPace();
    this.pace.set(kept.pace);
    this.beat = new ClockBeat(kept.id);
    /** @type {Handlers | null} */ this.handlers = null;
    /** @type {Promise<void>} what is being done */ this.work = Promise.resolve();
    /** @type {AbortController | null} of a bot that thinks */ this.thinking = null;
    this.isGone = false;
    this.kept = kept;
    this.match = this.replay();
  }

  /** The match of the game as it is kept; its clock has run up to the last beat. @returns {Match} */
  replay() {
    const match = matchOf(this.kept, this.services.module, this.words);
    match.runClock(timeNow() - this.beat.since(this.kept.version));
    return match;
  }

  get words() {
    return this.services.words;
  }

  // --- how it stands

  get seats() {
    return this.kept.seats.map((seat) => ({
      kind: seat.kind,
      name: seatName(seat, this.words),
      bot: seat.bot,
      account: false,
      free: false,
      present: true,
      gone_at: null,
      vacation: null,
    }));
  }

  /** @param {number} seat */
  isMine(seat) {
    return this.kept.you === "both" || this.kept.you === seat;
  }

  get can() {
    const { match, kept } = this;
    const { kind, you } = kept;
    const isOver = match.outcome !== null;
    const isGoing = !isOver;
    const alone = kind === "bot" || kind === "device";
    const hasMoved = match.movers.some((seat) => this.isMine(seat));
    const isTurn = isGoing && this.isMine(match.position.mover);
    return {
      move: isTurn,
      undo: alone && (hasMoved || isOver) && kept.next === null && kept.series === null && match.how !== "time",
      takeback: false,
      resign: you !== null && isGoing,
      abort: isGoing && kind !== "record",
      offer_abort: false,
      settle: you !== null && isGoing && match.position.settled !== null,
      offer_draw: kind === "device" && isGoing,
      hint: alone && isTurn,
      conditional_moves: false,
      pace: kind === "bots" && isGoing,
      withdraw: false,
      again: isOver && kind !== "record",
    };
  }

  get clock() {
    const { clock } = this.match;
    if (!clock) return null;
    const now = timeNow();
    return { control: this.kept.control, left_ms: [clock.leftMs(0, now), clock.leftMs(1, now)], running: clock.running, at: Date.now() };
  }

  get series() {
    const { kept, match } = this;
    const score = scoreOf(kept, match, this.words);
    if (!score || !kept.series) return null;
    const { wins, draws, text, outcome } = score;
    const { round, games } = kept.series;
    return {
      round,
      games,
      wins,
      draws,
      text,
      seats: [playerAt(0, round - 1), playerAt(1, round - 1)],
      outcome: outcome && { winner: outcome.winner, reason: outcome.reason },
    };
  }

  get offers() {
    return { draw: null, takeback: null, abort: null, rematch: null, settle: null };
  }

  /** Everything beside the board. */
  get state() {
    const { kept, match, seats, clock, offers, series } = this;
    const pace = kept.kind === "bots" ? this.pace.delay : null;
    const browser = false; // here every bot is this browser's
    return {
      ...{ state: match.outcome ? (match.outcome.aborted ? "aborted" : "over") : "going", kind: kept.kind, seats, watchers: 0 },
      ...{ clock, offers, series, pace, how: match.how, next: kept.next, browser },
    };
  }

  get played() {
    const { plies, movers, written } = this.match;
    return {
      moves_played: plies.map(({ text }) => text),
      ...(written && { written_played: written }),
      movers_played: movers,
      clocks_played: plies.map(({ clock_ms }) => clock_ms),
    };
  }

  /** The view of a ply; the newest shows how the game ended. @param {number} [ply] */
  view(ply = this.match.plies.length) {
    const { match } = this;
    return viewOf(match.positions[ply], ply === match.plies.length ? match.outcome : null);
  }

  snapshot() {
    const { kept, state, played, can } = this;
    return { type: "snapshot", seq: this.seq, game_id: kept.id, start: kept.start, rated: false, ...state, ...played, you: kept.you, can, view: this.view() };
  }

  /** The game as a record. @param {"text" | "json"} format */
  record(format) {
    return recordText(this.kept, this.match, format);
  }

  // --- a page that shows it

  /** Like a line to the server: it takes messages and is always open. @param {Handlers} handlers */
  connect(handlers) {
    this.handlers = handlers;
    this.services.store.onchange(({ id, version }) => id === this.kept.id && version !== this.kept.version && this.queue(() => this.catchUp()));
    setInterval(() => this.tick(), TICK_MS);
    queueMicrotask(() => {
      handlers.onstate?.("open");
      handlers.onmessage(this.snapshot());
      this.wake();
    });
    return {
      isOpen: true,
      send: (/** @type {Record<string, any>} */ message) => {
        this.hear(message);
        return true;
      },
    };
  }

  /** @param {Record<string, any>} message */
  hear(message) {
    if (message.type === "hint")
      void this.refusing(message, () => this.hint()); // nothing need wait for it
    else this.queue(() => this.refusing(message, () => this.act(message)));
  }

  /** Do something when what was begun before is done. @param {() => Promise<void>} work */
  queue(work) {
    this.work = this.work.then(work).catch((error) => this.tell("trouble", { reason: sentence(error.message) }));
  }

  /**
   * Carry out what a page asks for; whatever cannot be done is refused with its reason.
   * @param {Record<string, any>} message
   * @param {() => Promise<void>} work
   */
  async refusing(message, work) {
    try {
      await work();
    } catch (error) {
      const about = typeof message.type === "string" ? message.type : null;
      if (error instanceof Outdated || error instanceof Stale) {
        await this.catchUp();
        this.tell("refusal", { reason: t(this.words.gone_on), code: "stale", about });
        this.handlers?.onmessage(this.snapshot());
        return;
      }
      const isForeseen = error instanceof Refused || error instanceof LudotecaError;
      const code = isForeseen ? error.kind : error instanceof CannotKeep ? "storage" : "Failure";
      if (code === "Failure") console.error(error);
      this.tell("refusal", { reason: sentence(/** @type {Error} */ (error).message), code, about });
    }
  }

  // --- what is asked for

  /** @param {Record<string, any>} message */
  async act(message) {
    if (this.isGone) throw new Refused(t(this.words.no_such_game));
    const act = Object.hasOwn(this.actions, message.type) ? this.actions[message.type] : null;
    if (!act) throw new Refused(t(this.words.unknown_type, { type: shown(String(message.type)) }));
    await act(message);
  }

  /** @type {Record<string, (message: any) => Promise<void> | void>} */
  actions = {
    move: (message) => this.move(message),
    why: ({ ply, text }) => {
      this.mustBeMove(ply, text);
      if (ply !== this.match.plies.length) throw new Stale();
      findMove(this.match.position, text); // or the reason why not
      throw new Refused(t(this.words.no_move));
    },
    undo: () => this.undo(),
    resign: async ({ seat = null }) => {
      const { speaker } = this;
      if (seat !== null && ((seat !== 0 && seat !== 1) || !this.isMine(seat))) throw new Refused(t(this.words.not_your_seat));
      await this.change((match, now) => match.declare("resignation", seat ?? speaker, now));
    },
    abort: async () => {
      if (!this.match.outcome && !this.can.abort) throw new Refused(t(this.words.watching));
      await this.change((match, now) => match.declare("aborted", typeof this.kept.you === "number" ? this.kept.you : null, now));
    },
    settle: async () => {
      this.match.mustGoOn();
      const { settled } = this.match.position;
      if (!settled) throw new Refused(t(this.words.not_settled));
      if (!this.can.settle) throw new Refused(t(this.words.watching));
      await this.change((match, now) => match.declare("settled", settled.winner === null ? null : /** @type {0 | 1} */ (1 - settled.winner), now));
    },
    offer_draw: async () => {
      const seat = this.speaker;
      if (this.kept.kind === "bot") throw new Refused(t(this.words.no_bot_draws));
      const news = { type: "offer", fields: { kind: "draw", by: seat, answer: "accepted", offers: this.offers } };
      await this.change((match, now) => match.declare("agreement", null, now), news);
    },
    pace: async ({ delay }) => {
      this.mustSetPace();
      if (delay !== STEP && typeof delay !== "number") throw new Refused(t(this.words.pace_needs));
      this.pace.set(delay);
      [this.kept] = await this.services.store.save({ ...this.kept, pace: this.pace.delay });
      this.stopBot();
      this.tellAll("state", this.state);
      this.wake();
    },
    step: () => {
      this.mustSetPace();
      this.pace.addStep();
      this.wake();
    },
    again: () => this.again(),
    resync: () => this.handlers?.onmessage(this.snapshot()),
    ping: () => this.tell("pong", { clock: this.clock }),
  };

  /** The seat that the player speaks for; with both, that of the mover. @returns {0 | 1} */
  get speaker() {
    const { you } = this.kept;
    if (you === null) throw new Refused(t(this.words.watching));
    return you === "both" ? this.match.position.mover : you;
  }

  /** @type {(ply: unknown, text: unknown) => void} */
  mustBeMove(ply, text) {
    if (!Number.isInteger(ply) || typeof text !== "string") throw new Refused(t(this.words.move_needs));
  }

  mustSetPace() {
    if (this.kept.kind !== "bots") throw new Refused(t(this.words.not_your_pace));
  }

  /** A move that names the ply it answers. @param {{ply: number, text: string}} message */
  async move({ ply, text }) {
    this.mustBeMove(ply, text);
    const { match } = this;
    const said = text.trim().split(/\s+/).join(" ").toLowerCase();
    if (match.plies[ply]?.text.toLowerCase() === said) return this.handlers?.onmessage(this.snapshot());
    if (ply !== match.plies.length) throw new Stale();
    if (!match.outcome && this.kept.you === null) throw new Refused(t(this.words.watching));
    if (!match.outcome && !this.isMine(match.position.mover)) throw new Refused(t(this.words.not_your_turn));
    await this.play(text);
  }

  /** The mover plays. @param {string} text */
  async play(text) {
    const { position: before, plies } = this.match;
    const ply = plies.length;
    try {
      await this.change(
        (match, now) => {
          match.play(text, now);
          match.runClock(now);
        },
        () => {
          const { text: played, clock_ms } = this.match.plies[ply];
          const { offers, clock } = this;
          const position = String(this.match.position);
          return {
            type: "move",
            fields: {
              ply,
              text: played,
              ...before.beside(findMove(before, played)),
              by: before.mover,
              clock_ms,
              position,
              offers,
              browser: false,
              clock,
              view: this.view(),
            },
          };
        },
      );
    } catch (error) {
      await this.endOnTime(); // perhaps that is why
      throw error;
    }
  }

  async undo() {
    if (!this.can.undo) throw new Refused(t(this.words.nothing_to_undo));
    const { declared } = this.match;
    const botResigned = declared?.how === "resignation" && this.kept.seats[declared.seat ?? 0].kind === "bot";
    if (botResigned) this.kept = { ...this.kept, tags: { ...this.kept.tags, [PLAYS_ON]: "yes" } };
    await this.change(
      (match, now) => {
        if (this.kept.kind === "device" || botResigned) match.undo(1, now);
        else match.undoToDecisionOf(/** @type {0 | 1} */ (this.kept.you), now);
        match.runClock(now);
      },
      () => {
        const { played, offers, clock } = this;
        return { type: "back", fields: { ply: this.match.plies.length, ...played, offers, clock, view: this.view() } };
      },
    );
  }

  async again() {
    if (!this.can.again) throw new Refused(t(this.match.outcome ? this.words.watcher : this.words.not_over_yet));
    if (this.kept.next === null) {
      const next = nextGame(this.kept, this.match, this.words);
      [this.kept] = await this.services.store.save({ ...this.kept, next: next.id }, next);
    }
    this.tellAll("next", { game_id: this.kept.next });
  }

  /** The engine's move, with its reason. */
  async hint() {
    if (!this.can.hint) throw new Refused(t(this.words.no_hint));
    const { match, services } = this;
    const ply = match.plies.length;
    const { position } = match;
    try {
      const hint = await (await services.explainer()).hint(this.asked);
      if (this.match.position === position) this.tell("hint", { ply, ...hint });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error; // the game has gone on
    }
  }

  /** What an engine is asked about. */
  get asked() {
    const { game, options, start, plies } = this.kept;
    return { game, options, position: start, moves: plies.map(({ text }) => text) };
  }

  // --- changes

  /** Decide on a copy, store it, stand as it says, tell it. @param {(match: Match, now: number) => void} decide @param {News | (() => News)} [news] */
  async change(decide, news) {
    const now = timeNow();
    const wasOver = this.match.outcome !== null;
    const match = this.match.fork();
    decide(match, now);
    const [kept] = await this.services.store.save(withMatch(this.kept, match, now));
    this.stopBot();
    this.kept = kept;
    this.match = match;
    if (match.clock && !match.outcome) this.beat.note(kept.version, 0);
    else this.beat.forget();
    if (news) {
      const { type, fields } = typeof news === "function" ? news() : news;
      this.tellAll(type, fields);
    }
    if (match.outcome && !wasOver) {
      const { clock, series } = this;
      this.tellAll("end", { outcome: this.view().outcome, how: match.how, view: this.view(), clock, series });
    }
    this.wake();
  }

  /** Another tab was here: stand as the store says. */
  async catchUp() {
    const { kept: before } = this;
    const kept = await this.services.store.load(before.id);
    if (kept?.version === before.version) return;
    this.stopBot();
    if (!kept) {
      this.isGone = true;
      this.tell("withdrawn", {});
      return;
    }
    this.kept = kept;
    this.match = this.replay();
    this.pace.set(kept.pace);
    this.seq += 1;
    this.handlers?.onmessage(this.snapshot());
    if (kept.next && !before.next) this.tellAll("next", { game_id: kept.next });
    this.wake();
  }

  /** @param {string} type @param {Record<string, unknown>} fields */
  tell(type, fields) {
    this.handlers?.onmessage({ type, seq: this.seq, ...fields });
  }

  /** A numbered message, with what can be done now. @param {string} type @param {Record<string, unknown>} fields */
  tellAll(type, fields) {
    this.seq += 1;
    this.handlers?.onmessage({ type, seq: this.seq, ...fields, you: this.kept.you, can: this.can });
  }

  // --- what goes on by itself

  tick() {
    const { clock } = this.match;
    if (!clock || clock.running === null || this.isGone) return;
    const now = timeNow();
    this.beat.note(this.kept.version, now - clock.sinceMs);
    if (clock.fallen(now) !== null) this.queue(() => this.endOnTime());
  }

  /** End the game if a clock has run out. */
  async endOnTime() {
    const { match } = this;
    if (match.outcome || (match.clock?.fallen(timeNow()) ?? null) === null) return;
    try {
      await this.change((fork, now) => void fork.claimTime(now));
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      await this.catchUp();
    }
  }

  /** Let a bot think, if it is its turn and it is wanted. */
  wake() {
    const { kept, match } = this;
    const seat = kept.seats[match.position.mover];
    if (this.isGone || this.thinking || !this.handlers || match.outcome || kept.kind === "record" || seat.kind !== "bot") return;
    if (kept.kind === "bots" && !this.pace.takeTurn()) return;
    this.thinking = new AbortController();
    void this.botTurn(/** @type {string} */ (seat.bot), this.thinking);
  }

  get mayBotResign() {
    return this.kept.kind === "bot" && !this.kept.tags[PLAYS_ON];
  }

  stopBot() {
    if (!this.thinking) return;
    this.thinking.abort();
    this.thinking = null;
    this.services.engine.stop();
  }

  /** Only one tab thinks; the others hear of its move. @param {string} bot @param {AbortController} thinking */
  async botTurn(bot, thinking) {
    const { signal } = thinking;
    const turn = async () => {
      this.tell("thinking", { seat: this.match.position.mover });
      const pause = this.kept.kind === "bots" && typeof this.pace.delay === "number" ? this.pace.delay : BOT_PAUSE_MS;
      const [{ move, resigns }] = await Promise.all([this.chosenBy(bot), new Promise((settle) => setTimeout(settle, pause))]);
      if (signal.aborted) return;
      this.queue(async () => {
        if (signal.aborted) return;
        this.thinking = null; // what it has found is not to be stopped
        await this.playForBot(move, resigns);
      });
      await this.work;
    };
    try {
      if (navigator.locks) await navigator.locks.request(`${this.services.store.name} bot ${this.kept.id}`, { signal }, turn);
      else await turn(); // not a secure address: the store refuses the slower tab
    } catch (error) {
      if (signal.aborted) return;
      this.thinking = null;
      this.tell("trouble", { reason: sentence(/** @type {Error} */ (error).message) });
    }
  }

  /** @param {string} text @param {boolean} resigns */
  async playForBot(text, resigns) {
    try {
      if (resigns) await this.change((fork, now) => fork.declare("resignation", fork.position.mover, now));
      else await this.play(text);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      await this.catchUp();
    }
  }

  /** A bot's move; it resigns a game that it is bound to lose. @param {string} bot @returns {Promise<{move: string, resigns: boolean}>} */
  async chosenBy(bot) {
    const { position, mayBotResign } = this.match;
    if (this.mayBotResign && position.settled?.winner === 1 - position.mover) return { move: "", resigns: true };
    if (bot === RANDOM) {
      const moves = position.wholeMoves();
      return { move: moves[Math.floor(Math.random() * moves.length)].text, resigns: false };
    }
    const { move, resigns } = await this.services.engine.choose({ ...this.asked, level: levelOf(bot) });
    return { move, resigns: resigns && this.mayBotResign && mayBotResign };
  }
}
