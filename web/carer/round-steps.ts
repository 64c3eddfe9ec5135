/** What the steps of a round are about, and what they make of its people. Pure. */
import type { RoundPerson as RoundPersonSchema } from '#contract/health/rounds.ts';
import type { z } from 'zod';
import type { Step } from './steps.ts';

export type RoundPerson = z.output<typeof RoundPersonSchema>;

/** Whose values a step has; null of a step that has none. */
export const personMeasured = ({ kind, body }: Pick<Step, 'kind' | 'body'>): number | null =>
  kind === 'measure' && typeof body.oldmanId === 'number' ? body.oldmanId : null;

const valuesIn = ({ body }: Pick<Step, 'body'>) =>
  (Array.isArray(body.values) ? body.values : []) as readonly { metric: string; value: number }[];

/** A round once the values of a step are there; another step changes nothing. */
export function withMeasured<R extends { people: RoundPerson[] }>(round: R, step: Pick<Step, 'kind' | 'body'>): R {
  const id = personMeasured(step);
  if (id === null) return round;
  const added = Object.fromEntries(valuesIn(step).map(({ metric, value }) => [metric, value]));
  const people = round.people.map((person) =>
    person.id === id ? { ...person, measured: true, missing: false, values: { ...person.values, ...added } } : person,
  );
  return { ...round, people };
}
