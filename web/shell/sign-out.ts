/** Signing out asks first, wherever it is asked for: the user menu answers. */
let ask: () => void = () => {};

export const askSignOut = (): void => ask();

/** Says how it is asked. Gives a function that stops. */
export function answerSignOutWith(how: () => void): () => void {
  ask = how;
  return () => void (ask = () => {});
}
