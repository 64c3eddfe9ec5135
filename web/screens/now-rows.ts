/** Rows of 现在 while a user points at them: nothing moves under the pointer or the row of the keyboard. Pure. */
import type { Output } from '#contract/http.ts';
import { overdueMinutes } from '#contract/screens/now.rules.ts';
import type { now } from '#contract/screens/now.ts';
import { since, toMillis, until } from '#web/ui/display.ts';

export type NowAnswer = Output<typeof now.read>;
export type NowItem = NowAnswer['rows'][number];

export const keyOfRow = ({ kind, id }: Pick<NowItem, 'kind' | 'id'>) => `${kind}.${id}`;

export interface Standing<T> {
  row: T;
  /** Settled since it was drawn. */
  gone: boolean;
}

/**
 * What is drawn: `rows` as they are, or, while `still` is what stood there when the pointer or the keyboard came, those in their places.
 * What was settled since stays as `gone`; what came since waits, and `arrived` counts it.
 */
export function standingRows<T extends Pick<NowItem, 'kind' | 'id'>>(
  still: readonly T[] | null,
  rows: readonly T[],
): { shown: Standing<T>[]; arrived: number } {
  if (still === null) return { shown: rows.map((row) => ({ row, gone: false })), arrived: 0 };
  const fresh = new Map(rows.map((row) => [keyOfRow(row), row]));
  const stood = new Set(still.map(keyOfRow));
  return {
    shown: still.map((row) => ({ row: fresh.get(keyOfRow(row)) ?? row, gone: !fresh.has(keyOfRow(row)) })),
    arrived: rows.filter((row) => !stood.has(keyOfRow(row))).length,
  };
}

/** The index that a key leads to from `at` (-1: none yet) among `count` rows; null where the key does not move. */
export function movedTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'j' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'k' || key === 'ArrowUp') return Math.max(at - 1, 0);
  return null;
}

/** Where the row stands now at which the keys left the list; the place before it where it is gone, so that j leads to what came up. */
export function standsAt<T>(rows: readonly T[], { row, at }: { row: T; at: number }): number {
  const now = rows.indexOf(row);
  return now >= 0 ? now : Math.min(at, rows.length) - 1;
}

const spanText = (minutes: number) =>
  minutes < 1
    ? '刚到时间'
    : minutes < 60
      ? `${minutes}分钟`
      : minutes < 1440
        ? `${Math.floor(minutes / 60)}小时`
        : `${Math.floor(minutes / 1440)}天`;

/**
 * `超时 5分钟`, `30分钟后到期`, `2小时前`; null where there is no time. `late`: it should have been done. Of an alarm that is not late it is
 * said how long it waits, of all else that has a limit how long there is left.
 */
export function timeText(
  { kind, since: from, due }: Pick<NowItem, 'kind' | 'since' | 'due'>,
  now: number,
): { text: string; late: boolean } | null {
  if (due !== null && toMillis(due) <= now) {
    const minutes = overdueMinutes(due, now);
    return { text: minutes < 1 ? spanText(0) : `超时 ${spanText(minutes)}`, late: true };
  }
  if (due !== null && (kind !== 'alarm' || from === null)) return { text: `${until(due, now)}到期`, late: false };
  return from === null ? null : { text: since(from, Math.max(now, toMillis(from))), late: false };
}
