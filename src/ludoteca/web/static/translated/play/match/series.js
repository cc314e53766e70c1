// @ts-nocheck: translated from play/match/series.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { Outcome } from "../position_interface.js";
import { joined, t, translatable } from "../../../words/texts.js";

export const SERIES_WORDS = translatable(new py.Dict([["won", "{player} won {more} to {fewer}"], ["points", "tied on games; {player} leads by {points}"], ["level", "tied on games"], ["level_on_points", "tied on games and points"], ["best_of", "best of {games}"], ["lead", "{player} +{points}"], ["count", "{points} {points:point|points}"]]));

export class Score {
  /** @param {number} games @param {[any, any]} players @param {any} results @param {boolean} hasPoints */
  constructor(games, players, results, hasPoints) {
    this.games = games;
    this.players = players;
    this.results = results;
    this.hasPoints = hasPoints;
  }

  get wins() {
    const self = this;
    let winners;
    winners = [...(function* (all) { for (const [winner, _] of all) yield winner; })(self.results)];
    return [py.count(winners, 0), py.count(winners, 1)];
  }

  get draws() {
    const self = this;
    return (py.len(self.results) - py.sum(self.wins));
  }

  get pointDifference() {
    const self = this;
    return py.sum((function* (all) { for (const [winner, lead] of all) yield ((winner === 0) ? lead : (-lead)); })(self.results));
  }

  get outcome() {
    const self = this;
    let counts, first, lead, left, points, second, winner;
    [first, second] = self.wins;
    [lead, left] = [py.abs((first - second)), (self.games - py.len(self.results))];
    if (((lead <= left) && py.truthy(left))) {
      return null;
    }
    if (py.truthy(lead)) {
      winner = ((first > second) ? 0 : 1);
      counts = new py.Dict([["more", Math.max(first, second)], ["fewer", Math.min(first, second)]]);
      return new Outcome(winner, t(py.item(SERIES_WORDS, "won"), { player: py.item(self.players, winner).name, ...py.plain(counts) }));
    }
    points = self.pointDifference;
    if (py.truthy(points)) {
      winner = ((points > 0) ? 0 : 1);
      return new Outcome(winner, t(py.item(SERIES_WORDS, "points"), { player: py.item(self.players, winner).name, points: _points(points) }));
    }
    return new Outcome(null, t(py.item(SERIES_WORDS, (py.truthy(self.hasPoints) ? "level_on_points" : "level"))));
  }

  get text() {
    const self = this;
    let leader, parts, score;
    score = py.join(" : ", (function* (all) { for (const wins of all) yield _halvesText(py.add((2 * wins), self.draws)); })(self.wins));
    parts = [joined([py.item(self.players, 0).name, score, py.item(self.players, 1).name], " ")];
    if (py.truthy(self.pointDifference)) {
      leader = py.item(self.players, ((self.pointDifference > 0) ? 0 : 1)).name;
      parts.push(t(py.item(SERIES_WORDS, "lead"), { player: leader, points: _points(self.pointDifference) }));
    }
    return joined([...parts, t(py.item(SERIES_WORDS, "best_of"), { games: self.games })]);
  }
}

export function _points(difference) {
  return t(py.item(SERIES_WORDS, "count"), { points: py.abs(difference) });
}

export function _halvesText(half) {
  return py.add(((half === 1) ? "" : py.str(Math.floor(half / 2))), (py.truthy(py.mod(half, 2)) ? "½" : ""));
}
