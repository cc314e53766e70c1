// Before the page is painted: in the language that was chosen here; the first time, in the browser's. A plain script, since modules run later.
(() => {
  const here = document.documentElement.lang;
  const pages = new Map(
    [.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=alternate][hreflang]"))].map((link) => [link.hreflang, link.href]),
  );
  let wanted = null;
  try {
    wanted = localStorage.getItem("language");
  } catch {
    // storage is switched off: the address says the language
  }
  const usual = here === "en"; // an address with a language in it was asked for as it is
  if (!wanted && usual) wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).find((language) => pages.has(language)) ?? here;
  const page = wanted && wanted !== here && pages.get(wanted);
  if (page) location.replace(page + location.search + location.hash);
})();
