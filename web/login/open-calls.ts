/** Calls of the pages that a stranger sees: no session, and none of the contract's schemas, which are bigger than the pages. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from '#web/api/refusals.ts';

const TIMEOUT_MS = 30_000;

/** Calls `/admin/base/external/…`; gives `data`. Throws CallError with the text to show. */
export async function openCall<T>(method: 'GET' | 'POST' | 'PUT', path: string, input?: Record<string, unknown>): Promise<T> {
  let answer: Response;
  try {
    const sent = input && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
    answer = await fetch(`/admin/base/external/${path}`, { ...sent, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string; data?: T } | null;
  if (!answer.ok || content?.code !== 0) throw new CallError(answer.status, textOf(answer.status, content?.msg), content?.data ?? null);
  return content.data as T;
}

export interface Waiting {
  tenantId: number;
  tenantName: string;
  id: number;
  /** 1 invitation, 2 application. */
  kind: number;
  /** 0 waiting, 1 accepted, 2 refused, 3 withdrawn, 4 expired. */
  status: number;
  roles: string[];
  note: string | null;
  reason: string | null;
  inviter: string | null;
}

export interface Standing {
  token: string;
  step: 'proof' | 'registration';
  username: string | null;
  name: string | null;
  invitations: Waiting[];
}

export interface Opened {
  tenantName: string;
  code: string;
  username: string;
  pending: boolean;
  endTime: string;
  tenantId: number;
  orderToken: string;
  /** Seconds. */
  orderExpiresIn: number;
}

export interface Offer {
  id: number;
  packageCode: string;
  packageName: string;
  description: string;
  /** Yuan and days of the cheapest duration. */
  price: number;
  days: number;
  accountLimit: number | null;
  menuNames: string[];
  items: { sku: string }[];
}
