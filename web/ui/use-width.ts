/** How wide a box is, as drawings need it: what is scaled to its box has letters that are too small to read. */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Gives the ref of the box and its width in whole CSS pixels; 0 before it is known. */
export function useWidth<E extends Element>(): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor((entry as ResizeObserverEntry).contentRect.width)));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
