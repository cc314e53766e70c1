/** Passkeys: to sign in, to sign up, and on the page of one's own account. */

import { Refusal, call, reasonOf } from "../api.js";
import { NO_PASSKEY } from "../translated/web/http/passkeys.js";
import { t } from "../words/language.js";

const IS_ADDRESS = /^[\d.]+$|^\[/; // a passkey is bound to a name, never to an address

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("account-form"));
const trouble = document.getElementById("passkey-trouble");

/** Whether this browser can use passkeys at this address. */
function hasPasskeys() {
  return isSecureContext && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential && !IS_ADDRESS.test(location.hostname);
}

/** Do something with a passkey, then go on; a person who closes the browser's window has changed their mind. @param {() => Promise<{next: string}>} work */
async function go(work) {
  if (trouble) trouble.hidden = true;
  try {
    const { next } = await work();
    if (next.startsWith(`${location.pathname}#`)) location.reload();
    else location.assign(next);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotAllowedError") return;
    if (!trouble) return;
    trouble.textContent = error instanceof DOMException ? t(NO_PASSKEY) : reasonOf(error);
    trouble.hidden = false;
  }
}

/** What the browser's authenticator made or signed, as JSON. @param {Credential | null} credential */
function asJson(credential) {
  if (!(credential instanceof PublicKeyCredential)) throw new Refusal(t(NO_PASSKEY));
  return credential.toJSON();
}

/** @param {string} name */
function field(name) {
  const found = form?.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

/** Make a passkey for a new account, or for one's own. */
async function make() {
  const said = { name: field("name")?.value ?? "" };
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await call("/passkeys/wanted", said));
  const credential = asJson(await navigator.credentials.create({ publicKey }));
  return call("/passkeys/made", { ...said, credential, back: field("back")?.value ?? "" });
}

/** Sign in with a passkey. */
async function use() {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await call("/passkeys/asked", {}));
  const credential = asJson(await navigator.credentials.get({ publicKey }));
  return call("/passkeys/used", { credential, back: field("back")?.value ?? "", bring: field("bring")?.checked ?? false });
}

if (hasPasskeys())
  for (const [id, work] of /** @type {const} */ ([
    ["passkey", form?.dataset.way === "up" ? make : use],
    ["add-passkey", make],
  ])) {
    const button = document.getElementById(id);
    if (!button) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const name = field("name");
      if (work === make && name && !name.reportValidity()) return;
      void go(work);
    });
  }

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-remove-passkey]")))
  button.addEventListener("click", () => void go(() => call("/passkeys/removed", { name: button.dataset.removePasskey })));
