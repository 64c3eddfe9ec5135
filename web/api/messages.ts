/** Where texts for the person go. The application puts antd's message here; the login page, which has none, does without. */

export type MessageKind = 'success' | 'error' | 'warning' | 'info';
export type Show = (kind: MessageKind, text: string) => void;

let show: Show = (_kind, text) => console.warn(text);

/** One message at a time: a new one takes the place of the last. */
export const showMessage: Show = (kind, text) => show(kind, text);

/** Says how messages are shown from now on. */
export function showMessagesWith(how: Show): void {
  show = how;
}
