/** The static site stored in this browser: fetched once the page is loaded, with a discreet message when there is a new version. */

import { rootFolder } from "../addresses.js";
import { byId, el } from "../dom.js";
import { t } from "../words/language.js";

/** @param {ServiceWorkerRegistration} registration */
function offer({ waiting }) {
  if (!waiting || document.getElementById("new-version")) return;
  const go = () => waiting.postMessage("go on");
  document.body.append(
    el(
      "div",
      { id: "new-version", class: "new-version", role: "status" },
      t("A new version is ready."),
      el("button", { class: "primary", onclick: go }, t("Reload")),
    ),
  );
}

async function keepSite() {
  const before = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => before && location.reload()); // so that all pages are of one version
  const registration = await navigator.serviceWorker.register(new URL("service_worker.js", rootFolder()), { scope: rootFolder(), updateViaCache: "none" });
  if (before) offer(registration);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && before && offer(registration));
  });
  await navigator.serviceWorker.ready;
  byId("kept").hidden = false;
  document.body.dataset.kept = "yes";
}

if ("serviceWorker" in navigator) {
  const begin = () =>
    void keepSite().catch((/** @type {Error} */ error) => console.warn(`Ludoteca is not kept for use without a connection: ${error.message}`));
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}
