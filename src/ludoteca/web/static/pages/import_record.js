/** Records opened here: from the form, from a file, or from one that is dropped onto the page. A server answers the form, else this browser. */

import { gamePage, homePage, isStatic } from "../addresses.js";
import { reasonOf } from "../api.js";
import { byId, el } from "../dom.js";
import { t } from "../words/language.js";

const LARGEST = 1_000_000; // bytes of a file; a record of a thousand moves has some ten thousand

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("import")); // the analysis board has none
const field = form && /** @type {HTMLTextAreaElement} */ (byId("record"));

/** @param {string} reason */
function showError(reason) {
  if (!form || !field) {
    byId("refusal").textContent = reason;
    byId("refusal").className = "refusal";
    return;
  }
  form.closest("details")?.setAttribute("open", "");
  document.getElementById("record-trouble")?.remove();
  field.rows = 14;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "record-trouble");
  form.querySelector("button")?.before(el("p", { class: "notice trouble", id: "record-trouble", role: "alert" }, reason));
}

/** Open a record where nobody else does. @param {string} text */
async function openHere(text) {
  try {
    const { localGames } = await import("../backend.js"); // which the first page of a server does without
    const games = await localGames();
    const [id] = await games.importRecords(text);
    location.assign(gamePage((await games.load(id)).game, id));
  } catch (error) {
    showError(reasonOf(error));
  }
}

/** @param {File | undefined} file */
async function openFile(file) {
  if (!file) return;
  if (file.size > LARGEST) return showError(t("{name} is too large for a game record.", { name: file.name }));
  let text = "";
  try {
    text = await file.text();
  } catch {
    return showError(t("{name} cannot be read.", { name: file.name })); // a folder, or one that has gone meanwhile
  }
  if (field) field.value = text;
  if (isStatic) return openHere(text);
  const sent = form ?? /** @type {HTMLFormElement} */ (el("form", { method: "post", action: new URL("import", homePage()).href, hidden: true }));
  if (!form) {
    const record = /** @type {HTMLTextAreaElement} */ (el("textarea", { name: "record" }));
    record.value = text;
    sent.append(record);
    document.body.append(sent);
  }
  sent.submit();
}

if (isStatic)
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void openHere(field?.value ?? "");
  });

const chooser = /** @type {HTMLInputElement | null} */ (document.getElementById("record-file"));
if (chooser) {
  chooser.closest("label")?.removeAttribute("hidden"); // without this script it would do nothing
  chooser.addEventListener("change", () => openFile(chooser.files?.[0]));
}

document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  void openFile(event.dataTransfer.files[0]);
});
