/** The figures of inspections: the database counts alike ones together, here they are put together. Pure. */
import { itemsOf, type SheetGroup } from './call-sheets.rules.ts';

export interface InspectionTally {
  inspected: number;
  /** The sum of them. */
  points: number;
  passed: number;
  knockedOut: number;
  appealed: number;
  changed: number;
}
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The figures of inspections that were counted together. */
export const figuresOf = <T extends InspectionTally>({ points, ...counts }: T) => ({
  ...counts,
  average: share(points, counts.inspected),
  passRate: share(counts.passed, counts.inspected),
});

/** How often an item of a version got so many points, or knocked out. */
export interface AnswerTally {
  sheetId: number;
  serial: number;
  key: string;
  points: number;
  hit: boolean;
  times: number;
}
export interface SheetVersion {
  sheetId: number;
  sheetName: string;
  serial: number;
  groups: readonly SheetGroup[];
}

/** The figures of each item over all versions of its sheet; it is called and worth what its newest version says. */
export function itemFigures(versions: readonly SheetVersion[], tallies: readonly AnswerTally[]) {
  const newest = versions.toSorted((one, other) => other.serial - one.serial);
  const itemIn = ({ sheetId, serial, key }: Pick<AnswerTally, 'sheetId' | 'serial' | 'key'>) =>
    itemsOf(versions.find((one) => one.sheetId === sheetId && one.serial === serial)?.groups ?? []).find((one) => one.key === key);
  const found = Map.groupBy(tallies, ({ sheetId, key }) => `${sheetId} ${key}`);
  return [...found.values()].flatMap((all) => {
    const { sheetId, key } = all[0] as AnswerTally;
    const version = newest.find((one) => one.sheetId === sheetId && itemsOf(one.groups).some((item) => item.key === key));
    const item = version && itemsOf(version.groups).find((one) => one.key === key);
    if (!item) return [];
    const times = all.reduce((sum, one) => sum + one.times, 0);
    const failed = all.filter((one) => one.hit || one.points < (itemIn(one)?.points ?? 0));
    const faults = failed.reduce((sum, one) => sum + one.times, 0);
    const { name, fatal, points } = item;
    const sum = all.reduce((total, one) => total + one.points * one.times, 0);
    const sheetName = version.sheetName;
    return [
      {
        sheetId,
        sheetName,
        key,
        name,
        fatal,
        points,
        times,
        average: fatal ? null : share(sum, times),
        faults,
        faultRate: share(faults, times),
      },
    ];
  });
}
