/** Messages one at a time (specification 2, section 8), each of them long enough to be read and none while nobody looks. */
import type { MessageKind, Show } from '#web/api/messages.ts';

/** Milliseconds that a message keeps its place although another one waits. */
export const LEAST_MS = 1200;

interface Message {
  kind: MessageKind;
  text: string;
}

interface Options {
  /** Puts a message in the place of the last. Calls `closed` when its time is over; gives what takes it away before that. */
  open: (kind: MessageKind, text: string, closed: () => void) => () => void;
  /** Whether the page can be seen. */
  isSeen?: () => boolean;
}

const same = (a: Message | null | undefined, b: Message) => a?.kind === b.kind && a.text === b.text;

/** A line before one place. `look` is to be called when the page was hidden or shown again. */
export function messageLine({ open, isSeen = () => !document.hidden }: Options): { show: Show; look: () => void } {
  const waiting: Message[] = [];
  let shown: Message | null = null;
  let openedAt = 0;
  let close = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isYoung = () => shown !== null && Date.now() - openedAt < LEAST_MS;

  function proceed(): void {
    clearTimeout(timer);
    if (waiting.length === 0 || !isSeen()) return;
    if (isYoung()) {
      timer = setTimeout(proceed, openedAt + LEAST_MS - Date.now());
      return;
    }
    const message = waiting.shift() as Message;
    shown = message;
    openedAt = Date.now();
    close = open(message.kind, message.text, () => {
      if (shown !== message) return;
      shown = null;
      proceed();
    });
    proceed();
  }

  return {
    show(kind, text) {
      const message = { kind, text };
      // Five calls that fail in one moment have one thing to say; two successes are two.
      const isSaid = waiting.some((other) => same(other, message)) || (waiting.length === 0 && isYoung() && same(shown, message));
      if (kind !== 'success' && isSaid) return;
      waiting.push(message);
      proceed();
    },
    look() {
      if (!isSeen() && shown && isYoung()) {
        // It was there for a moment only: it comes again when somebody is back.
        waiting.unshift(shown);
        shown = null;
        close();
      }
      proceed();
    },
  };
}

/** Runs `show` once somebody can see the page: antd takes the time in which nobody could from what a notice has. */
export function whenSeen(show: () => void): void {
  if (document.hidden) document.addEventListener('visibilitychange', show, { once: true });
  else show();
}
