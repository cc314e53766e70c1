/** Records opened in this browser: the form that the server has, answered here. */

import { gamePage } from "../addresses.js";
import { localGames } from "../backend.js";
import { byId, el } from "../dom.js";

const form = /** @type {HTMLFormElement} */ (byId("import"));
const field = /** @type {HTMLTextAreaElement} */ (byId("record"));

/** @param {string} reason */
function refuse(reason) {
  document.getElementById("record-trouble")?.remove();
  field.rows = 14;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "record-trouble");
  form.querySelector("button")?.before(el("p", { class: "notice trouble", id: "record-trouble", role: "alert" }, reason));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const games = await localGames();
  try {
    const [id] = await games.importRecords(field.value);
    location.assign(gamePage((await games.load(id)).game, id));
  } catch (error) {
    refuse(/** @type {Error} */ (error).message);
  }
});
