/** Arrow keys over the beds of the house: the next one in the direction that is pressed, by where they are drawn. */

export const BED = '[data-bed]';

interface Middle {
  x: number;
  y: number;
}

const middleOf = (element: Element): Middle => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** How far a middle lies in a direction: ahead, and beside the way. */
const ahead: Record<string, (from: Middle, to: Middle) => [ahead: number, beside: number]> = {
  ArrowLeft: (from, to) => [from.x - to.x, Math.abs(to.y - from.y)],
  ArrowRight: (from, to) => [to.x - from.x, Math.abs(to.y - from.y)],
  ArrowUp: (from, to) => [from.y - to.y, Math.abs(to.x - from.x)],
  ArrowDown: (from, to) => [to.y - from.y, Math.abs(to.x - from.x)],
};

/** What is beside the way counts so much more: a row is walked along before another is entered. */
const BESIDE = 4;

/** The bed that a key leads to from `from`; null when the key is none of these or there is nothing further. */
export function bedTowards(key: string, root: Element, from: Element): HTMLElement | null {
  const beds = [...root.querySelectorAll<HTMLElement>(BED)];
  if (key === 'Home') return beds[0] ?? null;
  if (key === 'End') return beds.at(-1) ?? null;
  const measure = ahead[key];
  if (!measure) return null;
  const here = middleOf(from);
  let best: { bed: HTMLElement; cost: number } | null = null;
  for (const bed of beds) {
    const [forward, beside] = measure(here, middleOf(bed));
    if (forward < 2) continue;
    const cost = forward + beside * BESIDE;
    if (!best || cost < best.cost) best = { bed, cost };
  }
  return best?.bed ?? null;
}

/** One bed of the view is reached by Tab: the one that was last in focus, else the first. */
export function keepOneStop(root: Element, current: Element | null): void {
  const before = root.querySelector<HTMLElement>(`${BED}[tabindex="0"]`);
  const next = current ?? before ?? root.querySelector<HTMLElement>(BED);
  if (!(next instanceof HTMLElement) || next === before) return;
  before?.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
}
