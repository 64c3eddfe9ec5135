/** The one error of a request to another system. It names no address, no header and no text of the answer: they may carry secrets. */

export type OutboundReason =
  /** The address is one that this use may not reach. */
  | 'forbidden'
  /** The name means nothing. */
  | 'unresolved'
  /** No connection, or one that ended before the answer. */
  | 'unreachable'
  | 'timeout'
  /** The peer sends the request to another address. */
  | 'redirected'
  /** The answer is longer than it may be. */
  | 'too large'
  /** The answer ended in the middle. */
  | 'broken';

export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** The system's code, ECONNREFUSED for example, else a name; safe to show. */
  readonly code: string;
  /** The status of an answer that redirects. */
  readonly status: number | null;
  constructor(reason: OutboundReason, code: string = reason, status: number | null = null) {
    super(code === reason ? reason : `${reason} (${code})`);
    this.reason = reason;
    this.code = code;
    this.status = status;
  }

  /** The same request would fail again. */
  get final(): boolean {
    return this.reason === 'forbidden' || this.reason === 'too large';
  }
}

const UNRESOLVED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA']);

/** What a socket, a lookup or a parser threw, as an OutboundError. */
export function outboundErrorOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, name } = error as { code?: unknown; name: string };
  const known = typeof code === 'string' ? code : name;
  return new OutboundError(UNRESOLVED.has(known) ? 'unresolved' : 'unreachable', known);
}

/** Why there is no answer, for staff; `what` names the address that they have entered. */
export function problemOf({ reason, status }: OutboundError, what: string): string {
  switch (reason) {
    case 'forbidden':
      return `${what}指向内部网络，不允许访问`;
    case 'timeout':
      return '对方没有在时限内应答';
    case 'redirected':
      return `对方应答 ${status}`;
    case 'too large':
      return '对方的应答过大';
    case 'broken':
      return '对方中断了应答';
    default:
      return '无法连接对方';
  }
}
