/**
 * Between the windows of one browser: a payer has come back from a gateway, the window that waits for
 * the payment may ask now. It says nothing of the payment itself.
 */

const NAME = 'yian.paid';

export function tellPaid(): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
  channel.postMessage(null);
  channel.close();
}

/** Gives a function that stops hearing. */
export function onPaid(hear: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', hear);
  return () => channel.close();
}
