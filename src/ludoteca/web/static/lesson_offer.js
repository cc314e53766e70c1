/** Links to lessons: unobtrusive once the lesson is done, with the step reached before that. */

import { isDone, reached } from "./lesson_progress.js";

for (const offer of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
  const game = offer.dataset.lesson ?? "";
  const step = reached(game);
  if (isDone(game)) offer.classList.add("done");
  else if (step) offer.classList.add("begun");
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (offer.querySelectorAll("[data-when]")))
    words.hidden = words.dataset.when !== (isDone(game) ? "done" : step ? "begun" : "new");
}
