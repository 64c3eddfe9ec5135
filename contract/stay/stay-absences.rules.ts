/** When a person was away, as the history of their state tells. Pure; days are texts of `time.ts`. */
import type { StayAbsence } from './stay-fees.rules.ts';

/** `oldman_status`. */
const KINDS: Readonly<Record<number, StayAbsence['kind']>> = { 2: 'outing', 3: 'hospital' };

/** The absences that changes of a state make, in their order: each from the day on which it was entered until the next change. */
export const statusAbsences = (changes: readonly { status: number; day: string }[]): StayAbsence[] =>
  changes.flatMap(({ status, day }, at) => {
    const kind = KINDS[status];
    return kind ? [{ kind, from: day, until: changes[at + 1]?.day ?? null }] : [];
  });

const overlap = (a: StayAbsence, b: StayAbsence): boolean =>
  (b.until === null || a.from <= b.until) && (a.until === null || b.from <= a.until);

/** What counts: outings and stays in hospital as they were entered with their times, and by the state those of which none of these tells. */
export const absencesOf = (outings: readonly StayAbsence[], byStatus: readonly StayAbsence[]): StayAbsence[] => [
  ...outings,
  ...byStatus.filter((one) => !outings.some((other) => overlap(one, other) && (one.kind === 'outing' || other.kind === 'hospital'))),
];
