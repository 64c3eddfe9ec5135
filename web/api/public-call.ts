/** Calls of pages without a session: none of the contract's schemas, which are bigger than these pages. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from './refusals.ts';

const TIMEOUT_MS = 30_000;

/** What the server said when it did not refuse. */
export interface Said<T> {
  msg: string | null;
  data: T;
}

/** Sends `body` as JSON (a text as the JSON that it is), or as the form that it is. Throws CallError with the text to show, and with the refusal's data. */
export async function publicAnswer<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object | string,
  more: Readonly<Record<string, string>> = {},
): Promise<Said<T>> {
  const sent =
    body === undefined || body instanceof FormData
      ? { body: body ?? null, headers: more }
      : { body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'content-type': 'application/json', ...more } };
  let answer: Response;
  try {
    answer = await fetch(path, { ...sent, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string; data?: T } | null;
  if (!answer.ok || content?.code !== 0) throw new CallError(answer.status, textOf(answer.status, content?.msg), content?.data ?? null);
  return { msg: content.msg ?? null, data: content.data as T };
}

/** As `publicAnswer`; gives `data`. */
export const publicCall = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> =>
  (await publicAnswer<T>(method, path, body)).data;
