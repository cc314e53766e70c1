/**
 * Shows push messages of a browser that does not show declarative ones by itself, and opens their page.
 *
 * It keeps nothing and answers no requests.
 */

const own = /** @type {any} */ (self);

own.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, navigate, lang, tag } = event.data.json().notification;
  event.waitUntil(own.registration.showNotification(title, { body, lang, tag, data: navigate }));
});

own.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

own.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));

/** A page that shows it already comes to the front. @param {string} address */
async function show(address) {
  const pages = await own.clients.matchAll({ type: "window" });
  const page = pages.find((/** @type {any} */ open) => open.url.split("#")[0] === address.split("#")[0]);
  await (page ? page.focus() : own.clients.openWindow(address));
}

/** The push service has given this browser another address. @param {any} event */
async function renew(event) {
  const old = event.oldSubscription;
  const subscription = event.newSubscription ?? (old && (await own.registration.pushManager.subscribe(old.options)));
  const post = (/** @type {string} */ path, /** @type {any} */ body) =>
    fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (subscription) await post("/api/v1/me/push", subscription);
  if (old && old.endpoint !== subscription?.endpoint) await post("/api/v1/me/push/end", { endpoint: old.endpoint });
}
