/** Drags something into a list with the pointer: `grip` is for what is taken hold of, `at` is where it would go. */
import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';

/** Pixels that the pointer moves before it drags. */
const FAR = 6;
/** Pixels from the edge of the window within which the page scrolls, and by how much for every move. */
const EDGE = 60;
const STEP = 14;

export interface Grip {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

interface Drag<T> {
  what: T;
  x: number;
  y: number;
  moving: boolean;
}

/** The place in the list for a point; null outside of it. */
function placeAt(list: HTMLElement, x: number, y: number): number | null {
  const box = list.getBoundingClientRect();
  if (x < box.left || x > box.right) return null;
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  const below = rows.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? rows.length : below;
}

function scrollAtEdge(list: HTMLElement, y: number): void {
  const box = list.closest('[data-scrolls]');
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (y < top + EDGE) box.scrollBy(0, -STEP);
  else if (y > bottom - EDGE) box.scrollBy(0, STEP);
}

export function useDrag<T>(list: RefObject<HTMLElement | null>, onDrop: (what: T, at: number) => void) {
  const drag = useRef<Drag<T> | null>(null);
  const place = useRef<number | null>(null);
  const dropped = useRef(false);
  const drop = useRef(onDrop);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => void (drop.current = onDrop));
  const grip = useCallback(
    (what: T): Grip => {
      const show = (next: number | null) => {
        place.current = next;
        setAt(next);
      };
      const end = () => {
        drag.current = null;
        show(null);
      };
      return {
        onPointerDown: (event) => {
          dropped.current = false;
          if (event.button === 0) drag.current = { what, x: event.clientX, y: event.clientY, moving: false };
        },
        onPointerMove: (event) => {
          const now = drag.current;
          if (!now || !list.current) return;
          if (!now.moving && Math.hypot(event.clientX - now.x, event.clientY - now.y) < FAR) return;
          if (!now.moving) event.currentTarget.setPointerCapture(event.pointerId);
          now.moving = true;
          scrollAtEdge(list.current, event.clientY);
          show(placeAt(list.current, event.clientX, event.clientY));
        },
        onPointerUp: () => {
          const now = drag.current;
          dropped.current = now?.moving ?? false;
          if (now?.moving && place.current !== null) drop.current(now.what, place.current);
          end();
        },
        onPointerCancel: end,
        // The click that ends a drag is no click.
        onClickCapture: (event) => {
          if (!dropped.current) return;
          dropped.current = false;
          event.preventDefault();
          event.stopPropagation();
        },
      };
    },
    [list],
  );
  return { at, grip };
}
