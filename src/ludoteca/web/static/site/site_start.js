// Before a page of the static site is painted: where this browser keeps what belongs to this site, what the browser lacks, and the
// language. A plain script, since modules run later, and from a file not at all.
(() => {
  const page = document.documentElement;
  const kept = `ludoteca ${new URL(page.dataset.root ?? "./", document.baseURI).pathname} `; // other sites of this host have their own
  page.dataset.keptUnder = kept;
  const isFile = location.protocol === "file:";
  const lacking = isFile ? "file" : typeof WebAssembly !== "object" ? "webassembly" : typeof Worker !== "function" ? "worker" : "";
  if (lacking)
    document.addEventListener("DOMContentLoaded", () => {
      document.querySelector(`[data-lacking=${lacking}]`)?.removeAttribute("hidden");
      if (isFile) document.getElementById("main")?.replaceChildren();
    });

  // Sites of one host once shared these: each takes a copy, the short texts first, and leaves room for what comes.
  const SHARED = /^(theme|sound|confirm|threats|keys|language|level|own name|kept|(puzzles-|lesson:|clock:|review:|tree:).*)$/;
  const MOST_COPIED = 1_000_000; // characters
  const takeCopy = () => {
    if (localStorage.getItem(`${kept}copied`) !== null) return;
    localStorage.setItem(`${kept}copied`, "yes");
    const shared = Object.entries(localStorage).filter(([key]) => SHARED.test(key));
    let room = MOST_COPIED;
    for (const [key, text] of shared.sort(([, one], [, other]) => one.length - other.length)) {
      room -= text.length;
      if (room >= 0) localStorage.setItem(kept + key, text);
    }
  };

  // An address without a language goes to the one chosen here, or the first time to the browser's; one with a language shows that.
  const here = page.lang;
  const pages = new Map(
    [.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=alternate][hreflang]"))].map((link) => [link.hreflang, link.href]),
  );
  let wanted = null;
  try {
    takeCopy();
    wanted = localStorage.getItem(`${kept}language`);
  } catch {
    // storage is full or switched off: the browser says the language
  }
  wanted ??= navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).find((language) => pages.has(language)) ?? here;
  const other = wanted && wanted !== here && pages.get(wanted);
  if (other && here === "en" && !isFile) location.replace(other + location.search + location.hash);
})();
