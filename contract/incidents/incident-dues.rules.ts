/** Until when an incident is to be told to whom. Pure; times are Shanghai's `yyyy-MM-dd HH:mm:ss`. */
import { HOUR, MINUTE, instantOf, textOf } from '../time.ts';
import { isGrave, isHazard, type Graded } from './incident-types.rules.ts';

export const dueLabels = { family: '告知家属', manager: '负责人受理', authority: '报告主管部门', written: '书面报告' } as const;
export type DueKind = keyof typeof dueLabels;
export const dueKinds = Object.keys(dueLabels) as DueKind[];

/** Of the institution, by the keys of its parameters; 0: not asked for. */
export const dueDefaults = {
  INCIDENT_FAMILY_MINUTES: 30,
  INCIDENT_MANAGER_MINUTES: 60,
  INCIDENT_GRAVE_HOURS: 2,
  INCIDENT_AUTHORITY_HOURS: 24,
  INCIDENT_WRITTEN_HOURS: 72,
};
export type DueSettings = typeof dueDefaults;

/** As rows keep limits, and when each was kept. */
export interface DueRow {
  family_due_at: string | null;
  family_told_at: string | null;
  manager_due_at: string | null;
  accepted_at: string | null;
  authority_due_at: string | null;
  authority_told_at: string | null;
  written_due_at: string | null;
  written_at: string | null;
}

export type Limits = Pick<DueRow, 'family_due_at' | 'manager_due_at' | 'authority_due_at' | 'written_due_at'>;

/** The limits of an incident that was reported at `at` (epoch ms); `concerned`: it concerns a person, whose family is told. */
export function limitsOf(incident: Graded, concerned: boolean, at: number, settings: DueSettings): Limits {
  const after = (amount: number, unit: number, asked: boolean) => (asked && amount > 0 ? textOf(at + amount * unit) : null);
  const reported = !isHazard(incident);
  return {
    family_due_at: after(settings.INCIDENT_FAMILY_MINUTES, MINUTE, concerned && reported),
    manager_due_at: after(settings.INCIDENT_MANAGER_MINUTES, MINUTE, true),
    authority_due_at: after(isGrave(incident) ? settings.INCIDENT_GRAVE_HOURS : settings.INCIDENT_AUTHORITY_HOURS, HOUR, reported),
    written_due_at: after(settings.INCIDENT_WRITTEN_HOURS, HOUR, reported),
  };
}

export interface Due {
  kind: DueKind;
  due: string;
  done: string | null;
}

/** What is asked for, with when it was done. */
export function duesOf(row: DueRow): Due[] {
  const all = {
    family: [row.family_due_at, row.family_told_at],
    manager: [row.manager_due_at, row.accepted_at],
    authority: [row.authority_due_at, row.authority_told_at],
    written: [row.written_due_at, row.written_at],
  } as const;
  return dueKinds.flatMap((kind) => {
    const [due, done] = all[kind];
    return due === null ? [] : [{ kind, due, done }];
  });
}

/** What is still to be done, the earliest first. */
export const openDues = (row: DueRow): Due[] =>
  duesOf(row)
    .filter(({ done }) => done === null)
    .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));

/** When an incident is to be told of as overdue for the next time; null: never. `alerted`: when that was done last. */
export const nextAlert = (row: DueRow, alerted: string | null): string | null =>
  openDues(row).find(({ due }) => alerted === null || due > alerted)?.due ?? null;

/** What has passed at `now` (epoch ms) and is not done. */
export const overdueOf = (row: DueRow, now: number): Due[] => openDues(row).filter(({ due }) => instantOf(due) < now);
