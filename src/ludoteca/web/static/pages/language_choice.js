/** Another language, chosen in the settings: on a static site another page, which is remembered; otherwise the server is told. */

import { keep } from "../stored_texts.js";

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-language]")))
  link.addEventListener("click", () => {
    keep("language", link.dataset.language ?? "");
    const page = new URL(link.href);
    link.href = page.origin + page.pathname + location.search + location.hash;
  });

const form = document.getElementById("language");
if (form instanceof HTMLFormElement)
  form.addEventListener("submit", () => {
    const back = form.elements.namedItem("back");
    if (back instanceof HTMLInputElement) back.value = location.pathname + location.search; // where one is now, not where the page began
  });
