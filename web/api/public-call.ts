/** Calls of pages without a session: none of the contract's schemas, which are bigger than these pages. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from './refusals.ts';

const TIMEOUT_MS = 30_000;

/** Sends `body` as JSON, or as the form that it is; gives `data`. Throws CallError with the text to show, and with the refusal's data. */
export async function publicCall<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  const sent =
    body === undefined || body instanceof FormData
      ? { body: body ?? null }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  let answer: Response;
  try {
    answer = await fetch(path, { ...sent, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string; data?: T } | null;
  if (!answer.ok || content?.code !== 0) throw new CallError(answer.status, textOf(answer.status, content?.msg), content?.data ?? null);
  return content.data as T;
}
