/** The board of notebook.py: draws what Python shows, and sends what is clicked or typed. */

const SVG = "http://www.w3.org/2000/svg";
const REACH = 0.6; // of a click from the middle of a cell

/** The cell nearest to a click, if it is near enough. */
function cellAt(svg, cells, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const far = (cell) => Math.hypot(cell[1] - x, cell[2] - y);
  const nearest = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return far(nearest) < REACH ? nearest[0] : null;
}

function button(words, send, label = words) {
  const made = document.createElement("button");
  made.textContent = words;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", send);
  return made;
}

function render({ model, el }) {
  const [board, choices, steps] = ["div", "div", "form"].map((kind) => el.appendChild(document.createElement(kind)));
  const words = el.appendChild(document.createElement("p"));
  words.setAttribute("role", "status");
  const typed = document.createElement("input");
  typed.setAttribute("aria-label", "Move");
  typed.size = 12;
  const [first, back, on, last] = [
    ["⏮", "First position", -1e6],
    ["◀", "One move back", -1],
    ["▶", "One move on", 1],
    ["⏭", "Last position", 1e6],
  ].map(([sign, label, step]) => button(sign, () => model.send({ step }), label));
  for (const each of [first, back, on, last]) each.type = "button";
  steps.append(
    first,
    back,
    on,
    last,
    " ",
    typed,
    button("Play", () => {}),
  );
  steps.addEventListener("submit", (event) => {
    event.preventDefault();
    model.send({ typed: typed.value });
    typed.value = "";
  });

  function show() {
    const shown = model.get("shown");
    board.innerHTML = shown.svg;
    const svg = board.querySelector("svg");
    svg.style.cursor = "pointer";
    for (const [name, cx, cy] of shown.cells.filter(([name]) => shown.targets.includes(name))) {
      const dot = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx, cy, r: 0.1, fill: "#3F6B4B", opacity: 0.6 })) dot.setAttribute(key, value);
      dot.dataset.cell = name;
      svg.append(dot);
    }
    svg.addEventListener("click", (event) => {
      const pick = cellAt(svg, shown.cells, event);
      if (pick !== null) model.send({ pick });
    });
    choices.replaceChildren(...shown.choices.map(([pick, label]) => button(label, () => model.send({ pick }))));
    words.textContent = shown.words;
    first.disabled = back.disabled = shown.at === 0;
    on.disabled = last.disabled = shown.at === shown.last;
  }
  model.on("change:shown", show);
  show();
  return () => model.off("change:shown", show);
}

export default { render };
