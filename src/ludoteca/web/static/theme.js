// Before the page is painted: light or dark as the visitor chose. A plain script, since modules run later.
(() => {
  const page = document.documentElement;
  try {
    const theme = localStorage.getItem(`${page.dataset.keptUnder ?? ""}theme`);
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  } catch {
    // storage is switched off: the system's choice stands
  }
})();
