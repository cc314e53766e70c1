// @ts-nocheck: translated from explain/review_text.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { learningPositions } from "./reviews.js";
import { lineWords } from "./templates.js";
import { english, finished, t, translatable } from "../../words/texts.js";

export const ACCURACY = translatable("Accuracy: {first} {first_accuracy}, {second} {second_accuracy}.");

export const PHASE = translatable("{name} (moves {from_ply}–{to_ply}): {first} {first_accuracy}, {second} {second_accuracy}.");

export const HEADLINE = translatable("Move {ply}: {player} played {move}, but {better} was better (winning chances fell from {had}% to {left}%).");

export const BETTER = translatable("{move}: {words}");

export const THEN = translatable("After {move}: {line}");

export const NO_MOMENTS = translatable("No single move decided the game.");

export const STOPPED = translatable("The review was stopped after move {ply}.");

export const PERCENT = translatable("{percent}%");

export const UNKNOWN = "–";

export function summaryLines(review) {
  let names, rows;
  names = _names(review);
  rows = ((py.truthy(review.moments) || !py.truthy(review.isComplete)) ? [] : [t(NO_MOMENTS)]);
  rows.push(t(ACCURACY, { ...py.plain(names), ...py.plain(_accuracies(review.accuracy)) }));
  rows = py.add(rows, [...(function* (all) { for (const phase of all) yield t(PHASE, { name: finished(english(phase.name), py.str.capitalize), from_ply: phase.first, to_ply: phase.last, ...py.plain(names), ...py.plain(_accuracies(phase.accuracy)) }); })(review.phases)]);
  if (!py.truthy(review.isComplete)) {
    rows.push(t(STOPPED, { ply: py.len(review.moves) }));
  }
  return rows;
}

export function momentLines(moment) {
  let played, rows;
  played = moment.played;
  rows = [momentHeadline(moment)];
  rows.push(t(BETTER, { move: py.str(moment.better.move), words: py.either(moment.better.text, () => _line(moment.betterLine)) }));
  if (py.truthy(moment.mistake.harm)) {
    rows.push(t(BETTER, { move: py.str(played.move), words: moment.mistake.harm }));
  }
  if (py.truthy(moment.refutation)) {
    rows.push(t(THEN, { move: py.str(played.move), line: _line(moment.refutation) }));
  }
  return rows;
}

export function momentHeadline(moment) {
  let played;
  played = moment.played;
  return t(HEADLINE, { ply: played.ply, player: py.item(played.before.players, played.mover).name, move: py.str(played.move), better: py.str(moment.better.move), had: py.round((100 * played.had)), left: py.round((100 * played.left)) });
}

export function reviewJson(review) {
  let variant;
  variant = review.start.variant;
  return new py.Dict([["game", variant.name], ["options", variant.changedOptions], ["position", py.str(review.start)], ["players", [...(function* (all) { for (const player of all) yield player.name; })(review.final.players)]], ["is_complete", review.isComplete], ["accuracy", _rounded(review.accuracy)], ["phases", [...(function* (all) { for (const phase of all) yield new py.Dict([["name", phase.name], ["first", phase.first], ["last", phase.last], ["accuracy", _rounded(phase.accuracy)]]); })(review.phases)]], ["chances", [...(function* (all) { for (const chance of all) yield py.round(chance, 4); })(review.chances)]], ["moves", [...(function* (all) { for (const played of all) yield new py.Dict([["ply", played.ply], ["mover", played.mover], ["move", py.str(played.move)], ["best", py.str(played.best)], ["loss", py.round(played.loss, 4)], ["counts", played.counts], ["grade", played.grade]]); })(review.moves)]], ["summary", summaryLines(review)], ["points", [...(function* (all) { for (const moment of all) yield _momentJson(moment); })(review.moments)]], ["learn", [...(function* (all) { for (const each of all) yield new py.Dict([["ply", each.ply], ["position", py.str(each.position)], ["mover", each.position.mover], ["played", py.str(each.played)], ["accepted", [...(function* (all) { for (const move of all) yield py.str(move); })(each.accepted)]], ["explanation", each.explanation.toJson()]]); })(learningPositions(review))]]]);
}

export function _momentJson(moment) {
  let played;
  played = moment.played;
  return new py.Dict([["ply", played.ply], ["mover", played.mover], ["move", py.str(played.move)], ["words", momentHeadline(moment)], ["rows", py.slice(momentLines(moment), 1, null, null)], ["loss", py.round(played.loss, 4)], ["had", py.round(played.had, 4)], ["left", py.round(played.left, 4)], ["mistake", new py.Dict([...moment.mistake.toJson().entries(), ["text", moment.mistake.harm]])], ["better", moment.better.toJson()], ["better_line", [...(function* (all) { for (const move of all) yield py.str(move); })(moment.betterLine)]], ["refutation", [...(function* (all) { for (const move of all) yield py.str(move); })(moment.refutation)]]]);
}

export function _names(review) {
  let first, second;
  [first, second] = review.final.players;
  return new py.Dict([["first", first.name], ["second", second.name]]);
}

export function _accuracies(accuracy) {
  let first, second;
  [first, second] = (function* (all) { for (const each of all) yield ((each == null) ? UNKNOWN : t(PERCENT, { percent: py.round(each) })); })(accuracy);
  return new py.Dict([["first_accuracy", first], ["second_accuracy", second]]);
}

export function _rounded(accuracy) {
  return [...(function* (all) { for (const each of all) yield ((each == null) ? null : py.round(each, 1)); })(accuracy)];
}

export function _line(moves) {
  return lineWords([...(function* (all) { for (const move of all) yield py.str(move); })(moves)]);
}
