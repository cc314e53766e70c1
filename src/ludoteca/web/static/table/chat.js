/** What the two players say to each other: phrases, free text, and ways to hear no more of it. */

import { byId, el } from "../dom.js";
import { setting } from "../pages/settings.js";
import { t } from "../words/language.js";

/** @typedef {{id: number, by: 0 | 1, phrase: string | null, text: string}} ChatLine */

export class Chat {
  /** @param {(message: Record<string, unknown>) => void} send @param {(words: string) => void} note shows a line near the board */
  constructor(send, note) {
    this.send = send;
    this.note = note;
    /** @type {ChatLine[]} */ this.lines = [];
    this.isMuted = false; // as the server says, in every browser of an account
    this.isAsked = false; // what comes now was said before
    this.unread = 0;
    this.holder = /** @type {HTMLDetailsElement | null} */ (document.getElementById("chat")); // a static site has none
    if (!this.holder) return;
    this.holder.addEventListener("toggle", () => this.holder?.open && this.read());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.holder.querySelectorAll("[data-phrase]")))
      button.addEventListener("click", () => send({ type: "chat", phrase: button.dataset.phrase }));
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("chat-form"));
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (byId("chat-text"));
      if (field.value.trim()) send({ type: "chat", text: field.value });
      field.value = "";
    });
    byId("chat-mute").addEventListener("click", () => send({ type: "mute", on: !this.isMuted }));
    byId("chat-block").addEventListener("click", () => this.askBlock());
    addEventListener("setting", () => this.draw());
  }

  /** @param {any} state the snapshot as it stands */
  show(state) {
    this.state = state;
    if (!this.holder) return;
    this.holder.hidden = state.kind !== "friend" || (state.you !== 0 && state.you !== 1) || state.state === "open" || setting("chat") === "off";
  }

  /** Ask for what was said meanwhile, and at first for everything: the line has just opened. */
  ask() {
    if (!this.holder || this.holder.hidden) return;
    this.isAsked = true;
    this.send({ type: "chat_since", id: this.lines.at(-1)?.id ?? 0 });
  }

  /** @param {ChatLine[]} lines @param {boolean} [isMuted] whether the opponent is, in the answer to a question */
  hear(lines, isMuted = this.isMuted) {
    this.isMuted = isMuted;
    const last = this.lines.at(-1)?.id ?? 0;
    this.lines = this.lines.map((line) => lines.find(({ id }) => id === line.id) ?? line); // a host may have removed one
    const news = lines.filter(({ id }) => id > last);
    this.lines.push(...news);
    const fresh = news.filter((line) => line.by !== this.state.you && this.isHeard(line));
    if (fresh.length && !this.isAsked && !this.holder?.open) {
      this.unread += fresh.length;
      this.note(this.inWords(/** @type {ChatLine} */ (fresh.at(-1))));
    }
    this.isAsked = false;
    byId("chat-said").textContent = "";
    this.draw();
  }

  /** Whether the visitor wants to see a line. @param {ChatLine} line */
  isHeard({ by, phrase }) {
    return by === this.state.you || (!this.isMuted && setting("chat") !== "off" && (phrase !== null || setting("chat") === "on"));
  }

  /** @param {ChatLine} line */
  inWords({ by, text }) {
    return t("{name}: {text}", { name: this.state.seats[by].name, text });
  }

  draw() {
    if (!this.holder || !this.state) return;
    this.show(this.state);
    const form = document.getElementById("chat-form");
    if (form) form.hidden = setting("chat") !== "on";
    byId("chat-mute").ariaPressed = String(this.isMuted);
    byId("chat-lines").replaceChildren(
      ...this.lines
        .filter((line) => this.isHeard(line))
        .map((line) => el("li", { class: line.by === this.state.you ? "mine" : "" }, line.by === this.state.you ? line.text : this.inWords(line))),
    );
    byId("chat-lines").scrollTop = byId("chat-lines").scrollHeight;
    if (this.holder.open) this.unread = 0;
    byId("chat-unread").hidden = !this.unread;
    byId("chat-unread").textContent = String(this.unread);
  }

  read() {
    this.unread = 0;
    this.draw();
  }

  /** Hear no more of this opponent, or again. @param {boolean} isMuted */
  mute(isMuted) {
    this.isMuted = isMuted;
    this.draw();
  }

  askBlock() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("block"));
    dialog.returnValue = "";
    dialog.showModal();
    dialog.addEventListener("close", () => dialog.returnValue && this.send({ type: "block" }), { once: true });
  }

  /** @param {string} words */
  say(words) {
    if (this.holder?.open) byId("chat-said").textContent = words;
    else this.note(words);
  }
}
