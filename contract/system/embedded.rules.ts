/** Which addresses a tenant may embed: its parameter `IFRAME_ALLOW`, one origin a line (or between commas or spaces). Pure. */

/** The name of the parameter. */
export const IFRAME_ALLOW = 'IFRAME_ALLOW';

/** A whole host: a wildcard would let in whoever can get a name below it. */
const HOST = /^[a-z0-9.-]+$|^\[[0-9a-f:]+\]$/;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** An address as a URL: https, or http on this machine; without a user name. Null for anything else. */
function addressed(text: string): URL | null {
  try {
    const url = new URL(text.trim());
    const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.test(url.hostname));
    return safe && HOST.test(url.hostname) && url.username === '' && url.password === '' ? url : null;
  } catch {
    return null;
  }
}

/** The origins of a list; what is none is left out. */
export const allowedOrigins = (list: string | null | undefined): string[] => [
  ...new Set((list ?? '').split(/[\s,;，；]+/).flatMap((part) => addressed(part)?.origin ?? [])),
];

/** The address to embed if its origin is on the list; null otherwise. */
export function embeddable(address: string | null | undefined, list: string | null | undefined): string | null {
  const url = addressed(address ?? '');
  return url && allowedOrigins(list).includes(url.origin) ? url.href : null;
}
