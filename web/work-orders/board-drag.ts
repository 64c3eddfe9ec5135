/**
 * Dragging jobs by pointer, by hand: one listener for the whole board, a copy that follows
 * the pointer, and a drop on an element that names itself a target.
 */
import { useEffect, useLayoutEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { edgeScrolling } from './board-edges.ts';

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
  /** In every frame that it is held over a target. */
  onOver: (drop: Drop) => void;
  /** Always after `onStart`; null when it was let go nowhere or given up. */
  onEnd: (drop: Drop | null) => void;
}

/** Pixels that a hand may tremble before it drags, and a finger before it scrolls. */
const TREMBLE = 4;
const FINGER = 10;
/** Milliseconds that a finger rests on a box to pick it up. */
const LONG = 350;

interface Running {
  jobId: number;
  source: HTMLElement;
  touch: boolean;
  /** Of the pointer within the box. */
  grip: { x: number; y: number };
  from: { x: number; y: number };
  at: { x: number; y: number };
  /** It has been somewhere else than where it began. */
  away: boolean;
  ghost: HTMLElement | null;
  hint: HTMLElement | null;
  over: HTMLElement | null;
  frame: number;
  timer: number;
}

function dropAt(running: Running, { scale, snap }: DragOptions): { target: HTMLElement | null; drop: Drop | null } {
  const { at, grip, jobId, away } = running;
  const target = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-drop]') ?? null;
  if (!target || !away) return { target, drop: null };
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
  ghost.toggleAttribute('data-touch', running.touch);
  Object.assign(ghost.style, { left: '0', top: '0', width: `${Math.max(width, 120)}px`, height: `${height}px` });
  const hint = document.createElement('span');
  hint.className = 'b-hint';
  ghost.append(hint);
  document.body.append(ghost);
  running.ghost = ghost;
  running.hint = hint;
  running.source.dataset.lifted = '';
}

/**
 * Gives what the board's element does on `pointerdown`. A mouse drags at once; a finger
 * scrolls and taps, and picks a box up when it rests on it.
 */
export function useDrag(root: RefObject<HTMLElement | null>, options: DragOptions): (event: ReactPointerEvent) => void {
  const current = useRef(options);
  useLayoutEffect(() => {
    current.current = options;
  });
  const running = useRef<Running | null>(null);
  const stop = useRef<(drop: Drop | null) => void>(() => {});
  /** A finger has just put something down: what it leaves behind is no tap. */
  const put = useRef(false);

  useEffect(() => () => stop.current(null), []);
  // What a finger holds must not scroll the page; that can only be said by a listener that was there before the finger.
  useEffect(() => {
    const board = root.current;
    const keep = (event: Event) => {
      if (running.current?.ghost) event.preventDefault();
    };
    const ended = (event: Event) => {
      if (put.current) event.preventDefault();
      put.current = false;
    };
    const menu = (event: Event) => {
      if (running.current?.touch) event.preventDefault();
    };
    // What was put down may have left its place, and its own end with it: the next touch is another one.
    const anew = () => void (put.current = false);
    board?.addEventListener('touchstart', anew, { passive: true });
    board?.addEventListener('touchmove', keep, { passive: false });
    board?.addEventListener('touchend', ended, { passive: false });
    board?.addEventListener('contextmenu', menu);
    return () => {
      board?.removeEventListener('touchstart', anew);
      board?.removeEventListener('touchmove', keep);
      board?.removeEventListener('touchend', ended);
      board?.removeEventListener('contextmenu', menu);
    };
  }, [root]);

  return (event) => {
    if (event.button !== 0 || running.current) return;
    const source = (event.target as Element).closest<HTMLElement>('[data-job][data-movable]');
    if (!source || (event.target as Element).closest('[data-no-drag]')) return;
    const box = source.getBoundingClientRect();
    const from = { x: event.clientX, y: event.clientY };
    const { pointerId } = event;
    const touch = event.pointerType === 'touch';
    const one: Running = {
      jobId: Number(source.dataset.job),
      source,
      touch,
      grip: { x: from.x - box.left, y: from.y - box.top },
      from,
      at: from,
      away: false,
      ghost: null,
      hint: null,
      over: null,
      frame: 0,
      timer: 0,
    };
    running.current = one;
    put.current = false;
    const scrollNear = edgeScrolling(source);

    const follow = (time: number) => {
      const { ghost, hint, at, grip } = one;
      if (!ghost || !hint) return;
      ghost.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px)`;
      if (root.current) scrollNear(root.current, at, time);
      const { target, drop } = dropAt(one, current.current);
      if (one.over !== target) {
        one.over?.removeAttribute('data-over');
        target?.setAttribute('data-over', '');
        one.over = target;
      }
      hint.textContent = drop ? current.current.label(drop) : '松开后不移动';
      if (drop) current.current.onOver(drop);
      one.frame = requestAnimationFrame(follow);
    };
    const begin = () => {
      lift(one);
      current.current.onStart(one.jobId);
      follow(performance.now());
    };
    const moved = ({ pointerId: its, clientX: x, clientY: y }: PointerEvent) => {
      if (its !== pointerId) return;
      one.at = { x, y };
      const far = Math.hypot(x - from.x, y - from.y);
      if (far >= (touch ? FINGER : TREMBLE)) one.away = true;
      if (one.ghost || !one.away) return;
      if (touch) end(null);
      else begin();
    };
    const end = (drop: Drop | null) => {
      if (running.current !== one) return;
      running.current = null;
      clearTimeout(one.timer);
      cancelAnimationFrame(one.frame);
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true);
      one.over?.removeAttribute('data-over');
      delete source.dataset.lifted;
      if (!one.ghost) return;
      one.ghost.remove();
      put.current = touch;
      // The button below was pressed and released, but nobody clicked it.
      const swallow = (click: Event) => (click.stopPropagation(), click.preventDefault());
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, true));
      current.current.onEnd(drop);
    };
    const released = ({ pointerId: its, clientX: x, clientY: y }: PointerEvent) => {
      if (its !== pointerId) return;
      one.at = { x, y };
      end(one.ghost ? dropAt(one, current.current).drop : null);
    };
    const cancelled = ({ pointerId: its }: PointerEvent) => {
      if (its === pointerId) end(null);
    };
    const escaped = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end(null);
    };
    const listeners = [
      ['pointermove', moved],
      ['pointerup', released],
      ['pointercancel', cancelled],
      ['keydown', escaped],
      ['blur', () => end(null)],
    ] as const;
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true);
    stop.current = end;
    if (touch) one.timer = window.setTimeout(begin, LONG);
  };
}
