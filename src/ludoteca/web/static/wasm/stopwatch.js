/** When a search has to stop. */

/** @typedef {{timeMs?: number, nodes?: number, depth?: number}} Limits whichever comes first; no limit where there is none */

export class Stopwatch {
  constructor() {
    this.began = 0;
    this.end = Number.POSITIVE_INFINITY;
    this.pause = Number.POSITIVE_INFINITY;
  }

  /** @param {number} [timeMs] */
  begin(timeMs) {
    this.began = performance.now();
    this.end = timeMs === undefined ? Number.POSITIVE_INFINITY : this.began + timeMs;
    this.pause = Number.POSITIVE_INFINITY;
    return this;
  }

  get seconds() {
    return (performance.now() - this.began) / 1000;
  }

  /** Whether the time is up. */
  get isOver() {
    return performance.now() >= this.end;
  }

  /** What a module asks: anything but 0 to stop, for good or for a pause. */
  look() {
    return this.isOver || performance.now() >= this.pause ? 1 : 0;
  }
}
