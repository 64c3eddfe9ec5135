/**
 * What would be lost when the window is closed or read again: the browser asks first. A page that waits in the background counts, too:
 * React stops its effects, but it keeps what was typed.
 */
import { createContext, useContext, useEffect, useEffectEvent } from 'react';

interface Check {
  page: string;
  isDirty: () => boolean;
}

/** What the frame says of its pages; before there is one, there is only the page that is shown. */
interface Pages {
  shown: () => string;
  isOpen: (page: string) => boolean;
}

/** The page that a form belongs to, as the frame names it; empty outside of the frame. */
export const UnsavedPage = createContext('');

const checks = new Set<Check>();
/** Pages that were left for another one with something unsaved. */
const waiting = new Set<string>();
let pages: Pages = { shown: () => '', isOpen: () => false };

/** The frame tells which pages there are. */
export const followPages = (now: Pages): void => void (pages = now);

const waits = (page: string) => waiting.has(page) && pages.isOpen(page);

/** Whether a page holds something that is not saved. */
export const unsavedIn = (page: string): boolean => waits(page) || [...checks].some((check) => check.page === page && check.isDirty());

const ask = (event: BeforeUnloadEvent) => {
  if ([...checks].some(({ isDirty }) => isDirty()) || [...waiting].some(waits)) event.preventDefault();
};

/** While `active`, `isDirty` says whether something that was typed is not saved yet. */
export function useUnsaved(active: boolean, isDirty: (() => boolean) | undefined): void {
  const page = useContext(UnsavedPage);
  const check = useEffectEvent(() => isDirty?.() === true);
  useEffect(() => {
    if (!active) return;
    const own = { page, isDirty: () => check() };
    window.addEventListener('beforeunload', ask);
    checks.add(own);
    waiting.delete(page);
    return () => {
      checks.delete(own);
      if (page && pages.shown() !== page && own.isDirty()) waiting.add(page);
    };
  }, [active, page]);
}
