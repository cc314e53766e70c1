// Before the page is painted: light or dark as the visitor chose. A plain script, since modules run later.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // storage is switched off: the system's choice stands
  }
})();
