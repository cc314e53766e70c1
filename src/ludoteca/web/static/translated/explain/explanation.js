// @ts-nocheck: translated from explain/explanation.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { boardChanges } from "./board_changes.js";
import { connections } from "./connections.js";
import { allowed, defence, isWon, threat } from "./immediate_wins.js";
import { certainResults, chances } from "./search_results.js";
import { Claim, TEMPLATES, sentence } from "./templates.js";
import { termChanges } from "./term_changes.js";
import { joined } from "../../words/texts.js";

export const MOST_TOLD = 4;

export const FEW = 2;

export const NUMBERS = ["chances"];

export const HARM = ["loses_at_once", "completes_theirs", "lets_win", "loses_by_force", "gives_up"];

export const IMPLIED = new py.Dict([["wins_at_once", new py.Members(["only_move_not_losing", "otherwise_loses", "terms", "chances", "gains_points", "final_lead", "only_winning_move"])], ["loses_at_once", new py.Members(["terms", "chances", "gains_points", "loses_by_force", "final_lead"])], ["wins_by_force", new py.Members(["terms", "sets_up", "sets_up_by_push", "wins_surely", "gains_points"])], ["wins_surely", new py.Members(["terms", "sets_up", "sets_up_by_push", "gains_points"])], ["lets_win", new py.Members(["loses_by_force", "terms", "sets_up", "sets_up_by_push"])], ["loses_by_force", new py.Members(["terms", "sets_up", "sets_up_by_push"])], ["only_move", new py.Members(["terms", "only_move_not_losing", "only_winning_move"])], ["only_move_not_losing", new py.Members(["otherwise_loses", "only_winning_move"])], ["all_lose", new py.Members(["only_move_not_losing", "otherwise_loses"])], ["threatens", new py.Members(["sets_up", "sets_up_by_push"])], ["flips", new py.Members(["gains_points"])], ["captures", new py.Members(["gains_points"])]]);

export class Explanation {
  /** @param {any} position @param {any} move @param {(import("./templates.js").Claim)[]} claims */
  constructor(position, move, claims) {
    this.position = position;
    this.move = move;
    this.claims = claims;
  }

  get told() {
    const self = this;
    let needless, said, wanted, words;
    said = new py.Members((function* (all) { for (const claim of all) yield claim.kind; })(self.claims));
    needless = new py.Members((function* (all) { for (const each of all) for (const kind of py.get(IMPLIED, each, [])) yield kind; })(said));
    wanted = [...(function* (all) { for (const claim of all) if ((!py.has(needless, claim.kind))) yield claim; })(self.claims)];
    words = py.slice([...(function* (all) { for (const claim of all) if ((!py.has(NUMBERS, claim.kind))) yield claim; })(wanted)], null, MOST_TOLD, null);
    return [...words, ...(function* (all) { for (const claim of all) if ((py.has(NUMBERS, claim.kind))) yield claim; })(wanted)];
  }

  get text() {
    const self = this;
    return joined((function* (all) { for (const claim of all) yield self.sentence(claim); })(self.told), " ");
  }

  get harm() {
    const self = this;
    return joined((function* (all) { for (const claim of all) if ((py.has(HARM, claim.kind))) yield self.sentence(claim); })(self.told), " ");
  }

  sentence(claim) {
    const self = this;
    return sentence(claim, self.position.variant.game, self.position.players);
  }

  toJson() {
    const self = this;
    let claims;
    claims = [...(function* (all) { for (const claim of all) yield new py.Dict([...claim.toJson().entries(), ["sentence", self.sentence(claim)]]); })(self.claims)];
    return new py.Dict([["move", py.str(self.move)], ["text", self.text], ["claims", claims]]);
  }
}

export function explain(position, move, report = /** @type {any} */ (null)) {
  let after, claims, first, lost, order, played, player;
  after = position.play(move);
  played = after.lastMove;
  player = position.mover;
  claims = [];
  if ((py.len(position.codes) === 1)) {
    claims.push(new Claim("only_move"));
  }
  if (py.truthy(isWon(after, player))) {
    claims.push(new Claim("wins_at_once", new py.Dict([["player", player], ["reason", after.outcome.reason]])));
  } else if (((after.outcome != null) && py.truthy(isWon(after, (1 - player))))) {
    claims.push(new Claim("loses_at_once", new py.Dict([["player", player], ["reason", after.outcome.reason]])));
  } else if (((after.outcome == null) && (!py.equal(after.mover, player)))) {
    lost = allowed(after, player);
    claims = py.add(claims, py.either(lost, () => [...defence(position, after, played), ...threat(after, player)]));
  }
  if ((report != null)) {
    claims = py.add(claims, certainResults(position, report, played));
    claims = py.add(claims, chances(position, report, played));
  }
  claims = py.add(claims, boardChanges(position, after));
  claims = py.add(claims, connections(position, after));
  claims = py.add(claims, _movesAgain(position, after));
  claims = py.add(claims, _fewMoves(after, (1 - player)));
  claims = py.add(claims, termChanges(position, after, played));
  order = py.list(TEMPLATES);
  first = new py.Dict((function* (all) { for (const claim of all) yield [claim.kind, claim]; })(py.reversed(claims)));
  return new Explanation(position, played, py.tuple(py.sorted(first.values(), { key: (claim) => py.index(order, claim.kind) })));
}

export function _movesAgain(before, after) {
  let isExtra, kind, others;
  if (((after.outcome != null) || (!py.equal(after.mover, before.mover)) || (after.code == null))) {
    return [];
  }
  kind = before.variant.game.kinds.of(after.code);
  others = (function* (all) { for (const code of all) if (py.truthy(kind.has(code))) yield before.after(code); })(before.codes);
  isExtra = py.any((function* (all) { for (const other of all) yield py.both(other.outcome == null, () => !py.equal(other.mover, before.mover)); })(others));
  return (py.truthy(isExtra) ? [new Claim("moves_again", new py.Dict([["player", before.mover]]))] : []);
}

export function _fewMoves(after, player) {
  let count;
  count = ((py.equal(after.mover, player)) ? py.len(after.codes) : 0);
  return ((0 < count && count <= FEW) ? [new Claim("leaves_few_moves", new py.Dict([["player", player], ["count", count]]))] : []);
}
