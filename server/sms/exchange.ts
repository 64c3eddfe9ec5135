/** A message, and one call of a gateway with a limit of time and of what is read. */

export interface Sms {
  /** Eleven digits. */
  phone: string;
  /** The whole text, for gateways that take one. */
  text: string;
  /** The code in the text, for gateways that keep the words themselves; other messages are notices. */
  code?: string;
}

/** A gateway that did not take the message. `again` says that another attempt cannot send it twice. */
export class SmsFailure extends Error {
  readonly again: boolean;
  constructor(message: string, again: boolean) {
    super(message);
    this.again = again;
  }
}

const TIMEOUT_MS = 5000;
const MOST = 64 * 1024;

/** Gives the status and the text of the answer. Throws SmsFailure; it may be tried again only when the gateway surely did not take it. */
export async function exchange(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: answer.status, text: (await answer.text()).slice(0, MOST) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    // No connection, no message. After a timeout or a reset it may be on its way.
    const code = cause?.code ?? name;
    throw new SmsFailure(`no answer: ${code}`, code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN');
  }
}
