/**
 * What makes a page a wall: its size follows the window, the cursor hides, the picture wanders a
 * little, the display stays awake, a new version comes by itself.
 */
import { MINUTE } from '#contract/time.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { nudge } from '#contract/screens/screens.rules.ts';

const IDLE_MS = 3000;
const LOOK_MS = 30 * MINUTE;

/** All sizes of the screens are in rem: one is a 120th of a 16:9 window's width. Gives the ref of what wanders. */
export function useWall(): RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.documentElement.classList.add('s-wall');
    return () => document.documentElement.classList.remove('s-wall');
  }, []);
  useEffect(() => {
    const move = () => {
      const [x, y] = nudge(Math.floor(Date.now() / MINUTE));
      if (stage.current) stage.current.style.translate = `${x}px ${y}px`;
    };
    move();
    const timer = setInterval(move, MINUTE);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => keepAwake(), []);
  return stage;
}

/** True after three seconds without a hand on the mouse or the keys. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const touched = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(setIdle, IDLE_MS, true);
    };
    touched();
    const kinds = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const kind of kinds) document.addEventListener(kind, touched);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, touched);
    };
  }, []);
  return idle;
}

/** Keeps the display from sleeping where the browser can; it lets go whenever the page is hidden. */
function keepAwake(): () => void {
  let held: WakeLockSentinel | null = null;
  let over = false;
  const hold = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    held = await navigator.wakeLock.request('screen').catch(() => null);
    if (over) void held?.release();
  };
  const shown = () => void hold();
  void hold();
  document.addEventListener('visibilitychange', shown);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', shown);
    void held?.release();
  };
}

/** Whether the server gives another build than this page came from; false when it does not say. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' }, signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  if (!entry || !answer?.ok) return false;
  const text = await answer.text().catch(() => '');
  return text.includes('type="module"') && !text.includes(entry);
}

/** At most once in half an hour: two servers that disagree about the version must not make a wall flicker. */
const LOADED = 'yian.screen.loaded';
function loadAgain(): void {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(LOADED)) < LOOK_MS) return;
  sessionStorage.setItem(LOADED, String(now));
  location.reload();
}

/** Loads a new version when there is one, looked for every half hour and whenever the connection is back; never over an alarm. */
export function useNewVersion(connected: boolean, alarmed: boolean): void {
  useEffect(() => {
    if (!connected || alarmed) return;
    const look = async () => {
      if (await isReplaced()) loadAgain();
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [connected, alarmed]);
}

/** Calls what belongs to a key, as long as nobody types and no other key is held. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return;
      const act = acts[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [acts]);
}
