/** Which open warnings are news to this page, and which ring until somebody confirms. Pure. */
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { toMillis } from '#web/ui/display.ts';
import { isCritical, isUrgent } from './severities.ts';

export interface Watched {
  id: number;
  severity: number;
  /** Occurrences so far. */
  count: number;
  isDisposed: number;
  acknowledgeTime: string | null;
  lastTime: string;
  createTime: string;
}

/** Occurrences seen of each warning, by id. */
export type Known = ReadonlyMap<number, number>;

/** What was unanswered when the page was opened rings for so long; older than that it is a matter for the list. */
const RECENT_MS = 30 * 60_000;

/** Urgent warnings that were not known, and critical ones that have happened again. `known` null: the first reading, nothing is news. */
export function newsOf<W extends Watched>(known: Known | null, rows: readonly W[]): { fresh: W[]; known: Known } {
  const next = new Map(known);
  const fresh: W[] = [];
  for (const row of rows) {
    const seen = next.get(row.id);
    next.set(row.id, Math.max(seen ?? 0, row.count));
    if (known === null || !isUrgent(row.severity)) continue;
    if (seen === undefined || (isCritical(row.severity) && row.count > seen)) fresh.push(row);
  }
  return { fresh, known: next };
}

/** One occurrence of a warning: putting away its card does not put away the next. */
export const occurrenceOf = ({ id, count }: Pick<Watched, 'id' | 'count'>) => `${id}.${count}`;

export const isUnanswered = ({ isDisposed, acknowledgeTime }: Pick<Watched, 'isDisposed' | 'acknowledgeTime'>) =>
  isDisposed === disposals.open && acknowledgeTime === null;

/** Whether a warning sounds again and again: critical, unanswered, and either arrived while this page watched or recent. */
export function rings(row: Watched, arrived: ReadonlySet<string>, now: number): boolean {
  if (!isCritical(row.severity) || !isUnanswered(row)) return false;
  const last = Math.max(toMillis(row.lastTime), toMillis(row.createTime));
  return arrived.has(occurrenceOf(row)) || now - last < RECENT_MS;
}

/** The warnings that stand on the screen by themselves: those that ring, and arrivals nobody has answered or put away, most urgent and newest first. */
export function cardsOf<W extends Watched>(rows: readonly W[], arrived: ReadonlySet<string>, putAway: ReadonlySet<string>, now: number): W[] {
  return rows
    .filter((row) => !putAway.has(occurrenceOf(row)))
    .filter((row) => rings(row, arrived, now) || (arrived.has(occurrenceOf(row)) && row.isDisposed === disposals.open))
    .sort((a, b) => a.severity - b.severity || toMillis(b.lastTime) - toMillis(a.lastTime) || b.id - a.id);
}
