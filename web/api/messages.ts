/** Where texts for the person go. The application puts antd's message here; the login page, which has none, does without. */

export type MessageKind = 'success' | 'error' | 'warning' | 'info';
export type Show = (kind: MessageKind, text: string) => void;

let show: Show = (_kind, text) => console.warn(text);

/** One message at a time: a new one takes the place of the last as soon as that could be read. */
export const showMessage: Show = (kind, text) => show(kind, text);

let showClosed: ((text: string) => void) | null = null;
/** Said before anybody could show it. */
let closed: string | null = null;

/** The person's tenant was frozen or has run out: nothing goes on here, which is more than a message that passes. */
export function showTenantClosed(text: string): void {
  if (showClosed) return showClosed(text);
  closed = text;
  show('error', text);
}

/** Says how that is shown from now on; gives a function that takes it back. */
export function showTenantClosedWith(how: (text: string) => void): () => void {
  showClosed = how;
  if (closed !== null) how(closed);
  closed = null;
  return () => void (showClosed = null);
}

/** Says how messages are shown from now on. */
export function showMessagesWith(how: Show): void {
  show = how;
}
