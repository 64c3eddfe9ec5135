/** Which open warnings are news to this page, and which ring until somebody confirms. Pure. */
import { isCall, isOpen } from '#contract/warnings/warnings.rules.ts';
import { toMillis } from '#web/ui/display.ts';
import { isCritical, isUrgent } from '#web/ui/severities.ts';

export interface Watched {
  id: number;
  rule: string;
  severity: number;
  /** Occurrences so far. */
  count: number;
  isDisposed: number;
  acknowledgeTime: string | null;
  lastTime: string;
  /** Since when it waits to be confirmed. */
  askTime: string;
}

/** What was seen of a warning: its occurrences, since when it waits, and how many there were when somebody confirmed. */
interface Seen {
  count: number;
  askTime: string;
  answered: number | null;
}

export type Known = ReadonlyMap<number, Seen>;

/**
 * What was unanswered when the page was opened rings for as long as a shift lasts: the next one has to hear
 * what the last one left. Older than that it is a matter for the list.
 */
const SHIFT_MS = 12 * 3_600_000;

/**
 * Told every time that they happen; a person who presses the green key waits for a carer, as often
 * as it is pressed. Others are told once, until they ask anew.
 */
const isToldAgain = ({ severity, rule }: Pick<Watched, 'severity' | 'rule'>) => isCritical(severity) || isCall(rule);

/**
 * Urgent warnings and calls that were not known or ask to be confirmed anew, and critical ones and calls that have happened again. `known`
 * null: the first reading, nothing is news.
 */
export function newsOf<W extends Watched>(known: Known | null, rows: readonly W[]): { fresh: W[]; known: Known } {
  const next = new Map(known);
  const fresh: W[] = [];
  for (const row of rows) {
    const seen = next.get(row.id);
    next.set(row.id, {
      count: Math.max(seen?.count ?? 0, row.count),
      askTime: row.askTime,
      answered: row.acknowledgeTime === null ? null : (seen?.answered ?? row.count),
    });
    if (known === null || !(isUrgent(row.severity) || isCall(row.rule))) continue;
    const asksAnew = seen !== undefined && row.acknowledgeTime === null && row.askTime > seen.askTime;
    if (seen === undefined || asksAnew || (isToldAgain(row) && row.count > seen.count)) fresh.push(row);
  }
  return { fresh, known: next };
}

/** What a card stands for: putting it away does not put away the next. */
export const occurrenceOf = (row: Pick<Watched, 'id' | 'rule' | 'severity' | 'count' | 'askTime'>) =>
  [row.id, row.askTime, ...(isToldAgain(row) ? [row.count] : [])].join('.');

/** Also of what is being handled: it may have happened again since. */
export const isUnanswered = ({ isDisposed, acknowledgeTime }: Pick<Watched, 'isDisposed' | 'acknowledgeTime'>) =>
  isOpen(isDisposed) && acknowledgeTime === null;

/** Whether opening it confirms it: a user who may handle it has seen it, but not in a page that lies in the background or behind the lock. */
export const isConfirmedByOpening = (
  row: Pick<Watched, 'isDisposed'>,
  { visible, locked, may }: { visible: boolean; locked: boolean; may: boolean },
) => visible && !locked && may && isOpen(row.isDisposed);

/** Whether a warning sounds again and again: critical, unanswered, and either arrived while this page watched or recent. */
export function rings(row: Watched, arrived: ReadonlySet<string>, now: number): boolean {
  if (!isCritical(row.severity) || !isUnanswered(row)) return false;
  const last = Math.max(toMillis(row.lastTime), toMillis(row.askTime));
  return arrived.has(occurrenceOf(row)) || now - last < SHIFT_MS;
}

/** It happened again after somebody had confirmed. */
const isRepeated = (row: Watched, known: Known | null) =>
  row.acknowledgeTime !== null && row.count > (known?.get(row.id)?.answered ?? row.count);

interface Screen {
  known: Known | null;
  arrived: ReadonlySet<string>;
  putAway: ReadonlySet<string>;
}

const mostUrgent = (a: Watched, b: Watched) => a.severity - b.severity || toMillis(b.lastTime) - toMillis(a.lastTime) || b.id - a.id;

/**
 * The warnings that stand on the screen by themselves: those that ring, and arrivals
 * no member of staff has answered or put away, most urgent and newest first.
 */
export function cardsOf<W extends Watched>(rows: readonly W[], { known, arrived, putAway }: Screen, now: number): W[] {
  const stands = (row: W) =>
    isOpen(row.isDisposed) && arrived.has(occurrenceOf(row)) && (row.acknowledgeTime === null || isRepeated(row, known));
  return rows.filter((row) => !putAway.has(occurrenceOf(row)) && (rings(row, arrived, now) || stands(row))).sort(mostUrgent);
}

/** What still rings but for its card having been put away, most urgent and newest first: it stays on the screen as a line. */
export const awayOf = <W extends Watched>(
  rows: readonly W[],
  { arrived, putAway }: Pick<Screen, 'arrived' | 'putAway'>,
  now: number,
): W[] => rows.filter((row) => putAway.has(occurrenceOf(row)) && rings(row, arrived, now)).sort(mostUrgent);

/** The cards with those that are over, each at its place, while they still say what was done. */
export function withTold<W extends Watched>(cards: readonly W[], told: readonly W[]): W[] {
  const ids = new Set(cards.map(({ id }) => id));
  return [...cards, ...told.filter(({ id }) => !ids.has(id))].sort(mostUrgent);
}

/**
 * The cards while a user points at them: nothing moves under the pointer, or the click
 * would go to another person's card. `still` are the cards as they stood when it came, null when it is elsewhere. What was settled since
 * stays where it is as `gone`; what arrived comes below. At most `most` of either, the others are `hidden`.
 */
export function standingCards<W extends Watched>(still: readonly W[] | null, cards: readonly W[], most: number) {
  const now = new Map(cards.map((row) => [row.id, row]));
  const stood = (still ?? cards).map((row) => ({ row: now.get(row.id) ?? row, gone: !now.has(row.id) }));
  const known = new Set(stood.map(({ row }) => row.id));
  const arrived = cards.filter(({ id }) => !known.has(id)).map((row) => ({ row, gone: false }));
  const shown = [...stood.slice(0, most), ...arrived.slice(0, most)];
  return { shown, hidden: stood.slice(most).filter(({ gone }) => !gone).length + Math.max(0, arrived.length - most) };
}
