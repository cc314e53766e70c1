/**
 * Where the pages are. A page of the server says that home is "/"; one of the static site stands in a folder of its own, says how
 * far up home is, and is asked for by queries, since no server reads the path.
 */

const { dataset, baseURI } = globalThis.document ? { dataset: document.documentElement.dataset, baseURI: document.baseURI } : { dataset: {}, baseURI: "" };

/** Whether nobody but this browser answers. */
export const isStatic = dataset.site === "static";

const home = baseURI ? new URL(dataset.home || "/", baseURI) : null;

/** The whole address of something below home. @param {string} path @param {URLSearchParams | Record<string, string>} [query] */
function at(path, query) {
  const found = new URL(path, home ?? undefined);
  if (query) found.search = new URLSearchParams(query).toString();
  return found.href;
}

/** The folder of the whole static site, whatever the language of the page. */
export function rootFolder() {
  return new URL(dataset.root || dataset.home || "/", baseURI).href;
}

export function homePage() {
  return at("");
}

/** @param {Record<string, string>} [query] */
export function ownGamesPage(query) {
  return at(isStatic ? "mine/" : "mine", query);
}

/**
 * The page of one kind that a game has, such as its rules.
 * @param {string} kind
 * @returns {(game: string, query?: URLSearchParams | Record<string, string>) => string}
 */
function pageOf(kind) {
  return (game, query) => at(`${kind}/${encodeURIComponent(game)}${isStatic ? "/" : ""}`, query);
}

export const newPage = pageOf("new");
export const rulesPage = pageOf("rules");
export const editorPage = pageOf("editor");
export const analysisPage = pageOf("analysis");

/** The profile of someone with an account; only a server has them. @param {string} name */
export function personPage(name) {
  return `/people/${encodeURIComponent(name)}`;
}

/** A game that is played or was. @param {string} game its name @param {string} id @param {number} [ply] the newest, where none is said */
export function gamePage(game, id, ply) {
  if (isStatic) return pageOf("game")(game, { id, ...(ply === undefined ? {} : { ply: String(ply) }) });
  return at(`game/${id}${ply === undefined ? "" : `/${ply}`}`);
}

/** The analysis board with a game on it. @param {string} game its name @param {string} id @param {URLSearchParams} [query] where one is in it */
export function analysisOfGame(game, id, query) {
  if (isStatic) return analysisPage(game, new URLSearchParams([["id", id], ...(query ?? [])]));
  return at(`analysis/game/${id}`, query);
}

/** The folder of the games' modules, with a slash at its end; empty where there is none. */
export function modulesFolder() {
  return dataset.modules ? at(dataset.modules) : "";
}
