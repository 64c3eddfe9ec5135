/**
 * What is being saved takes no further input: the answer closes or refills its form, and what was typed meanwhile would be gone without
 * a word. The focus comes back where the form stays.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import './form.css';

export function Held({ busy, children }: { busy: boolean; children: ReactNode }) {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!busy) return;
    return () => {
      if (document.activeElement === document.body) last.current?.focus({ preventScroll: true });
    };
  }, [busy]);
  return (
    <div className="y-held" inert={busy} onFocus={({ target }) => void (last.current = target as HTMLElement)}>
      {children}
    </div>
  );
}
