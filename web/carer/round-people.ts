/** The people of a round as the phone shows them: what the server said, then what waits to be sent. Pure. */
import type { RoundPlace } from './place.ts';
import { withMeasured, type RoundPerson } from './round-steps.ts';
import type { Step } from './steps.ts';

/** The round with all that waits and was not refused. */
export const roundNow = <R extends { people: RoundPerson[] }>(round: R, steps: readonly Step[]): R =>
  steps.filter(({ problem }) => problem === null).reduce<R>(withMeasured, round);

const distinct = (names: readonly (string | null)[]) => [...new Set(names.filter((name): name is string => name !== null))];

/** The buildings, and the floors of one of them (of all without one), in the order in which the people live there. */
export const partsOf = (people: readonly Pick<RoundPerson, 'building' | 'floor'>[], building: string | null) => ({
  buildings: distinct(people.map((person) => person.building)),
  floors: distinct(people.filter((person) => building === null || person.building === building).map(({ floor }) => floor)),
});

/** Who lives in that part of the house. */
export const within = (people: readonly RoundPerson[], { building, floor }: Pick<RoundPlace, 'building' | 'floor'>) =>
  people.filter((person) => (building === null || person.building === building) && (floor === null || person.floor === floor));

/** Whether a round of only these people comes to a person. */
export const isAsked = ({ measured, missing }: RoundPerson, only: RoundPlace['only']): boolean =>
  only === 'all' || (only === 'missing' ? missing : !measured);

/** The next person after `id` whom the round comes to, from the start again after the last; null when there is no other. */
export function nextPerson(people: readonly RoundPerson[], id: number, only: RoundPlace['only']): RoundPerson | null {
  const at = people.findIndex((person) => person.id === id);
  const after = [...people.slice(at + 1), ...people.slice(0, Math.max(0, at))];
  return after.find((person) => !person.measured && isAsked(person, only)) ?? null;
}
