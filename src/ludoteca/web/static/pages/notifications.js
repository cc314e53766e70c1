/** The switch for push messages, on the page with the settings. */

import { reasonOf } from "../api.js";
import { byId } from "../dom.js";
import { t } from "../words/language.js";
import { canNotify, isNotified, notify, stopNotifying } from "./push.js";

const button = /** @type {HTMLButtonElement} */ (byId("push"));
const said = byId("push-said");

function show() {
  const isBlocked = canNotify() && Notification.permission === "denied";
  button.hidden = !canNotify() || (isBlocked && !isNotified());
  button.textContent = isNotified() ? t("Stop notifying me on this device") : t("Notify me on this device");
  said.textContent = !canNotify()
    ? t("This browser cannot show notifications from this address.")
    : isBlocked
      ? t("You have blocked notifications from this site in your browser's settings.")
      : isNotified()
        ? t("You are notified on this device.")
        : "";
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await (isNotified() ? stopNotifying() : notify(button.dataset.key ?? ""));
    show();
  } catch (error) {
    show();
    if (error instanceof DOMException && error.name === "NotAllowedError") return;
    said.textContent = error instanceof DOMException ? t("Your browser's push service cannot be reached.") : reasonOf(error);
  } finally {
    button.disabled = false;
  }
});
show();
