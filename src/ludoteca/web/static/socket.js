/** The line to the server: it comes back by itself, and asks for what it has missed. */

const LONGEST_WAIT_MS = 8000;
const PING_MS = 25_000;

export class Line {
  /**
   * @param {string} path
   * @param {{onmessage: (message: any) => void, onstate?: (isOpen: boolean) => void, seq?: () => number | null}} settings
   */
  constructor(path, settings) {
    this.path = path;
    this.settings = settings;
    this.tries = 0;
    this.isWanted = true;
    /** @type {string[]} */ this.unsent = [];
    this.open();
    setInterval(() => this.isOpen && this.settings.seq && this.send({ type: "ping" }), PING_MS);
    addEventListener("online", () => this.retry());
    addEventListener("pageshow", () => this.retry());
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    const seq = this.settings.seq?.();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}${seq ? `?seq=${seq}` : ""}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.settings.onstate?.(true);
      for (const text of this.unsent.splice(0)) socket.send(text);
    });
    socket.addEventListener("message", (event) => this.settings.onmessage(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket || !this.isWanted) return;
      this.settings.onstate?.(false);
      if (event.code === 4404) return;
      if (event.code === 4429) this.tries = Math.max(this.tries, 5); // asked for too much: it opened, only to say so
      const wait = Math.min(LONGEST_WAIT_MS, 250 * 2 ** this.tries) * (0.7 + Math.random() * 0.6);
      this.tries += 1;
      this.timer = setTimeout(() => this.open(), wait);
    });
  }

  retry() {
    if (!this.isWanted || this.isOpen || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.open();
  }

  /**
   * Send; a message that names its ply or id may wait for the line, since sending it twice or late does no harm.
   * @param {Record<string, unknown>} message
   */
  send(message) {
    const text = JSON.stringify(message);
    if (this.isOpen) this.socket?.send(text);
    else this.unsent = [...this.unsent.slice(-8), text];
  }
}
