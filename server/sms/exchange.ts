/** A message, and one call of a gateway with a limit of time and of what is read. */
import { OutboundError } from '../net/outbound-error.ts';
import { outbound, type OutboundOptions } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';

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

/** Why a gateway did not take a message, for staff. */
export const reasonOf = ({ message }: SmsFailure): string =>
  `短信网关没有接收：${message
    .replace(/^status (\d+)$/, '应答 $1')
    .replace(/^no answer: (.+)$/, '没有应答（$1）')
    .replace('no template for notices', '没有通知短信的模板')}`;

const TIMEOUT_MS = 5000;
/** Before the message was sent: it cannot be on its way. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Gives the status and the text of the answer. Throws SmsFailure; it may be tried again only when the gateway surely did not take it. */
export async function exchange(
  url: string,
  init: Pick<OutboundOptions, 'method' | 'headers' | 'body'>,
): Promise<{ status: number; text: string }> {
  try {
    return await outbound(url, { ...init, reach: configured, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.status !== null) throw new SmsFailure(`status ${error.status}`, false);
    // After a timeout or a reset the message may be on its way.
    throw new SmsFailure(`no answer: ${error.code}`, UNSENT.has(error.code));
  }
}
