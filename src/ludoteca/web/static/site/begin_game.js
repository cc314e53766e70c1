/** Games started from the home page, with one click and no choices. */

import { gamePage } from "../addresses.js";
import { reasonOf } from "../api.js";
import { el } from "../dom.js";
import { ownName } from "../pages/own_name.js";

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.shelf-ways")))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const game = form.dataset.game ?? "";
    const fields = new FormData(form, event.submitter);
    try {
      const given = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
      const [{ localGames }, { requestOf }] = await Promise.all([import("../backend.js"), import("./new_game_form.js")]); // not before somebody plays
      const id = await (await localGames()).begin(requestOf(game, { ...given, name: await ownName() }));
      location.assign(gamePage(game, id));
    } catch (error) {
      form.querySelector(".notice")?.remove();
      form.prepend(el("p", { class: "notice", role: "alert" }, reasonOf(error)));
    }
  });
