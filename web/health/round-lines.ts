/** A line of a round's sheet. Pure. */
import type { Entered } from '#contract/health/measurements.rules.ts';
import { pressuresOf, valuesOf } from './entry-form.ts';

export interface Line {
  temperature?: string;
  heartRate?: string;
  breathing?: string;
  /** `128/76`. */
  pressures?: string;
  oxygen?: string;
  glucose?: string;
  note?: string;
}

/** Under the arm, as rounds are done. */
export const roundManners = { temperature: 1, systolic: 1, diastolic: 1 };

function read({ pressures = '', temperature, heartRate, breathing, oxygen, glucose }: Line) {
  const pair = pressures.trim() === '' ? {} : pressuresOf(pressures);
  if (pair === null) return { values: [], problem: '血压请按“收缩压/舒张压”填写，如 128/76' };
  const typed = Object.fromEntries(
    Object.entries({ temperature, heartRate, breathing, oxygen, glucose, ...pair }).filter(([, text]) => text?.trim()),
  );
  return valuesOf(typed, roundManners);
}

/** What was typed since some lines were sent, by person: of a line that was sent only the fields that are another now. */
export function typedSince<L extends Line>(now: ReadonlyMap<number, L>, sent: ReadonlyMap<number, L>): Map<number, L> {
  const rest = [...now].flatMap(([id, line]): [number, L][] => {
    const before = sent.get(id);
    if (before === line) return [];
    const fields = Object.entries(line).filter(([key, text]) => key === 'name' || text !== before?.[key as keyof Line]);
    return fields.some(([key]) => key !== 'name') ? [[id, Object.fromEntries(fields) as unknown as L]] : [];
  });
  return new Map(rest);
}

/** What is wrong with a line; null when it can be sent. */
export const problemOf = (line: Line): string | null => read(line).problem;

/** Its values as they are sent. */
export const sheetOf = (line: Line): { values: Entered[]; note: string | null } => ({
  values: read(line).values,
  note: line.note?.trim() || null,
});
