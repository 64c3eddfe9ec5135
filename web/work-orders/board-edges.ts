/** Panes that scroll while something is held near their edges. */

/** Pixels from the edge where a pane begins to scroll, and how far it goes in a frame. */
const EDGE = 48;
const SPEED = 14;
/** The names at the left and the hours above do not scroll along. */
const HEAD = { left: 180, top: 32 };
/** Milliseconds that the pointer rests at an edge before it scrolls. */
const REST = 200;

const towards = (value: number, low: number, high: number) => (value < low + EDGE ? -1 : value > high - EDGE ? 1 : 0);

/**
 * Gives what every frame of a drag calls with the place of the pointer and the time in
 * milliseconds. The pane that the drag began in scrolls at its edges, another one once the
 * pointer has been inside: on the way in nothing slides away below it.
 */
export function edgeScrolling(source: HTMLElement): (root: HTMLElement, at: { x: number; y: number }, time: number) => void {
  const entered = new Set<Element | null>([source.closest('[data-pane]')]);
  let edge = { name: '', since: 0 };
  return (root, { x, y }, time) => {
    for (const pane of root.querySelectorAll<HTMLElement>('[data-pane]')) {
      const box = pane.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      const wide = pane.scrollWidth > pane.clientWidth;
      const dx = wide ? towards(x, box.left + HEAD.left, box.right) : 0;
      const dy = towards(y, box.top + HEAD.top, box.bottom);
      if (dx === 0 && dy === 0) entered.add(pane);
      const name = `${pane.className} ${dx} ${dy}`;
      if (edge.name !== name) edge = { name, since: time };
      if (entered.has(pane) && time - edge.since >= REST) pane.scrollBy(dx * SPEED, dy * SPEED);
      return;
    }
    edge = { name: '', since: time };
  };
}
