/** The connection to the server: it notices when it is dead, reconnects by itself, and asks for what it has missed. */

const LONGEST_WAIT_MS = 4000; // between two attempts to come back
const CONNECT_MS = 6000; // an attempt that takes longer is given up
const TICK_MS = 1000;
const PING_TICKS = 2; // of silence, then the server is asked whether it is there
const LONGEST_SILENCE_MS = 20_000; // a page that nobody sees has few ticks, and the server lets go of whoever is silent
const LOST_TICKS = 3; // without an answer: the visitor is told
const DEAD_TICKS = 6; // nothing comes any more, whatever the socket says: another one is tried
const NO_SUCH_GAME = 4404;
const TOO_MUCH = 4429;
const MANY_TRIES = 4;

/** @typedef {"open" | "lost" | "gone"} LineState `gone`: there is nothing to come back to */

export class Line {
  /** @param {string} path @param {{onmessage: (message: any) => void, onstate?: (state: LineState) => void, seq?: () => number | null}} settings */
  constructor(path, settings) {
    this.path = path;
    this.settings = settings;
    this.tries = 0;
    this.ticks = 0; // since something was heard, or since the server was asked
    this.isAsked = false;
    this.asked = 0; // when it was, last
    /** @type {LineState} */ this.state = "lost";
    /** @type {WebSocket | null} */ this.socket = null;
    this.open();
    // ticks are counted, not time: a page that was busy or asleep has heard nothing because it did not listen
    setInterval(() => this.tick(), TICK_MS);
    addEventListener("offline", () => this.isOpen && this.lose()); // a server on this machine is found again at once
    addEventListener("online", () => this.look());
    addEventListener("pageshow", () => this.look());
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
  }

  get isOpen() {
    return this.state === "open";
  }

  /** @param {LineState} state */
  become(state) {
    this.state = state;
    this.settings.onstate?.(state);
  }

  open() {
    clearTimeout(this.timer);
    const seq = this.settings.seq?.();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}${seq ? `?seq=${seq}` : ""}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    const ifMine = (/** @type {(event: any) => void} */ act) => (/** @type {any} */ event) => this.socket === socket && act(event); // one that was given up has no say
    socket.addEventListener(
      "open",
      ifMine(() => this.heard()),
    );
    socket.addEventListener(
      "message",
      ifMine((event) => {
        this.tries = 0;
        this.heard();
        this.settings.onmessage(JSON.parse(event.data));
      }),
    );
    socket.addEventListener(
      "close",
      ifMine((event) => this.lose(event.code)),
    );
    this.timer = setTimeout(() => this.lose(), CONNECT_MS);
  }

  /** The line lives. */
  heard() {
    clearTimeout(this.timer);
    this.ticks = 0;
    this.isAsked = false;
    if (!this.isOpen) this.become("open");
  }

  tick() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.ticks += 1;
    const isDue = this.ticks >= PING_TICKS || performance.now() - this.asked > LONGEST_SILENCE_MS;
    if (!this.isAsked) return isDue ? this.ask() : undefined;
    if (this.ticks === LOST_TICKS) this.become("lost");
    if (this.ticks >= DEAD_TICKS) this.lose();
  }

  /** Ask whether the server is there. */
  ask() {
    this.ticks = 0;
    this.asked = performance.now();
    this.isAsked = true;
    this.send({ type: "ping" });
  }

  /** Something may have changed: look after the line at once. */
  look() {
    if (this.isOpen) return this.ask();
    if (this.state === "gone" || !this.tries) return; // the first attempt is still under way
    const { socket } = this;
    this.open();
    socket?.close();
  }

  /** Give a socket up, and try another. @param {number} [code] why it closed, if it did so by itself */
  lose(code) {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.become(code === NO_SUCH_GAME ? "gone" : "lost");
    if (this.state === "gone") return;
    if (code === TOO_MUCH) this.tries = Math.max(this.tries, MANY_TRIES); // it opened, only to say so
    const wait = Math.min(LONGEST_WAIT_MS, 250 * 2 ** this.tries) * (0.7 + Math.random() * 0.6);
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Send, if the line is there; whether it is. Nothing waits for it to come back: by then it might be wrong. @param {Record<string, unknown>} message */
  send(message) {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
    return this.isOpen;
  }
}
