/** What the group's screen makes of the sums of its institutions. Pure. */
import type { GroupInstitution } from '#contract/screens/screens.ts';

export interface Totals {
  inCare: number;
  away: number;
  beds: number;
  taken: number;
  onDuty: number;
  devices: number;
  online: number;
  today: number;
  critical: number;
  closed: number;
  open: number;
  unanswered: number;
  answered: number;
  /** Seconds, of all that were answered today; null without any. */
  average: number | null;
  orders: number;
  done: number;
  overdue: number;
}

/** Sums over the institutions; the mean response weighs each by how many it answered. */
export function totalsOf(rows: readonly GroupInstitution[]): Totals {
  const sum = (of: (row: GroupInstitution) => number) => rows.reduce((all, row) => all + of(row), 0);
  const answered = sum(({ response }) => response.count);
  return {
    inCare: sum(({ people }) => people.inCare),
    away: sum(({ people }) => people.away),
    beds: sum(({ beds }) => beds.total),
    taken: sum(({ beds }) => beds.taken),
    onDuty: sum(({ onDuty }) => onDuty),
    devices: sum(({ devices }) => devices.total),
    online: sum(({ devices }) => devices.online),
    today: sum(({ warnings }) => warnings.today),
    critical: sum(({ warnings }) => warnings.critical),
    closed: sum(({ warnings }) => warnings.closed),
    open: sum(({ warnings }) => warnings.open),
    unanswered: sum(({ warnings }) => warnings.unanswered),
    answered,
    average: answered === 0 ? null : sum(({ response }) => (response.average ?? 0) * response.count) / answered,
    orders: sum(({ orders }) => orders.today),
    done: sum(({ orders }) => orders.done),
    overdue: sum(({ orders }) => orders.overdue),
  };
}

/** Those with a value, the smallest first, or the largest with `descending`; at most `most`. */
export function ranked(
  rows: readonly GroupInstitution[],
  valueOf: (row: GroupInstitution) => number | null,
  { descending = false, most = 6 } = {},
): { row: GroupInstitution; value: number }[] {
  return rows
    .flatMap((row) => {
      const value = valueOf(row);
      return value === null ? [] : [{ row, value }];
    })
    .sort((a, b) => (descending ? b.value - a.value : a.value - b.value) || a.row.tenantId - b.row.tenantId)
    .slice(0, most);
}

/** Where nobody has answered comes first, then where most is open; the others by their number. */
export const byUrgency = (rows: readonly GroupInstitution[]): GroupInstitution[] =>
  rows.toSorted((a, b) => b.warnings.unanswered - a.warnings.unanswered || b.warnings.open - a.warnings.open || a.tenantId - b.tenantId);

/** Rows of page `turn` where `size` fit on the wall. */
export function pageAt<T>(rows: readonly T[], size: number, turn: number): { rows: readonly T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = turn % pages;
  return { rows: rows.slice(page * size, (page + 1) * size), page, pages };
}
