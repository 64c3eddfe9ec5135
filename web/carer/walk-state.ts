/** What a carer does on a round through a floor, written down on the phone before anything is sent. */
import { floorText } from '#contract/rooms/places.rules.ts';
import { freshName } from '#web/api/fresh-name.ts';
import { NO_JOB, carer, opened, reload } from './state.ts';
import type { Step } from './steps.ts';
import { endBody, endId, reopened, sameFloor, startBody, startId, walkState, type Floor, type Walk } from './walks.ts';

type Place = Pick<Walk, 'building' | 'floor'>;

const stepOf = (walk: Walk, part: Pick<Step, 'id' | 'kind' | 'at' | 'body' | 'title'>): Step => ({
  ...part,
  ...NO_JOB,
  personName: floorText(walk),
  key: freshName(),
  files: [],
});

/** The round of a floor that is under way here. */
export const walkOn = (walks: readonly Walk[], place: Place): Walk | null => walks.find((walk) => sameFloor(walk, place)) ?? null;

/** Begins a round of a floor now. */
export async function beginWalk({ building, floor }: Place): Promise<void> {
  const at = Date.now();
  const walk: Walk = { walk: freshName(), building, floor, at, said: {}, note: '' };
  await opened().walk(walk, stepOf(walk, { id: startId(walk.walk), kind: 'patrolStart', at, body: startBody(walk), title: '开始巡视' }));
  await reload(true);
}

/** Goes on here with a round that the same person has begun elsewhere: the server knows it. */
export async function takeWalk({ building, floor }: Place, { walk, startTime }: NonNullable<Floor['walking']>): Promise<void> {
  await opened().takeWalk({ ...reopened({ body: { walk, building, floor, startTime, marks: [], note: '' } }) });
  await reload(true);
}

/** Keeps what was said on a round so far. */
export async function keepWalk(walk: Walk): Promise<void> {
  await opened().walk(walk, null);
  await reload(true);
}

/** Ends a round now. */
export async function finishWalk(walk: Walk): Promise<void> {
  const at = Date.now();
  const { marked } = walkState(walk);
  const title = marked === 0 ? '全部平安' : `${marked}人有情况`;
  await opened().endWalk(walk, stepOf(walk, { id: endId(walk.walk), kind: 'patrolEnd', at, body: endBody(walk, at), title }));
  await reload(true);
}

/** Whether the server has not heard that a round began: then it can be given up here. */
export const isUnheard = ({ walk }: Walk): boolean => carer.getState().steps.some(({ id }) => id === startId(walk));

/** Gives up a round. */
export async function dropWalk(walk: Walk): Promise<void> {
  await opened().endWalk(walk, null);
  await reload(true);
}

/** Takes a refused end back, to be corrected. Gives false while another round of the floor is under way. */
export async function correctWalk(step: Step): Promise<boolean> {
  const done = await opened().reopen(step, reopened(step));
  await reload(true);
  return done;
}

/** Sends a refused round as a round of its own: the one that it should have ended was cancelled or ended elsewhere. */
export async function sendAnew(step: Step): Promise<void> {
  const walk = freshName();
  await opened().replace(step, { ...step, id: endId(walk), key: freshName(), body: { ...step.body, walk }, problem: null, tries: 0 });
  await reload(true);
}
