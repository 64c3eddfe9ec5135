/** What may wait until the page stands. */

/** Safari has no requestIdleCallback. */
const WITHOUT_MS = 500;
/** A page that is never idle gets it all the same. */
const LATEST_MS = 5000;

/** Runs once when the browser has nothing better to do. Gives what cancels it. */
export function whenIdle(run: () => void): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(run, WITHOUT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** A page that was just opened still waits for its answers: the browser is idle then, and what is fetched beside them delays them. */
const OPENED_MS = 5000;

/** As `whenIdle`, for what may be pressed later: fetched before it is, since a moment may have no network, and after the page stands. */
export function whenStanding(run: () => void): () => void {
  let cancel = () => {};
  const timer = setTimeout(() => (cancel = whenIdle(run)), OPENED_MS);
  return () => {
    clearTimeout(timer);
    cancel();
  };
}
