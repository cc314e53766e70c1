/** The engine on the server: one question at a time, answers as they grow. */

import { Line } from "../table/socket.js";
import { t } from "../words/language.js";

const BUSY = /try again/i; // what the server says while it still ends what was asked before
const AGAIN_MS = 600;

/**
 * @typedef {{moves: string[], written?: string[], score: number, chances: [number, number, number], points: number | null, expected_points: number | null, plies_to_end: number | null}} EngineLine
 * @typedef {{id: string, depth: number, nodes: number, nps: number, score: number, proven: boolean, mover: 0 | 1, lines: EngineLine[], done: boolean, error?: string}} Report
 */

export class Engine {
  /** @param {(state: import("../table/socket.js").LineState) => void} onstate the state of the connection */
  constructor(onstate) {
    this.onstate = onstate;
    this.count = 0;
    /** @type {Line | null} */ this.opened = null;
    /** @type {Map<string, {told: (report: Report) => void, settle: (report: Report) => void, fail: (error: Error) => void, request: any}>} */
    this.waiting = new Map();
  }

  get line() {
    this.opened ??= new Line("/ws/analysis", {
      onmessage: (message) => this.hear(message),
      onstate: (state) => {
        this.onstate(state);
        if (state === "open") this.repeat();
      },
    });
    return this.opened;
  }

  /** After a break the server has forgotten the question. */
  repeat() {
    for (const [id, { request }] of this.waiting) this.line.send({ id, ...request });
  }

  /** @param {Report} report */
  hear(report) {
    if (report.error && (report.id === null || report.id === undefined)) {
      setTimeout(() => this.repeat(), 1200);
      return;
    }
    const asked = this.waiting.get(report.id);
    if (!asked) return;
    if (report.error && BUSY.test(report.error)) {
      setTimeout(() => this.waiting.has(report.id) && this.line.send({ id: report.id, ...asked.request }), AGAIN_MS);
      return;
    }
    if (report.error) {
      this.waiting.delete(report.id);
      asked.fail(new Error(report.error));
      return;
    }
    asked.told(report);
    if (report.done) {
      this.waiting.delete(report.id);
      asked.settle(report);
    }
  }

  /**
   * Think about a position; a new question ends the one before.
   * @param {{game: string, options: Record<string, string>, position: string, moves: string[], lines: number, ms: number}} request
   * @param {(report: Report) => void} told
   * @returns {Promise<Report>}
   */
  ask(request, told) {
    return this.askAny(request, told);
  }

  /**
   * The same for questions of any kind, such as reviews.
   * @param {Record<string, unknown>} request
   * @param {(answer: any) => void} told
   * @returns {Promise<any>}
   */
  askAny(request, told) {
    this.waiting.clear();
    const id = `q${++this.count}`;
    return new Promise((settle, fail) => {
      this.waiting.set(id, { told, settle, fail, request });
      this.line.send({ id, ...request }); // or as soon as the line is open
    });
  }

  /** Have what was asked answered now, by what has been found so far. */
  finish() {
    this.opened?.send({ finish: true });
  }

  stop() {
    this.waiting.clear();
    this.opened?.send({ stop: true });
  }
}

/** The first player's chance of winning, from 0 to 1. @param {{score: number, mover: 0 | 1}} report */
export function firstChance(report) {
  return report.mover === 0 ? report.score : 1 - report.score;
}

/** A line's worth for the player to move: briefly, to stand before its moves, and in whole words. @param {EngineLine} line */
export function scoreInWords(line) {
  const end = endInWords(line);
  if (line.points) return { brief: points(line.points), whole: [points(line.points), end].filter(Boolean).join(", ") };
  if (end || line.points === 0) return { brief: end || t("draw"), whole: end || t("draw") };
  const [win, draw] = line.chances.map((chance) => Math.round(100 * chance));
  const lead = Math.round(line.expected_points ?? 0);
  const percent = t("{percent}%", { percent: win });
  const whole = [
    t("{percent}% to win", { percent: win }),
    draw && t("{percent}% to draw", { percent: draw }),
    lead && t("about {points}", { points: points(lead) }),
  ];
  return { brief: lead ? `${percent} · ${signed(lead)}` : percent, whole: whole.filter(Boolean).join(", ") };
}

/** How a line ends, as far as that is certain. @param {EngineLine} line */
function endInWords({ score, plies_to_end: plies }) {
  if (plies === null) return "";
  if (score === 0.5) return t("draw");
  return score > 0.5 ? t("wins in {plies}", { plies }) : t("loses in {plies}", { plies });
}

/** A lead with its sign. @param {number} lead */
function signed(lead) {
  return lead > 0 ? `+${lead}` : `${lead}`.replace("-", "−");
}

/** @param {number} lead */
function points(lead) {
  return t("{lead} {count:point|points}", { lead: signed(lead), count: Math.abs(lead) });
}
