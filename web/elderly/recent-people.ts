/** The people whose pages were opened last, by each user in this browser; forgotten when they sign out. */
import { session } from '#web/api/session.ts';

const KEY = 'yian.recent-people';
const MOST = 6;

export interface RecentPerson {
  id: number;
  name: string;
}

interface Kept {
  userId: number;
  tenantId: number;
  people: RecentPerson[];
}

const nobody: readonly RecentPerson[] = [];

/** The newest first; none of another user or another institution. */
export function recentPeople(): readonly RecentPerson[] {
  const { user } = session.getState();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return user && kept?.userId === user.id && kept.tenantId === user.tenantId ? kept.people : nobody;
  } catch {
    return nobody;
  }
}

/** Takes a person whose page was opened. */
export function noteRecent({ id, name }: RecentPerson): void {
  const { user } = session.getState();
  if (!user) return;
  const people = [{ id, name }, ...recentPeople().filter((one) => one.id !== id)].slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify({ userId: user.id, tenantId: user.tenantId, people } satisfies Kept));
}

/** Somebody who was removed is no longer offered. */
export function forgetRecent(id: number): void {
  const left = recentPeople().filter((one) => one.id !== id);
  const { user } = session.getState();
  if (user) localStorage.setItem(KEY, JSON.stringify({ userId: user.id, tenantId: user.tenantId, people: [...left] } satisfies Kept));
}

export const forgetAllRecent = (): void => localStorage.removeItem(KEY);
