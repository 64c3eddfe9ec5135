/**
 * The name of the system, as the public parameter SYSTEM_TITLE of the institution says
 * it: on the login page, in the browser's title, in the frame.
 * Before a sign-in it is that of the institution whose staff used this browser last, else the platform's.
 */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { session } from './session.ts';

const KEY = 'yian.system-title';
/** Until the server has said it. */
const FALLBACK = '颐安';

interface Kept {
  tenantId: number | null;
  title: string;
}

/** What a browser kept, of any shape; the fallback for what cannot be read. */
export function readKept(text: string | null): Kept {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    if (kept && typeof kept.title === 'string' && kept.title.trim()) return { tenantId: Number(kept.tenantId) || null, title: kept.title };
  } catch {
    // Not ours.
  }
  return { tenantId: null, title: FALLBACK };
}

/**
 * Asks the server for the title of a tenant, or of the platform, also for a tenant that is no
 * more; the fallback when it is empty, null without an answer.
 */
export async function askTitle(tenantId: number | null, ask: typeof fetch = fetch): Promise<string | null> {
  try {
    const headers: Record<string, string> = tenantId === null ? {} : { 'tenant-id': String(tenantId) };
    const answer = await ask('/admin/param/publicValue/SYSTEM_TITLE', { headers, signal: AbortSignal.timeout(20_000) });
    if (answer.status === 404 && tenantId !== null) return await askTitle(null, ask);
    return answer.ok ? ((await answer.json()) as { data: string | null }).data?.trim() || FALLBACK : null;
  } catch {
    return null;
  }
}

const store = createStore<Kept>(() => readKept(typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)));

/** Reads the title again: of who is signed in, else of the institution that this browser saw last. */
export async function refreshTitle(): Promise<void> {
  const tenantId = session.getState().user?.tenantId ?? store.getState().tenantId;
  const title = await askTitle(tenantId);
  if (!title) return;
  store.setState({ tenantId, title });
  localStorage.setItem(KEY, JSON.stringify({ tenantId, title }));
}

/** Reads the title now, and again whenever another institution's person is signed in. */
export function followTitle(): void {
  void refreshTitle();
  session.subscribe(({ user }, before) => {
    if (user && user.tenantId !== before.user?.tenantId) void refreshTitle();
  });
}

export const useSystemTitle = (): string => useStore(store, ({ title }) => title);

/** What rings, in a few words, in front of the window's title, so that a tab in the background says it; empty when nothing rings. */
const alarm = createStore(() => ({ text: '' }));
export const alarmInTitle = (text: string): void => alarm.setState({ text });

/** A call that rings, in the same place; an alarm goes before it. */
const ringing = createStore(() => ({ text: '' }));
export const callInTitle = (text: string): void => ringing.setState({ text });

/** `【SOS求助 冯克勤】首页 - 颐安`; parts that are empty are left out. */
export const windowTitle = (alarm: string, label: string, system: string): string =>
  `${alarm && `【${alarm}】`}${label && `${label} - `}${system}`;

/** Names the window: what rings, `label`, the system. */
export function useDocumentTitle(label: string): void {
  const title = useSystemTitle();
  const { text: alarmText } = useStore(alarm);
  const { text: ringingText } = useStore(ringing);
  const text = alarmText || ringingText;
  useEffect(() => {
    document.title = windowTitle(text, label, title);
  }, [text, label, title]);
}
