/** Caring visits on the phone: what their steps say, what they make of the visits, and how these stand by the day. Pure. */
import {
  answersProblem,
  OTHER_REASON,
  outcomeText,
  visitPhase,
  visitPhases,
  visitStates,
  type VisitAnswer,
} from '#contract/visits/visit-tasks.rules.ts';
import type { visitTasks } from '#contract/visits/visit-tasks.ts';
import type { Output } from '#contract/http.ts';
import { textOf } from '#contract/time.ts';
import type { Step } from './steps.ts';

export type Caring = Output<typeof visitTasks.own>;
export type CaringVisit = Caring['visits'][number];
export type CaringStep = 'caringBegin' | 'caringRecord' | 'caringMissed';
type About = Pick<Step, 'kind' | 'body'>;

/** The name of what comes of a visit, and of what is typed for it: a visit has one outcome. */
export const outcomeId = (visitId: number) => `caring.${visitId}`;
export const beginId = (visitId: number) => `caringBegin.${visitId}`;
/** The visit in the name of an outcome; null of another name. */
export const visitInId = (id: string): number | null => (id.startsWith('caring.') ? Number(id.slice('caring.'.length)) : null);

const isCaring = (kind: Step['kind']): kind is CaringStep => kind === 'caringBegin' || kind === 'caringRecord' || kind === 'caringMissed';

/** The visit that a step deals with; null of another step. */
export const visitOfStep = ({ kind, body }: About): number | null => (isCaring(kind) && typeof body.id === 'number' ? body.id : null);

/** What is typed into the form of a visit. */
export interface CaringValues {
  /** Null: the way of the plan. */
  way: number | null;
  result: number | null;
  reason: number | null;
  /** By the title of what is asked. */
  said: Readonly<Record<string, Omit<VisitAnswer, 'title'>>>;
  note: string;
  photos: readonly string[];
  signature: string | null;
  /** When it was, as the phone's own field says it (`2026-11-27T09:30`); empty: now. */
  time: string;
}

export const NO_VALUES: CaringValues = { way: null, result: null, reason: null, said: {}, note: '', photos: [], signature: null, time: '' };

const asked = (visit: Pick<CaringVisit, 'items'>, { said }: CaringValues): VisitAnswer[] =>
  visit.items.map(({ title }) => ({ title, value: said[title]?.value.trim() ?? '', files: said[title]?.files ?? [] }));

/** What the form lacks or has wrong; null: it can be recorded. */
export function missingInCaring(kind: CaringStep, visit: Pick<CaringVisit, 'items'>, values: CaringValues): string | null {
  if (kind === 'caringMissed') {
    if (values.reason === null) return '请选择未见到人的原因';
    return values.reason === OTHER_REASON && values.note.trim() === '' ? '请说明未见到人的原因' : null;
  }
  return answersProblem(visit.items, asked(visit, values)) ?? (values.result === null ? '请选择探访结果' : null);
}

/** The input that records a form at `at` (epoch ms), unless it says another time. */
export function caringBody(
  kind: CaringStep,
  visit: Pick<CaringVisit, 'id' | 'items' | 'planWay'>,
  values: CaringValues,
  at: number,
): Record<string, unknown> {
  const { way, result, reason, note, photos, signature, time } = values;
  const common = {
    id: visit.id,
    doneTime: time === '' ? textOf(at) : `${time.replace('T', ' ')}:00`,
    way: way ?? visit.planWay,
    note: note.trim(),
  };
  return kind === 'caringMissed' ? { ...common, reason } : { ...common, result, answers: asked(visit, values), photos, signature };
}

/** The form as it was when a step was written down. */
export function caringValuesOf({ body, at }: Pick<Step, 'body' | 'at'>): CaringValues {
  const { way, result, reason, note, photos, signature, answers } = body as Partial<CaringValues> & { answers?: VisitAnswer[] };
  const time = typeof body.doneTime === 'string' ? body.doneTime : textOf(at);
  return {
    way: way ?? null,
    result: result ?? null,
    reason: reason ?? null,
    said: Object.fromEntries((answers ?? []).map(({ title, value, files }) => [title, { value, files }])),
    note: note ?? '',
    photos: photos ?? [],
    signature: signature ?? null,
    time: time.slice(0, 16).replace(' ', 'T'),
  };
}

/** `上门 正常`, for what waits. */
export function caringTitle(kind: CaringStep, body: Record<string, unknown>): string {
  if (kind === 'caringBegin') return '到达';
  const { way = null, result = null, reason = null } = body as Partial<CaringValues>;
  return outcomeText({ way, result, reason });
}

/** The visits once a step has happened; another step changes nothing. */
export function withCaring<C extends { visits: CaringVisit[] }>(caring: C, step: About): C {
  const id = visitOfStep(step);
  if (id === null) return caring;
  const { kind, body } = step;
  const time = typeof body.doneTime === 'string' ? body.doneTime : null;
  const visits = caring.visits.map((visit) => {
    if (visit.id !== id) return visit;
    if (kind === 'caringBegin') return { ...visit, state: visitPhases.begun, beginTime: time };
    return { ...visit, state: kind === 'caringRecord' ? visitPhases.done : visitPhases.notReached, doneTime: time };
  });
  return { ...caring, visits };
}

/** How a visit stands on `today`: what became of it, else by its days. */
function phaseNow({ state, dueDay, closeDay }: CaringVisit, today: string): number {
  if (state === visitPhases.done || state === visitPhases.notReached) return state;
  const begun = state === visitPhases.begun ? visitStates.begun : visitStates.open;
  return visitPhase({ state: begun, due_on: dueDay, closes_on: closeDay }, today);
}

/** The visits as they stand on `today`, with all that waits and was not refused. */
export function caringNow<C extends { visits: CaringVisit[] }>(caring: C, steps: readonly Step[], today: string): C {
  const now = steps.filter(({ problem }) => problem === null).reduce<C>(withCaring, caring);
  return { ...now, visits: now.visits.map((visit) => ({ ...visit, state: phaseNow(visit, today) })) };
}

const DUE: readonly number[] = [visitPhases.due, visitPhases.begun, visitPhases.overdue];
/** Whether something is to be done about a visit now. */
export const isDueCaring = ({ state }: Pick<CaringVisit, 'state'>): boolean => DUE.includes(state);

/** Whether the server has a step already that it refuses, because the answer to an earlier sending was lost. */
export function caringHappened(
  { kind, body }: About,
  visit: Pick<CaringVisit, 'userId' | 'beginTime' | 'doneTime'>,
  userId: number,
): boolean {
  const known = kind === 'caringBegin' ? visit.beginTime : visit.doneTime;
  return visit.userId === userId && known !== null && known === body.doneTime;
}
