/** What this browser called itself in its last calls: proves to the server that a callback left in one of them is its own. */

const KEY = 'yian.call-page.pages';
const MOST = 5;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string' && GUID.test(one)).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** The pages of earlier calls, the latest first; `own` is the page of this call. */
export const formerPages = (own: string): string[] => kept().filter((page) => page !== own);

/** Keeps the page of a call for the next ones. */
export function keepPage(own: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([own, ...formerPages(own)].slice(0, MOST)));
  } catch {
    // A private window forgets: the callback is made as it was left.
  }
}
