// @ts-nocheck: translated from explain/board_changes.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { Claim } from "./templates.js";

export const STACK = "stack";

export function boardChanges(before, after) {
  let new_, old, player;
  [player, old, new_] = [before.mover, before.scene(), after.scene()];
  return [..._pieces(old, new_, player, _hasStacks(before)), ..._points(before, after), ..._figures(old, new_, player, _chosen(after), after.outcome != null)];
}

export function _hasStacks(position) {
  return py.any((function* (all) { for (const cells of all) yield cells.heights; })(position.variant.game.fields.cells.values()));
}

export function _tops(scene) {
  return new py.Dict((function* (all) { for (const [name, look] of all) if ((look.top != null)) yield [name, look.top]; })(scene.cells.entries()));
}

export function _pieces(old, new_, player, hasStacks) {
  let claims, fewer, gone, nobodys, now, other, own, ownFewer, ownLeft, ownNow, taken, theirs, was;
  [other, was, now] = [(1 - player), _tops(old), _tops(new_)];
  ownNow = new py.Members((function* (all) { for (const [cell, piece] of all) if ((py.equal(piece.owner, player))) yield cell; })(now.entries()));
  ownLeft = [...(function* (all) { for (const [cell, piece] of all) if (((py.equal(piece.owner, player)) && (!py.has(ownNow, cell)))) yield cell; })(was.entries())];
  theirs = new py.Dict((function* (all) { for (const [cell, piece] of all) if ((py.equal(piece.owner, other))) yield [cell, piece]; })(was.entries()));
  taken = [...(function* (all) { for (const [cell, piece] of all) if ((py.has(ownNow, cell))) yield piece; })(theirs.entries())];
  fewer = (py.len(theirs) - py.sum((function* (all) { for (const piece of all) yield py.equal(piece.owner, other); })(now.values())));
  ownFewer = (py.sum((function* (all) { for (const piece of all) yield py.equal(piece.owner, player); })(was.values())) - py.len(ownNow));
  claims = [];
  if (py.truthy(taken)) {
    claims.push(_ofPlayers((py.truthy(ownLeft) ? "captures" : "flips"), taken, py.len(taken), other, hasStacks));
  }
  if ((fewer > py.len(taken))) {
    gone = [...(function* (all) { for (const [cell, piece] of all) if (((!py.has(now, cell)) || (!py.equal(py.item(now, cell).owner, other)))) yield piece; })(theirs.entries())];
    claims.push(_ofPlayers("removes", py.either(gone, () => py.list(theirs.values())), (fewer - py.len(taken)), other, hasStacks));
  }
  if (((ownFewer > 0) && !py.truthy(hasStacks))) {
    own = [...(function* (all) { for (const piece of all) if ((py.equal(piece.owner, player))) yield piece; })(was.values())];
    claims.push(_ofPlayers("gives_up", own, ownFewer, player, hasStacks));
  }
  nobodys = new py.Counter((function* (all) { for (const cell of all) if (((py.has(was, cell)) && (py.item(was, cell).owner == null))) yield [py.item(was, cell).colour, py.item(was, cell).kind]; })(ownNow));
  claims = py.add(claims, [...(function* (all) { for (const [[colour, kind], count] of all) yield new Claim("takes", new py.Dict([["count", count], ["colour", colour], ["piece", kind]])); })(py.sorted(nobodys.entries()))]);
  return claims;
}

export function _ofPlayers(kind, pieces, count, player, hasStacks) {
  let piece;
  piece = (py.truthy(hasStacks) ? STACK : py.item(pieces, 0).kind);
  return new Claim(kind, new py.Dict([["count", count], ["piece", piece], ["player", player]]));
}

export function _points(before, after) {
  let kept, new_, old, player, replies, score;
  [player, old, new_] = [before.mover, before.score, after.score];
  if (((old == null) || (new_ == null) || (py.item(new_, player) <= py.item(old, player)))) {
    return [];
  }
  replies = ((py.equal(after.mover, player)) ? [] : after.codes);
  kept = py.min([py.item(new_, player), ...(function* (all) { for (const code of all) if (py.truthy((score = after.after(code).score))) yield py.item(score, player); })(replies)]);
  if ((kept <= py.item(old, player))) {
    return [];
  }
  return [new Claim("gains_points", new py.Dict([["player", player], ["points", (kept - py.item(old, player))], ["score", kept]]))];
}

export function _chosen(after) {
  return ((after.lastMove == null) ? py.set() : new py.Members((function* (all) { for (const pick of all) if (py.truthy(pick.isCell)) yield pick.name; })(after.lastMove.picks)));
}

export function _figures(old, new_, player, chosen, isOver) {
  let figures, isPushed, kind, largest, own, wasOwn;
  figures = (py.truthy(isOver) ? new_.decided : new_.threats);
  if (py.truthy((largest = _largestNew(old, new_, player, figures)))) {
    [wasOwn, own] = [_owned(old, player), _owned(new_, player)];
    isPushed = py.both(py.bool(wasOwn.difference(own, chosen)), () => py.bool(py.set(largest).difference(wasOwn, chosen)));
    kind = py.add((py.truthy(isOver) ? "completes" : "sets_up"), (py.truthy(isPushed) ? "_by_push" : ""));
    return [new Claim(kind, new py.Dict([["cells", py.list(largest)]]))];
  }
  if ((py.truthy(isOver) && py.truthy((largest = _largestNew(old, new_, (1 - player), figures))))) {
    return [new Claim("completes_theirs", new py.Dict([["cells", py.list(largest)], ["player", (1 - player)]]))];
  }
  return [];
}

export function _owned(scene, player) {
  return new py.Members((function* (all) { for (const [cell, piece] of all) if ((py.equal(piece.owner, player))) yield cell; })(_tops(scene).entries()));
}

export function _largestNew(old, new_, player, figures) {
  let known, made, own, wasOwn;
  [own, wasOwn, known] = [_owned(new_, player), _owned(old, player), new py.Members((function* (all) { for (const figure of all) yield py.frozenset(figure); })(old.threats))];
  made = [...(function* (all) { for (const figure of all) if (((py.len(py.set(figure)) > 1) && py.truthy(own.issuperset(figure)) && !py.truthy(wasOwn.issuperset(figure)))) if ((!py.has(known, py.frozenset(figure)))) yield py.fromkeys(figure); })(figures)];
  return py.max(made, { key: py.len, default: new py.Dict([]) });
}
