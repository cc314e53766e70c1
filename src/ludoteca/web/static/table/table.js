/** The game page: shows what the room sends, and sends the player's actions to the room, on the server or in this browser. */

/** @import {View} from "../types.js" */
import { gamePage, homePage, isStatic } from "../addresses.js";
import { describe, followGame, hasModules, localHint, openTable } from "../backend.js";
import { arrowOf } from "../board/marks.js";
import { byId } from "../dom.js";
import { Hand } from "../input/board_input.js";
import { offerTyping, press, listenAtTable } from "./table_tools.js";
import { showMissing } from "../pages/missing.js";
import { knock } from "../pages/sound.js";
import { Actions } from "./actions.js";
import { BotThinker } from "./bot_thinker.js";
import { Chat } from "./chat.js";
import { showWelcome, showEnd } from "./cards.js";
import { ConditionalMoves } from "./conditional_moves.js";
import { showRated } from "./rated.js";
import { showBanner, showPrompt, showHeadline, EARLIER, whyNoMove } from "./headline.js";
import { MoveList, listenForArrows } from "./move_list.js";
import { answerInWords, isGone, showInvitation, showOffers } from "./offers.js";
import { PendingMove } from "./pending_move.js";
import { SeatPanel, showTableFacts } from "./seats.js";
import { Sharing } from "./share.js";
import { PLAYED, keepName } from "../stored_texts.js";
import { HINT } from "../translated/explain/hints.js";
import { NO_MOVE } from "../translated/web/table/words.js";
import { inLabels } from "../words/cell_words.js";
import { outcomeInWords, turnInWords } from "../words/game_words.js";
import { translatable, t } from "../words/language.js";
import { effectsInWords, moveInWords } from "../words/move_words.js";

const CHATTING = ["chat", "chat_since", "mute", "block"];
const LOOKING = translatable("Looking for a good move …");
const NO_LINE = translatable("You are offline. Try again when the connection is back.");

class Table {
  /** @param {import("../backend.js").Table} table */
  constructor({ data, view, connect }) {
    this.viewOf = view;
    this.links = data.links;
    this.state = data.snapshot;
    this.id = this.state.game_id;
    /** @type {Map<number, View>} */ this.views = new Map([
      [this.count, this.state.view],
      [data.view.ply, data.view],
    ]);
    /** @type {number | null} */ this.past = data.ply !== null && data.ply < this.count ? data.ply : null; // the ply looked at, null: the newest
    this.ahead = 0; // the server's clock against ours
    this.isThinking = false;
    this.wantsNext = false; // asked for the next game, rather than being told of it
    this.passed = ""; // a move that the game has passed over, to be told until the next one is made
    /** @type {import("../wasm/game_library.js").FollowedGame | null} */ this.followed = null; // the rules are in this browser
    this.isBack = false; // the line has just opened: what is heard first says how the game stands
    this.pending = isStatic
      ? null // nobody waits for a room in this browser
      : new PendingMove(
          (message) => this.line.send(message),
          () => this.drawHeadline(),
        );
    this.plan = new ConditionalMoves(describe, {
      send: (message) => this.act(message),
      onchange: () => this.show(true),
      ontrouble: (words) => this.showMessage(words),
    });
    this.spokenOf = this.shown.position; // the position that the sentence near the board is about
    this.thinker = new BotThinker((message) => this.line.send(message));
    this.hand = new Hand({
      board: byId("board"),
      choices: byId("choices"),
      typed: /** @type {HTMLFormElement} */ (byId("typed")),
      onmove: (text) => (this.plan.view ? this.plan.play(text, this.state) : this.play(text)),
      onattempt: (text) => this.attempt(text),
      onidle: () => this.explain(),
      onmiss: (text) => (this.plan.view ? this.showMessage(t(NO_MOVE)) : this.act({ type: "why", ply: this.count, text })),
      say: (words) => this.showMessage(words),
      onprompt: (words) => showPrompt(words || (this.state.can.conditional_moves ? t("You need not wait here: this game is under “Your games”.") : "")),
    });
    this.hand.board.sitAt(data.view, this.state.you);
    this.seats = [new SeatPanel(byId("seat-top")), new SeatPanel(byId("seat-bottom"))];
    this.list = new MoveList(byId("moves"), (ply) => this.look(ply));
    this.actions = new Actions(byId("actions"), (message) => this.act(message));
    this.chat = new Chat(
      (message) => this.act(message),
      (words) => this.note(words),
    );
    this.sharing = new Sharing(byId("share"), () => ({
      view: this.shown,
      id: this.id,
      ply: this.past ?? this.count,
      links: this.links,
      board: this.hand.board,
    }));
    for (const button of document.querySelectorAll("[data-go]"))
      button.addEventListener("click", () => this.go(/** @type {HTMLElement} */ (button).dataset.go ?? ""));
    listenForArrows((change) => this.go(change));
    listenAtTable(this.hand, [{ keys: ["h"], words: t("a hint"), run: () => press("[data-action=hint]") }]);
    this.show(false);
    this.line = connect({
      onmessage: (message) => this.hear(message),
      onstate: (state) => this.connected(state),
      seq: () => this.state.seq,
    });
    if (this.state.you !== null) {
      void this.follow(); // so that one's own move is shown at once, and the server need not show moves
      keepName(PLAYED, this.state.view.game.name);
    }
    setInterval(() => this.tick(), 100);
  }

