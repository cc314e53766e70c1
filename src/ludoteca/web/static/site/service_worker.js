/**
 * The site without a connection: all files of one version are kept, and pages get them from there alone.
 *
 * `ludoteca site` writes a line before this that says which files there are, each with its digest. A version is kept whole
 * or not at all, so that a page never gets files of two; the next one waits until no page needs this one, or is told to go on.
 */

const worker = /** @type {any} */ (self);
/** @type {{version: string, files: Record<string, string>}} */ const site = worker.site;
const home = new URL(worker.registration.scope);
const NAME = `ludoteca ${home.pathname} `; // other sites of this host keep theirs beside it
const OWN = NAME + site.version;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "go on") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(home.href)) event.respondWith(answer(event.request));
});

/** Fetch every file; one that is not what the list says, or cannot be had, and nothing is kept. */
async function keepAll() {
  const cache = await caches.open(OWN);
  const wanted = Object.entries(site.files).map(([path, integrity]) => new Request(new URL(path, home), { integrity, cache: "no-cache" }));
  await cache.addAll(wanted);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== OWN).map((name) => caches.delete(name)));
}

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const url = new URL(request.url);
  const path = decodeURI(url.pathname.slice(home.pathname.length)).replace(/(^|\/)index\.html$/, "$1");
  if (path in site.files) return (await kept(path)) ?? fetch(request);
  if (`${path}/` in site.files) return Response.redirect(new URL(`${path}/${url.search}`, home).href);
  if (request.mode !== "navigate") return fetch(request);
  const found = await fetch(request).catch(() => null); // something else that the host has, perhaps
  if (found && found.status !== 404) return found;
  const inLanguage = `${path.split("/")[0]}/404.html`;
  return Response.redirect(new URL(inLanguage in site.files ? inLanguage : "404.html", home).href);
}

/** @param {string} path */
async function kept(path) {
  return (await caches.open(OWN)).match(new URL(path, home));
}
