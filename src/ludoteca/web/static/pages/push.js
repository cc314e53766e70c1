/** Push messages on this device: whether it gets them, and for whom. */

import { call } from "../api.js";
import { forget, keep, kept } from "../stored_texts.js";

const NOTIFIED = "notified"; // who is told things on this device, and when the server was last told so
const OFTEN_MS = 24 * 3600 * 1000;

const account = document.documentElement.dataset.account ?? "";

/** Whether this browser can show messages from this address. */
export function canNotify() {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Whether this device gets messages. */
export function isNotified() {
  return kept(NOTIFIED) !== null;
}

/** Get messages from now on; the browser asks first. @param {string} key the server's, in base64url */
export async function notify(key) {
  const worker = await navigator.serviceWorker.register("/push_worker.js");
  await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  await report(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** Get no more messages. */
export async function stopNotifying() {
  forget(NOTIFIED);
  const subscription = await current();
  if (!subscription) return;
  await call("/me/push/end", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Tell the server now and then that this device still wants messages, and whose it is; whoever signs out gets no more. */
async function renew() {
  if (!isNotified() || !canNotify()) return;
  const known = JSON.parse(kept(NOTIFIED) ?? "{}");
  if (known.account === account && Date.now() - known.at < OFTEN_MS) return;
  if (known.account && known.account !== account) return stopNotifying();
  const subscription = await current();
  await (subscription ? report(subscription) : stopNotifying());
}

async function current() {
  const worker = await navigator.serviceWorker.getRegistration("/push_worker.js");
  return worker?.pushManager.getSubscription();
}

/** @param {PushSubscription} subscription */
async function report(subscription) {
  await call("/me/push", subscription.toJSON());
  keep(NOTIFIED, JSON.stringify({ account, at: Date.now() }));
}

renew().catch(() => undefined); // the next page tries again
