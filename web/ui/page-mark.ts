/**
 * What is on the page now, said on :root (`data-marks`) for the styles of what stands elsewhere: `:root[data-marks~='drawer']`.
 * `:root:has(…)` would say the same, but the browser looks through the whole page for it after every change of the page.
 */
import { useLayoutEffect } from 'react';

const counts = new Map<string, number>();

function count(mark: string, by: 1 | -1): void {
  const left = (counts.get(mark) ?? 0) + by;
  if (left > 0) counts.set(mark, left);
  else counts.delete(mark);
  document.documentElement.dataset.marks = [...counts.keys()].join(' ');
}

/** Sets a mark as long as the component is shown and names one. */
export function usePageMark(mark: string | false | undefined): void {
  useLayoutEffect(() => {
    if (!mark) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark]);
}
