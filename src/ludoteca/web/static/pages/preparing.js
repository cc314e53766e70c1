/** The page of a game that is being prepared opens as soon as the server is ready; without scripts it reloads itself. */

const PAUSE_MS = 1000;

async function openWhenReady() {
  const answer = await fetch(location.href).catch(() => null); // the server may be restarting
  if (answer && answer.status !== 503) location.reload();
  else setTimeout(openWhenReady, PAUSE_MS);
}

setTimeout(openWhenReady, PAUSE_MS);