  get count() {
    return this.state.moves_played.length;
  }

  /** @returns {View} */
  get shown() {
    if (this.plan?.view) return this.plan.view;
    if (this.past === null && this.pending?.after) return this.pending.after;
    return this.views.get(this.past ?? this.count) ?? this.state.view;
  }

  /** How it stands, with a move of one's own that is on its way. */
  get seen() {
    return this.pending?.after ? { ...this.state, view: this.pending.after } : this.state;
  }

  get isMine() {
    const { you, view } = this.seen;
    return this.past === null && view.mover !== null && (you === "both" || you === view.mover) && this.state.state === "going";
  }

  // --- what is told

  /** The rules come into this browser: moves need not be shown by the server any more. */
  async follow() {
    const { start, view } = this.state;
    this.followed = await followGame({ game: view.game.name, options: view.options, position: start });
    if (this.followed) this.line.send({ type: "knows_rules" });
  }

  /** What a move leads to, by the rules in this browser; where they do not agree with the server, the server shows it all. @param {any} move */
  viewAfter({ text, position }) {
    try {
      const view = this.followed?.view([...this.state.moves_played, text]);
      const { game, options, board } = this.state.view;
      if (view?.position === position) return { ...view, game, options, board };
    } catch {} // it is of no use
    this.followed = null;
    this.line.send({ type: "knows_rules", on: false });
    this.line.send({ type: "resync", seq: null });
    return null;
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "move" && message.ply === this.count && !message.view) {
      message.view = this.viewAfter(message);
      if (!message.view) return; // a snapshot will follow
    }
    if (message.view) message.view = { ...this.state.view, ...message.view }; // the board itself is told once
    if (typeof message.seq === "number") this.state.seq = Math.max(this.state.seq, message.seq);
    for (const name of ["you", "can", "clock", "offers", "series", "seats", "state", "pace", "kind", "next", "how", "browser"]) {
      if (name in message && !(name === "kind" && message.type === "offer")) this.state[name] = message[name];
    }
    if ("you" in message) for (const name of ["conditional_moves", "conditional_written"]) this.state[name] = message[name];
    if (message.clock) this.ahead = message.clock.at - Date.now();
    const heard = this.hears[message.type];
    if (heard) heard(message);
    if (this.isBack && message.type !== "refusal") {
      this.isBack = false;
      this.pending?.sendAgain();
    }
  }

  /** @type {Record<string, (message: any) => void>} */
  hears = {
    snapshot: (message) => {
      const isNewer = message.moves_played.length !== this.count || message.view.position !== this.state.view.position;
      Object.assign(this.state, message);
      this.views.set(this.count, message.view);
      if (isNewer) {
        this.isThinking = false;
        this.thinker.stop();
      }
      this.show(isNewer && this.past === null);
    },
    move: (message) => {
      if (message.ply !== this.count) return this.line.send({ type: "resync", seq: null });
      this.isThinking = false;
      this.thinker.stop();
      const isSeen = this.pending?.after?.position === message.view.position;
      this.state.moves_played.push(message.text);
      this.state.written_played?.push(message.written);
      this.state.movers_played.push(message.by);
      this.state.view = message.view;
      this.views.set(this.count, message.view);
      if (!message.view.outcome) this.state.state = "going";
      const who = message.view.players[message.by].name;
      this.say(
        [
          message.text === "pass" ? t("{player} passes.", { player: who }) : t("{player} plays {move}.", { player: who, move: moveInWords(message) }),
          ...effectsInWords(this.hand.board.places, message.view.last),
          this.isMine && `${turnInWords(message.view, this.state.you)}.`,
        ]
          .filter(Boolean)
          .join(" "),
      );
      if (!isSeen) this.knock(message.by);
      this.showMessage("");
      this.show(!isSeen);
    },
    back: (message) => {
      this.state.moves_played = message.moves_played;
      this.state.written_played = message.written_played;
      this.state.movers_played = message.movers_played;
      this.state.view = message.view;
      this.state.state = "going";
      this.views = new Map([...this.views].filter(([ply]) => ply < this.count));
      this.views.set(this.count, message.view);
      this.past = null;
      this.isThinking = false;
      this.thinker.stop();
      this.say(t("Moves were taken back."));
      this.show(false);
    },
    end: (message) => {
      this.state.view = message.view;
      this.state.state = message.outcome.aborted ? "aborted" : "over";
      this.views.set(this.count, message.view);
      this.isThinking = false;
      this.thinker.stop();
      this.say(outcomeInWords(message.outcome, message.view.players, this.state.you, message.how));
      this.showMessage("");
      knock(420, 0.5);
      this.show(false);
    },
    state: () => this.show(false),
    conditional_moves: () => this.show(false),
    offer: (message) => {
      const words = answerInWords(message, this.state);
      if (message.answer === "withdrawn") this.note(words);
      else this.showMessage(words); // and what was said of the offer before is over
      this.show(false);
    },
    presence: () => this.show(false),
    thinking: () => {
      this.isThinking = true;
      this.drawSeats();
    },
    think: (message) => void this.thinker.think(message, { game: this.state.view.game.name, options: this.state.view.options }),
    hint: (message) => this.showHint(message),
    refusal: (message) => {
      if (CHATTING.includes(message.about)) return this.chat.say(message.reason);
      if (message.code === "doubt")
        this.isBack = true; // a move is asked for again when the server knows how the game stands
      else if (message.about === "move" && message.code !== "stale") this.pending?.end(); // where the game has gone on, what follows says how
      if (message.code === "TooMuch") this.pending?.sendLater();
      if (message.code !== "stale") this.showMessage(message.reason);
      this.say(message.reason);
      this.show(false);
    },
    trouble: (message) => this.showMessage(message.reason),
    chat: (message) => this.chat.hear(message.lines, message.muted),
    muted: (message) => this.chat.mute(message.on),
    blocked: (message) => this.chat.say(t("You have blocked {name}.", { name: message.name })),
    next: (message) => {
      this.state.next = message.game_id;
      if (this.wantsNext || this.state.kind !== "friend" || this.state.offers.rematch === this.state.you)
        location.assign(gamePage(this.state.view.game.name, message.game_id));
      else this.show(false);
    },
    withdrawn: () => {
      if (this.state.you === null) this.showMessage(t("This game was withdrawn."));
      else location.assign(homePage());
    },
    restart: () => this.showMessage(t("The server is restarting. Your game is safe; one moment.")),
  };

  /** @param {import("./socket.js").LineState} state */
  connected(state) {
    byId("connection").hidden = state !== "lost";
    document.body.dataset.line = state === "open" ? "open" : "closed";
    if (state === "open") {
      this.isBack = true;
      if (this.followed) this.line.send({ type: "knows_rules" });
      this.showMessage("");
      this.thinker.offer(this.state);
      this.chat.ask();
    }
    this.drawHeadline();
  }

  // --- what is done

  /** @param {string} text */
  play(text) {
    this.passed = "";
    this.showMessage("");
    if (!this.pending) return this.act({ type: "move", ply: this.count, text });
    this.pending.begin(text, this.state.view, this.count);
    this.show(false);
    if (hasModules) void this.foresee(this.pending);
  }

  /** Show a move of one's own at once, as the rules in this browser have it; the server confirms it or says why not. @param {PendingMove} pending */
  async foresee(pending) {
    const by = this.state.view.mover;
    if (!(await pending.foresee(describe, this.state.view))) return;
    this.knock(by);
    this.show(this.past === null);
  }

  /** @param {0 | 1 | null} by */
  knock(by) {
    knock(by ? 760 : 900);
  }

  /** @param {string} text */
  attempt(text) {
    if (this.plan.view) void this.plan.play(text, this.state);
    else if (this.past !== null) this.showMessage(t(EARLIER));
    else if (this.isMine && !this.pending?.isOut) this.play(text);
    else this.act({ type: "move", ply: this.count, text }); // it is refused, with the reason
  }

  /** The board was touched by someone who cannot move now. */
  explain() {
    const reason = this.pending?.words(this.line.isOpen) || whyNoMove(this.state, this.past);
    if (reason) this.note(reason);
  }

  /** @param {Record<string, unknown>} message */
  act(message) {
    if (message.type === "plan") return this.past === null ? this.plan.begin(this.state) : this.showMessage(t(EARLIER));
    if (message.type === "hint" && hasModules && !isStatic) return void this.hintHere();
    if (!this.line.send(message)) return this.showMessage(t(NO_LINE));
    if (message.type === "again") this.wantsNext = true;
    if (message.type === "hint") this.showMessage(t(LOOKING), "hint");
  }

  /** A hint of this browser's own; where it has none, the server's. */
  async hintHere() {
    const { start, moves_played, view } = this.state;
    this.showMessage(t(LOOKING), "hint");
    try {
      const hint = await localHint({ game: view.game.name, options: view.options, position: start, moves: [...moves_played] });
      if (hint && this.state.view.position === view.position) this.showHint({ ply: moves_played.length, ...hint });
    } catch {
      if (this.state.view.position === view.position && !this.line.send({ type: "hint" })) this.showMessage(t(NO_LINE));
    }
  }

  /** @param {string} change */
  go(change) {
    const now = this.past ?? this.count;
    const ply = { first: 0, previous: now - 1, next: now + 1, last: this.count }[change] ?? now;
    this.look(Math.min(Math.max(ply, 0), this.count));
  }

  /** Look at a ply. @param {number} ply */
  async look(ply) {
    if (this.plan.view) return this.plan.cancel();
    const forward = ply === (this.past ?? this.count) + 1;
    this.past = ply === this.count ? null : ply;
    if (!this.views.has(ply)) {
      try {
        this.views.set(ply, await this.viewOf(ply));
      } catch (error) {
        return this.showMessage(String(/** @type {Error} */ (error).message));
      }
      if ((this.past ?? this.count) !== ply) return;
    }
    this.show(forward);
  }

  // --- what is seen

  /** @param {boolean} animate */
  show(animate) {
    this.plan.settle(this.state);
    if (this.spokenOf !== this.shown.position) this.showMessage(""); // what was said of another position may be false now
    this.passed = this.pending?.settle(this.state.view, this.state.moves_played) || this.passed;
    if (this.passed && !byId("refusal").textContent)
      byId("note").textContent = t("{move} was not played: the game has moved on in the meantime.", { move: this.passed });
    void this.hand.show(this.shown, {
      animate,
      active: !!this.plan.view || (this.isMine && !this.pending?.isOut),
      pending: (this.past === null && !this.pending?.after && this.pending?.move) || null,
    });
    this.drawSeats();
    showTableFacts(byId("facts"), this.shown);
    this.list.show(this.state, this.past ?? this.count);
    this.actions.show(this.state);
    showWelcome(this.state);
    showEnd(this.state, { links: this.links, isPast: this.past !== null, send: (message) => this.act(message) });
    this.drawHeadline();
    this.isGone = isGone(this.state, this.ahead);
    showOffers(byId("offers"), this.state, (type) => this.act({ type }), this.isGone);
    this.plan.show(byId("offers"), this.state);
    this.chat.show(this.state);
    const next = /** @type {HTMLAnchorElement | null} */ (document.getElementById("next-game")); // a static site has none
    if (next) next.href = `/next?after=${this.id}`;
    showInvitation(byId("invitation"), this.state.state === "open" ? this.links.invite : null, this.links.code ?? null, () => this.act({ type: "withdraw" }));
    byId("analyse").setAttribute("href", this.links.analysis ?? "");
    byId("analyse").hidden = this.state.kind === "friend" && !this.state.view.outcome; // nobody asks the engine meanwhile
    this.tick();
    offerTyping(this.state.you !== null && !this.state.view.outcome);
    document.body.dataset.ply = String(this.count);
    document.body.dataset.turn = this.isMine ? "yours" : this.state.view.outcome ? "over" : "theirs";
    document.body.dataset.pending = this.pending?.text ?? "";
  }

  drawHeadline() {
    const sending = this.pending?.words(!!this.line?.isOpen) ?? "";
    showRated(this.seen);
    showHeadline(this.seen, { past: this.past, isMine: this.isMine, sending, back: () => this.look(this.count) });
    showBanner(this.seen.view, { isMine: this.isMine && !sending, isPast: this.past !== null, you: this.seen.you });
  }

  drawSeats() {
    const { you, seats, series, kind } = this.state;
    const bottom = you === 0 || you === 1 ? you : this.shown.board.far === 0 ? 1 : 0;
    for (const [panel, side] of [
      [this.seats[0], 1 - bottom],
      [this.seats[1], bottom],
    ]) {
      const number = /** @type {0 | 1} */ (side);
      const wins = series ? series.wins[series.seats[number]] + series.draws / 2 : null;
      /** @type {SeatPanel} */ (panel).show(this.shown, number, seats[number], {
        you: you === number,
        alone: kind !== "friend",
        wins,
        thinking: this.isThinking && this.state.view.mover === number,
        browser: this.state.browser,
        waits: this.state.clock?.running === null && this.count > 0 && !this.state.view.outcome,
      });
      /** @type {SeatPanel} */ (panel).holder.setAttribute(
        "aria-label",
        you === number ? t("You") : you === 1 - number ? t("Opponent") : this.shown.players[number].name,
      );
    }
    this.bottom = bottom;
  }

  tick() {
    if (isGone(this.state, this.ahead) !== this.isGone) this.show(false); // it depends on nothing but the time
    for (const [index, panel] of this.seats.entries())
      panel.tick(this.state.clock, /** @type {0 | 1} */ (index ? this.bottom : 1 - (this.bottom ?? 0)), this.ahead, this.state.view.mover);
  }

  /** @param {any} message */
  showHint(message) {
    if (message.ply !== this.count || this.past !== null) return;
    const cells = message.picks.filter((/** @type {any} */ pick) => pick.cell).map((/** @type {any} */ pick) => pick.name);
    this.hand.board.mark({ ...this.hand.board.marks, hints: cells });
    this.hand.board.arrows(arrowOf(this.shown.board, message.picks, 14, 0).filter((arrow) => arrow.to));
    this.showMessage(t(HINT, { move: moveInWords(message), reason: message.reason }), "hint");
  }

  /** Show a sentence near the board; an empty one removes it. @param {string} words @param {string} [kind] */
  showMessage(words, kind = "refusal") {
    const holder = byId("refusal");
    holder.textContent = inLabels(words);
    holder.className = words ? kind : "";
    byId("note").textContent = "";
    this.spokenOf = this.shown.position;
    if (!words) this.hand.board.arrows([]);
  }

  /** Show a sentence near the board without interrupting screen readers. @param {string} words */
  note(words) {
    this.showMessage("");
    byId("note").textContent = words;
  }

  /** For those who listen. @param {string} words */
  say(words) {
    byId("live").textContent = inLabels(words);
  }
}

openTable().then(
  (table) => new Table(table),
  (error) => showMissing(error),
);
