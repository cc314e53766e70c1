/** How fast two bots play each other: with a pause before each move, or one move per requested step. */

export const STEP = "step";
const [FASTEST_MS, SLOWEST_MS] = [50, 10_000];
const MOST_STEPS = 20; // asked for while a bot still thinks

export class BotPace {
  /** @param {number | "step"} delay */
  constructor(delay) {
    this.steps = 0; // asked for and not yet made
    this.delay = delay;
  }

  /** @param {number | "step"} delay a pause in milliseconds, or step by step */
  set(delay) {
    this.delay = delay === STEP ? STEP : Math.trunc(Math.min(Math.max(delay, FASTEST_MS), SLOWEST_MS));
  }

  addStep() {
    this.steps = Math.min(this.steps + 1, MOST_STEPS);
  }

  /** Whether a bot may move now; this uses up a step. */
  takeTurn() {
    if (this.delay !== STEP) this.steps = 0;
    else if (!this.steps) return false;
    else this.steps -= 1;
    return true;
  }
}
