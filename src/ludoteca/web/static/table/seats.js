/** The two players beside the board: name, side, presence, clock, and what each has. */

/** @import {View, Fact} from "../types.js" */
import { inLabels } from "../words/cell_words.js";
import { personPage } from "../addresses.js";
import { el, svg } from "../dom.js";
import { drawLook } from "../board/pieces.js";
import { clockInWords, halvesInWords } from "../words/game_words.js";
import { t } from "../words/language.js";

/** @typedef {{kind: string, name: string, bot?: string | null, account?: boolean, free?: boolean, present?: boolean, vacation?: number | null}} Seat */
/** @typedef {{left_ms: [number, number], running: 0 | 1 | null, first_ms?: number | null, at: number, control: string}} Clock */

const LOW_MS = 20_000;
const MOST_PIPS = 10;

/** A small picture of a side's piece. @param {View} view @param {0 | 1} side */
export function swatch(view, side) {
  const player = view.players[side];
  const own = Object.values(view.cells).find((look) => look.pieces[0]?.owner === side && look.pieces[0].kind === player.piece)?.pieces[0];
  const piece = own ?? { kind: player.piece, colour: player.colour, owner: side, glyph: "", letter: player.letter };
  return svg("svg", { class: "swatch", viewBox: "-46 -46 92 92", "aria-hidden": "true" }, drawLook({ pieces: [piece], height: 1, inside: [], marks: [] }));
}

export class SeatPanel {
  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.holder = holder;
    this.clock = el("span", { class: "clock", role: "timer" });
    this.first = el("span", { class: "first-move small", hidden: true });
  }

  /**
   * @param {View} view
   * @param {0 | 1} side
   * @param {Seat | null} seat
   * @param {{you: boolean, alone?: boolean, thinking?: boolean, waits?: boolean, browser?: boolean, wins?: number | null}} state `alone`: nobody is elsewhere; `browser`: the player's has computed moves of the bot; `waits`: a clock does, for whoever has not come
   */
  show(view, side, seat, state) {
    const player = view.players[side];
    const isTurn = view.mover === side;
    const won = view.outcome?.winner === side;
    const name = seat?.free ? t("Waiting for an opponent") : seat?.name || player.name;
    const side_words = [player.name, state.you ? t("you") : presenceInWords(seat, state), vacationInWords(seat)]
      .filter((word) => word && word !== name)
      .join(" · ");
    this.holder.className = `seat ${isTurn ? "turn" : ""} ${won ? "won" : ""}`;
    this.holder.replaceChildren(
      swatch(view, side),
      el(
        "div",
        { class: "seat-words" },
        el(
          "strong",
          { class: "seat-name" },
          seat?.account ? el("a", { href: personPage(seat.name), target: "_blank" }, name) : el("span", {}, name),
          won ? el("span", { class: "badge" }, t("wins")) : "",
          state.browser && seat?.kind === "bot" ? browserMark() : "",
        ),
        el(
          "span",
          { class: "small muted" },
          seat && seat.kind !== "bot" && !state.you && !state.alone && !seat.free
            ? el("span", { class: `presence ${seat.present ? "here" : ""}`, "aria-hidden": "true" })
            : "",
          side_words,
        ),
      ),
      state.wins !== null && state.wins !== undefined
        ? el("span", { class: "wins", title: t("Games won in this series; a draw counts as half") }, halvesInWords(state.wins))
        : "",
      this.clock,
      this.first,
      this.facts(view, side),
    );
  }

  /** @param {View} view @param {0 | 1} side */
  facts(view, side) {
    const own = view.facts.filter((fact) => fact.player === side);
    return el("dl", { class: "facts" }, ...own.map((fact) => factRow(fact, view, side)));
  }

  /** @param {Clock | null} clock @param {0 | 1} side @param {number} ahead how far the server's clock is ahead of this one, in ms @param {0 | 1 | null} [mover] */
  tick(clock, side, ahead, mover = null) {
    this.clock.hidden = !clock;
    this.first.hidden = !clock || side !== mover || typeof clock.first_ms !== "number";
    if (!clock) return;
    if (!this.first.hidden)
      this.first.textContent = t("{time} for the first move, or the game is aborted", {
        time: clockInWords(Math.max(0, (clock.first_ms ?? 0) - Math.max(0, Date.now() + ahead - clock.at))),
      });
    const gone = clock.running === side ? Math.max(0, Date.now() + ahead - clock.at) : 0;
    const left = clock.left_ms[side] - gone;
    this.clock.textContent = clockInWords(left);
    this.clock.classList.toggle("running", clock.running === side);
    this.clock.classList.toggle("low", left < LOW_MS);
  }
}

/** That a bot's moves do not come from the server. */
function browserMark() {
  const words = t("bot moves computed in the player's browser");
  return el(
    "span",
    { class: "badge plain", title: words, "data-mark": "browser" },
    el("span", { class: "unseen" }, words),
    el("span", { "aria-hidden": "true" }, t("in browser")),
  );
}

/** Whether somebody is there. @param {Seat | null} seat @param {{alone?: boolean, thinking?: boolean, waits?: boolean}} state */
function presenceInWords(seat, { alone, thinking, waits }) {
  if (seat?.vacation && !seat.present) return "";
  if (!seat || seat.kind === "bot") return thinking ? t("thinking …") : "";
  if (alone || seat.free) return "";
  if (!seat.present && waits) return t("away, so the clock is paused");
  return seat.present ? t("here") : t("away");
}

/** Until when somebody's games wait. @param {Seat | null} seat */
function vacationInWords(seat) {
  return seat?.vacation ? t("on vacation until {day:date}", { day: seat.vacation }) : "";
}

/** @param {Fact} fact @param {View} view @param {0 | 1} side */
function factRow(fact, view, side) {
  const count = Number(fact.value);
  const isSupply = fact.role === "supply" && Number.isInteger(count) && count <= MOST_PIPS;
  const value = isSupply
    ? el("dd", {}, el("span", { class: "unseen" }, fact.value), ...Array.from({ length: count }, () => swatch(view, side)))
    : el("dd", {}, inLabels(fact.value));
  return el("div", { class: isSupply ? "supply" : "" }, el("dt", {}, fact.name), value);
}

/** Facts of the table as a whole. @param {HTMLElement} holder @param {View} view */
export function showTableFacts(holder, view) {
  const shared = view.facts.filter((fact) => fact.player === null && fact.role !== "task");
  holder.replaceChildren(...shared.map((fact) => el("div", {}, el("dt", {}, fact.name), el("dd", {}, inLabels(fact.value)))));
  holder.hidden = !shared.length;
}
