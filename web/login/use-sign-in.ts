/** From a first proof to a session: whatever the way, a second factor may be asked for in between. */
import { useState } from 'react';
import { enter } from '#web/api/session.ts';
import { errorOf, type TokenAnswer } from '#web/api/token-exchange.ts';

/** Asks the server for tokens; once more with `totp` when it wants a second factor. */
export type Ask = (totp?: string) => Promise<TokenAnswer>;
/** Throws CallError with the text to show; resolves when the person is in, or is asked for the second factor. */
export type Prove = (ask: Ask) => Promise<void>;

/** `second` is what waits for the second factor, null while nothing does. */
export function useSignIn(onSignedIn: () => Promise<void>) {
  const [second, setSecond] = useState<{ ask: Ask } | null>(null);
  const run = async (ask: Ask, totp?: string) => {
    enter(await ask(totp));
    await onSignedIn();
  };
  const prove: Prove = (ask) =>
    run(ask).catch((error: unknown) => {
      if (errorOf(error) !== 'totp_required') throw error;
      setSecond({ ask });
    });
  return { prove, second, answer: (totp: string) => (second ? run(second.ask, totp) : Promise.resolve()), giveUp: () => setSecond(null) };
}
