/** The home page of a server that has just been started: a sentence is shown until all games are prepared. */

const sentence = document.getElementById("preparing");
const EVERY_MS = 1000;

async function look() {
  const { warm } = await fetch("/readyz").then(
    (answer) => answer.json(),
    () => ({ warm: false }), // it may be restarting
  );
  if (warm) sentence?.remove();
  else setTimeout(look, EVERY_MS);
}

void look();

export {};
