/** Dragging jobs by pointer, by hand: one listener for the whole board, a copy that follows the pointer, and a drop on whatever names itself a target. */
import { useEffect, useLayoutEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/** Where a job was dropped. `minute` is null where only the day counts. */
export interface Drop {
  jobId: number;
  /** Null: back to nobody. */
  userId: number | null;
  day: string | null;
  minute: number | null;
}

export interface DragOptions {
  /** Pixels a minute on a time line. */
  scale: number;
  snap: (minute: number) => number;
  /** What the copy says at a target. */
  label: (drop: Drop) => string;
  onStart: (jobId: number) => void;
  /** Always after `onStart`; null when it was let go nowhere or given up. */
  onEnd: (drop: Drop | null) => void;
}

/** Pixels that a hand may tremble before it drags. */
const TREMBLE = 4;
/** Pixels from the edge where the board begins to scroll, and how fast. */
const EDGE = 48;
const SPEED = 14;

interface Running {
  jobId: number;
  source: HTMLElement;
  /** Of the pointer within the box. */
  grip: { x: number; y: number };
  from: { x: number; y: number };
  at: { x: number; y: number };
  ghost: HTMLElement | null;
  hint: HTMLElement | null;
  over: HTMLElement | null;
  drop: Drop | null;
  frame: number;
}

function dropAt(running: Running, { scale, snap }: DragOptions): { target: HTMLElement | null; drop: Drop | null } {
  const { at, grip, jobId } = running;
  const target = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-drop]') ?? null;
  if (!target) return { target, drop: null };
  const { drop, user, day = null } = target.dataset;
  if (drop === 'lane') return { target, drop: { jobId, userId: null, day: null, minute: null } };
  const minute = drop === 'line' ? snap((at.x - grip.x - target.getBoundingClientRect().left) / scale) : null;
  return { target, drop: { jobId, userId: Number(user), day, minute } };
}

function lift(running: Running): void {
  const { width, height } = running.source.getBoundingClientRect();
  const ghost = running.source.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('data-job');
  ghost.classList.add('b-ghost');
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, { left: '0', top: '0', width: `${Math.max(width, 120)}px`, height: `${height}px` });
  const hint = document.createElement('span');
  hint.className = 'b-hint';
  ghost.append(hint);
  document.body.append(ghost);
  running.ghost = ghost;
  running.hint = hint;
  running.source.dataset.lifted = '';
}

/** Scrolls what is below the pointer when it is near an edge; gives whether it did. */
function scrollNear(root: HTMLElement, { x, y }: { x: number; y: number }): void {
  for (const pane of root.querySelectorAll<HTMLElement>('[data-pane]')) {
    const box = pane.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    const towards = (value: number, low: number, high: number) => (value < low + EDGE ? -SPEED : value > high - EDGE ? SPEED : 0);
    pane.scrollBy(towards(x, box.left + 180, box.right), towards(y, box.top + 32, box.bottom));
  }
}

/** Gives what the board's element does on `pointerdown`. A finger scrolls and taps; it does not drag. */
export function useDrag(root: RefObject<HTMLElement | null>, options: DragOptions): (event: ReactPointerEvent) => void {
  const current = useRef(options);
  useLayoutEffect(() => {
    current.current = options;
  });
  const running = useRef<Running | null>(null);
  const stop = useRef<(drop: Drop | null) => void>(() => {});

  useEffect(() => () => stop.current(null), []);

  return (event) => {
    if (event.button !== 0 || event.pointerType === 'touch' || running.current) return;
    const source = (event.target as Element).closest<HTMLElement>('[data-job][data-movable]');
    if (!source || (event.target as Element).closest('[data-no-drag]')) return;
    const box = source.getBoundingClientRect();
    const from = { x: event.clientX, y: event.clientY };
    const one: Running = {
      jobId: Number(source.dataset.job),
      source,
      grip: { x: from.x - box.left, y: from.y - box.top },
      from,
      at: from,
      ghost: null,
      hint: null,
      over: null,
      drop: null,
      frame: 0,
    };
    running.current = one;

    const follow = () => {
      const { ghost, hint, at, grip } = one;
      if (!ghost || !hint) return;
      ghost.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px)`;
      if (root.current) scrollNear(root.current, at);
      const { target, drop } = dropAt(one, current.current);
      if (one.over !== target) {
        one.over?.removeAttribute('data-over');
        target?.setAttribute('data-over', '');
        one.over = target;
      }
      one.drop = drop;
      hint.textContent = drop ? current.current.label(drop) : '松开后不移动';
      one.frame = requestAnimationFrame(follow);
    };
    const moved = ({ clientX: x, clientY: y }: PointerEvent) => {
      one.at = { x, y };
      if (one.ghost || Math.hypot(x - from.x, y - from.y) < TREMBLE) return;
      lift(one);
      current.current.onStart(one.jobId);
      follow();
    };
    const end = (drop: Drop | null) => {
      if (running.current !== one) return;
      running.current = null;
      cancelAnimationFrame(one.frame);
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true);
      one.over?.removeAttribute('data-over');
      delete source.dataset.lifted;
      if (!one.ghost) return;
      one.ghost.remove();
      // The button below was pressed and released, but nobody clicked it.
      const swallow = (click: Event) => (click.stopPropagation(), click.preventDefault());
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, true));
      current.current.onEnd(drop);
    };
    const released = ({ clientX: x, clientY: y }: PointerEvent) => {
      one.at = { x, y };
      end(one.ghost ? dropAt(one, current.current).drop : null);
    };
    const escaped = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end(null);
    };
    const listeners = [
      ['pointermove', moved],
      ['pointerup', released],
      ['pointercancel', () => end(null)],
      ['keydown', escaped],
      ['blur', () => end(null)],
    ] as const;
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true);
    stop.current = end;
  };
}
