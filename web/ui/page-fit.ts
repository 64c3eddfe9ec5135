/** How many rows a page of a list has as long as the person has not chosen: as many as the window has room for. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Density } from './columns.ts';

/** The page before anything is measured, and of a list that grows with its rows. */
export const LEAST = 10;
/** More rows are not read for one page, however high the window is. */
const MOST = 50;
/** Pixels of a row of one line, with its border, at the usual size of text: the line grows with the text, the rest does not. */
const LINE = 24;
const AROUND: Readonly<Record<Density, number>> = { small: 9, medium: 17, large: 27 };
/** What stands above the list has found its own height a frame later. */
const FRAME_MS = 16;
/** A window that is being drawn larger is measured when it stands still. */
const STILL_MS = 300;

export const rowHeight = (density: Density, scale: number): number => LINE * scale + AROUND[density];

/** Rows of a page that fill `height` pixels without scrolling: between 10 and 50. */
export const fittedSize = (height: number, row: number): number => Math.min(MOST, Math.max(LEAST, Math.floor(height / row)));

/** What fitted last, by list: one that was open before asks at once, while its page is still being drawn, and does not wait to be measured. */
const KEPT = 'yian.fits';
type Fits = Record<string, { room: string; size: number }>;
const kept = (): Fits => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Fits;
  } catch {
    return {};
  }
};
const roomOf = (row: number) => `${window.innerWidth} ${window.innerHeight} ${row}`;

function keep(list: string, row: number, size: number): void {
  const [all, room] = [kept(), roomOf(row)];
  if (all[list]?.room !== room || all[list].size !== size) localStorage.setItem(KEPT, JSON.stringify({ ...all, [list]: { room, size } }));
}

function keptSize(list: string, row: number): number | null {
  const last = kept()[list];
  return last?.room === roomOf(row) ? last.size : null;
}

/**
 * The size of a page of the list `name` by the height of the window; null until it is measured or known from before. What opens and closes
 * above the list, as more search fields, changes nothing.
 */
export function useFittedSize(name: string, box: RefObject<HTMLElement | null>, grows: boolean, row: number): number | null {
  const [size, setSize] = useState<number | null>(() => (grows ? LEAST : keptSize(name, row)));
  const measured = useRef('');
  useEffect(() => {
    const element = box.current;
    if (!element || grows) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      // A page in a tab that is not shown has no room.
      if (element.clientWidth === 0) return;
      measured.current = `${window.innerHeight} ${row}`;
      const head = element.querySelector<HTMLElement>('.ant-table-thead')?.offsetHeight ?? 0;
      const fitted = fittedSize(element.clientHeight - head, row);
      setSize(fitted);
      keep(name, row, fitted);
    };
    const observer = new ResizeObserver(() => {
      if (measured.current === `${window.innerHeight} ${row}`) return;
      clearTimeout(timer);
      timer = setTimeout(measure, measured.current === '' ? FRAME_MS : STILL_MS);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [name, box, grows, row]);
  return size;
}
