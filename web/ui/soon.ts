/** Writes down what is being typed: shortly after the last change, and at once when its page is left. */
import { useEffect, useState } from 'react';

const SOON_MS = 300;

/** What a change is handed to. */
export interface Soon<T> {
  put: (value: T) => void;
  /** What was put and not written yet is not wanted any more. */
  drop: () => void;
  /** Writes now what was put. */
  flush: () => void;
}

/** `write` gets the last value put, once, `ms` after it. */
export function soon<T>(write: (value: T) => void, ms = SOON_MS): Soon<T> {
  let waiting: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => {
    clearTimeout(timer);
    waiting = null;
  };
  const flush = () => {
    const last = waiting;
    drop();
    if (last) write(last.value);
  };
  return {
    put(value) {
      clearTimeout(timer);
      waiting = { value };
      timer = setTimeout(flush, ms);
    },
    drop,
    flush,
  };
}

/** `soon` for a page: also writes when the page is left for another, and when the browser goes to the background, where phones end it. */
export function useSoon<T>(write: (value: T) => void): Soon<T> {
  const [late] = useState(() => soon(write));
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && late.flush();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', late.flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', late.flush);
      late.flush();
    };
  }, [late]);
  return late;
}
