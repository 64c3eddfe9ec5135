/** Columns of a list, and how a person has arranged them. Pure but for the two functions at the end. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Field of the row, also the column's name in what is remembered. */
  key: string;
  title: string;
  /** Whose words stand for the field's values. */
  dictionary?: string;
  /** The field's own value or its word, `--` when empty, unless given. */
  render?: (row: Row, index: number) => ReactNode;
  /** Pixels; what is left over is shared out. */
  width?: number;
  /** The server's name to sort by. */
  sort?: string;
  align?: 'right' | 'center';
  pin?: Pin;
  /** Not shown until it is switched on. */
  hidden?: boolean;
  /** What can be missed first where there is no room for all columns: 2 before 1, 1 before those that say nothing. */
  minor?: 1 | 2;
}

export type Pin = 'left' | 'right' | null;

export interface Arranged {
  key: string;
  shown: boolean;
  pin: Pin;
}

export type Density = 'small' | 'medium' | 'large';

export interface Arrangement {
  columns: readonly Arranged[];
  density: Density;
  /** The person has decided on the columns: all that are shown stay in the table, however narrow it is. */
  byHand: boolean;
}

type Declared = Pick<Column<never>, 'key' | 'hidden' | 'pin'>;

const asDeclared = ({ key, hidden, pin }: Declared): Arranged => ({ key, shown: !hidden, pin: pin ?? null });

/** The columns as the page declares them. */
export const declared = (columns: readonly Declared[]): Arrangement => ({
  columns: columns.map(asDeclared),
  density: 'medium',
  byHand: false,
});

/**
 * What was remembered, brought up to date: columns that are gone are dropped, new ones come behind the one they follow in the page.
 * Anything unreadable is as declared.
 */
export function arrange(columns: readonly Declared[], text: string | null): Arrangement {
  const fallback = declared(columns);
  let kept: Partial<Arrangement> | null;
  try {
    kept = JSON.parse(text ?? 'null') as Partial<Arrangement> | null;
  } catch {
    return fallback;
  }
  if (!Array.isArray(kept?.columns)) return fallback;
  const known = new Map(columns.map((column) => [column.key, column]));
  const list: Arranged[] = [];
  for (const one of kept.columns as Arranged[]) {
    if (!known.delete(one?.key)) continue;
    list.push({ key: one.key, shown: one.shown !== false, pin: one.pin === 'left' || one.pin === 'right' ? one.pin : null });
  }
  columns.forEach((column, index) => {
    if (!known.has(column.key)) return;
    const before = columns.slice(0, index).findLast(({ key }) => list.some((one) => one.key === key));
    list.splice(before ? list.findIndex(({ key }) => key === before.key) + 1 : 0, 0, asDeclared(column));
  });
  const density = kept.density === 'small' || kept.density === 'large' ? kept.density : 'medium';
  // A list without a column shows nothing that could be switched on again.
  if (!list.some(({ shown }) => shown)) return { ...fallback, density };
  return { columns: list, density, byHand: kept.byHand === true || JSON.stringify(list) !== JSON.stringify(fallback.columns) };
}

/** Pixels of a column that says nothing else. */
export const COLUMN_WIDTH = 140;

type Fitting = Pick<Column<never>, 'width' | 'minor'> & { pin: Pin };

/**
 * Which columns fit into `room` pixels, in their order, and which are left out. The least important go first, of equally important ones
 * the last; pinned ones and the first one stay, even where they do not fit.
 */
export function fitted<C extends Fitting>(columns: readonly C[], room: number): { shown: C[]; folded: C[] } {
  const widthOf = ({ width }: C) => width ?? COLUMN_WIDTH;
  let needed = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const leaving = columns
    .map((column, at) => ({ column, at }))
    .filter(({ column, at }) => at > 0 && column.pin === null)
    .toSorted((one, other) => (other.column.minor ?? 0) - (one.column.minor ?? 0) || other.at - one.at);
  const gone = new Set<C>();
  for (const { column } of leaving) {
    if (needed <= room) break;
    gone.add(column);
    needed -= widthOf(column);
  }
  return { shown: columns.filter((column) => !gone.has(column)), folded: columns.filter((column) => gone.has(column)) };
}

/** The list with the item at `from` moved to `to`; out of range changes nothing. */
export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The shown columns in their order: pinned left, free, pinned right. */
export function visible<Row>(columns: readonly Column<Row>[], { columns: arranged }: Arrangement): (Column<Row> & { pin: Pin })[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const shown = arranged.flatMap(({ key, shown, pin }) => {
    const column = byKey.get(key);
    return shown && column ? [{ ...column, pin }] : [];
  });
  return (['left', null, 'right'] as const).flatMap((side) => shown.filter(({ pin }) => pin === side));
}

const storageKey = (user: number | string, list: string) => `yian.columns.${user}.${list}`;

/** Of this browser: the arrangement of a person's list, as text for `arrange`. */
export function readArrangement(user: number | string, list: string): string | null {
  try {
    return localStorage.getItem(storageKey(user, list));
  } catch {
    return null;
  }
}

/** Remembers it; null forgets. A full or forbidden storage is no reason to fail. */
export function writeArrangement(user: number | string, list: string, arrangement: Arrangement | null): void {
  try {
    if (arrangement) localStorage.setItem(storageKey(user, list), JSON.stringify(arrangement));
    else localStorage.removeItem(storageKey(user, list));
  } catch {
    // Shown for now, forgotten at the next reload.
  }
}
