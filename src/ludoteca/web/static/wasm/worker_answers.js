/** How a worker answers: one question after the other, and an error is an answer too. */

/** @param {(question: any) => void | Promise<void>} answer */
export function answerQuestions(answer) {
  addEventListener("message", async ({ data }) => {
    try {
      await answer(data);
    } catch (error) {
      const { message, kind } = /** @type {Error & {kind?: string}} */ (error);
      postMessage({ id: data.id, error: message, kind });
    }
  });
}
