/**
 * The queue of what went wrong in the browser: in localStorage until a request has sent it
 * (specification 1, sections 2 and 3). Bounded, and without secrets.
 */
import { textOf } from '#contract/time.ts';
import { scrub } from './scrub.ts';

export interface ErrorLog {
  id: string;
  url: string;
  time: string;
  user: string;
  type: string;
  message: string;
  stack: string;
  info: string;
}

const KEY = 'yian.error-logs';
const MOST = 50;
const clip = (text: unknown, length: number) => scrub(String(text ?? '').slice(0, 20_000)).slice(0, length);

export function errorLogs(): ErrorLog[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as ErrorLog[]) : [];
  } catch {
    return [];
  }
}

function keep(logs: ErrorLog[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(logs.slice(-MOST)));
  } catch {
    // A full store must not make an error of an error.
  }
}

/** Adds to the queue; the oldest of more than fifty are dropped, a repetition of the last is not added. */
export function logError(type: string, error: unknown, user: string, info = ''): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const logs = errorLogs();
  const time = textOf(Date.now());
  const last = logs.at(-1);
  if (last && last.message === clip(message, 500) && last.type === type) return;
  const url = clip(location.pathname, 200);
  keep([
    ...logs,
    {
      id: `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`,
      url,
      time,
      user,
      type,
      message: clip(message, 500),
      stack: clip(stack, 4000),
      info: clip(info, 200),
    },
  ]);
}

export const clearErrorLogs = () => localStorage.removeItem(KEY);

/** Logs what nobody caught. */
export function watchErrors(user: () => string): void {
  window.addEventListener('error', ({ error, message }) => logError('error', error ?? message, user()));
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // Refusals have been shown to the person, aborted reads are nobody's fault.
    if (reason instanceof Error && (reason.name === 'CallError' || reason.name === 'AbortError')) return;
    logError('promise', reason, user());
  });
}
