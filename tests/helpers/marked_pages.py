"""What a page shows in the language for tests, and which of its words did not go through the catalogue."""

from __future__ import annotations

import re

from marked_texts import outside
from playwright.sync_api import Page

from ludoteca.languages.catalogues import MARKED

NAMES = {"Ana", "Ludoteca"}
NOTATION = re.compile(r"\w*\d\w*|[a-zA-Z]")  # cells, moves, numbers; letters of positions, keys
RECORD = re.compile(r'\[Game "\w+"\].*', re.DOTALL)  # an example of one
SHOWN = """() => {
  const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt", "label", "data-explain", "data-begins"];
  const found = [document.title];
  const sentenceOf = (text) => { // elements may stand in one
    const words = text.data.trim();
    for (let holder = text.parentElement; words; holder = holder.parentElement) {
      const whole = holder.textContent.trim();
      if (/^⟦.*⟧$/s.test(whole)) return whole;
      if (!holder.matches("a, b, em, strong, span")) break;
    }
    return words;
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node instanceof Element ? node : node.parentElement;
    if (holder?.closest("script, style, noscript, template, code, .designer, body [lang]")) continue;
    if (node instanceof Text) found.push(sentenceOf(node));
    else for (const name of ATTRIBUTES) found.push((node.getAttribute(name) ?? "").trim());
  }
  return found.filter(Boolean);
}"""


def unsaid(words: str) -> list[str]:
    """The words of a text that did not go through the catalogue."""
    return [
        word
        for word in re.findall(r"\w+", RECORD.sub("", outside(words)))
        if not NOTATION.fullmatch(word) and word not in NAMES
    ]


def all_said(page: Page) -> int:
    """How many texts a page says; all of them must have gone through the catalogue."""
    assert page.locator(f"html[lang={MARKED}]").count()
    shown = page.evaluate(SHOWN)
    forgotten = sorted({words for words in shown if unsaid(words)})
    assert not forgotten, (page.url, forgotten)
    return sum("⟦" in words for words in shown)
