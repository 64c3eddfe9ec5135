/** Rounds through floors that are under way on this phone, what their steps are, and how the floors look meanwhile. Pure. */
import { NEEDS_SOMETHING } from '#contract/care/patrol-commands.rules.ts';
import type { patrols } from '#contract/care/patrols.ts';
import type { Resident as ResidentSchema } from '#contract/elderly/residents.ts';
import type { Output } from '#contract/http.ts';
import { instantOf, textOf } from '#contract/time.ts';
import type { z } from 'zod';
import type { Step } from './steps.ts';

export type Resident = z.output<typeof ResidentSchema>;
export type Floors = Output<typeof patrols.floors>;
export type Floor = Floors['floors'][number];

/** Who is well is not named in what is sent. */
export const WELL = 0;
const OWN = '本人';

export interface Said {
  mark: number;
  note: string;
}

/** A round that was begun here and has not ended. */
export interface Walk {
  /** The key of the round. */
  walk: string;
  building: string;
  floor: string;
  /** When it began, epoch ms. */
  at: number;
  /** By the person's id; who is absent is well. */
  said: Readonly<Record<number, Said>>;
  note: string;
}

type About = Pick<Step, 'kind' | 'body'>;
type Place = Pick<Walk, 'building' | 'floor'>;

/** Where in the store of drafts a round lies: one of a floor. */
export const walkId = ({ building, floor }: Place) => `walk.${building}.${floor}`;
export const isWalkId = (id: string) => id.startsWith('walk.');
/** The names of its steps. */
export const startId = (walk: string) => `patrolStart.${walk}`;
export const endId = (walk: string) => `patrolEnd.${walk}`;

/** The round of a step; null of another step. */
export const walkOfStep = ({ kind, body }: About): string | null =>
  (kind === 'patrolStart' || kind === 'patrolEnd') && typeof body.walk === 'string' ? body.walk : null;

const marksOf = (said: Walk['said']) =>
  Object.entries(said).flatMap(([id, { mark, note }]) => (mark === WELL ? [] : [{ oldmanId: Number(id), mark, note: note.trim() }]));

/** The input that begins a round. */
export const startBody = ({ walk, building, floor, at }: Walk) => ({ walk, building, floor, startTime: textOf(at) });

/** The input that ends a round at `now`. */
export const endBody = (walk: Walk, now: number) => ({
  ...startBody(walk),
  endTime: textOf(now),
  marks: marksOf(walk.said),
  note: walk.note.trim(),
});

/** The round again as it was before it was ended, to be corrected. */
export function reopened({ body }: Pick<Step, 'body'>): Walk {
  const { walk, building, floor, startTime, marks, note } = body as ReturnType<typeof endBody>;
  const said = Object.fromEntries(marks.map(({ oldmanId, ...one }) => [oldmanId, one]));
  return { walk, building, floor, at: instantOf(startTime), said, note };
}

/** How many residents are not simply well, and whether a text is wanting. */
export function walkState({ said }: Pick<Walk, 'said'>): { marked: number; unsaid: boolean } {
  const marks = marksOf(said);
  return { marked: marks.length, unsaid: marks.some(({ mark, note }) => mark === NEEDS_SOMETHING && note === '') };
}

/** The span of `now` in which each floor should be walked through; null when none is asked for. */
export const windowNow = ({ windows }: Pick<Floors, 'windows'>, now: number) =>
  windows.find(({ startTime, endTime }) => instantOf(startTime) <= now && now < instantOf(endTime)) ?? null;

export const sameFloor = (a: Place, b: Place) => a.building === b.building && a.floor === b.floor;

/** The floors once the server has a step; another step changes nothing. */
export function withWalked<F extends Floors>(floors: F, step: About, userId: number): F {
  const walk = walkOfStep(step);
  if (walk === null) return floors;
  const body = step.body as ReturnType<typeof startBody>;
  const begun = { lastTime: body.startTime, lastName: OWN };
  const walking = step.kind === 'patrolEnd' ? null : { id: 0, version: 1, walk, userId, userName: OWN, startTime: body.startTime };
  return {
    ...floors,
    floors: floors.floors.map((floor) => {
      if (!sameFloor(floor, body)) return floor;
      const later = floor.lastTime === null || floor.lastTime < body.startTime;
      const ended = step.kind === 'patrolEnd' && floor.walking?.walk === walk;
      return { ...floor, ...(later ? begun : {}), walking: ended ? null : step.kind === 'patrolStart' ? walking : floor.walking };
    }),
  };
}

/** The floors with all that waits and was not refused, and whether each was walked through in the span of `now`. */
export function floorsNow(floors: Floors, steps: readonly Step[], userId: number, now: number): Floors {
  const window = windowNow(floors, now);
  const waiting = steps.filter(({ problem }) => problem === null).reduce<Floors>((all, step) => withWalked(all, step, userId), floors);
  const isDone = ({ lastTime }: Floor) => window !== null && lastTime !== null && lastTime >= window.startTime && lastTime < window.endTime;
  return { ...waiting, window, floors: waiting.floors.map((floor) => ({ ...floor, done: isDone(floor) })) };
}
