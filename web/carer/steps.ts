/** What a carer did and the server has not heard yet: which is told next, what an answer means, how the jobs look meanwhile. Pure. */
import type { OwnJob as OwnJobSchema } from '#contract/work-orders/own-jobs.ts';
import { canDoJob, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { z } from 'zod';

export type OwnJob = z.output<typeof OwnJobSchema>;
/** `answers`: a questionnaire of the job; `return`: she cannot go. */
export type JobStepKind = 'start' | 'answers' | 'finish' | 'return';
/**
 * `measure`: the values of a person on a round; `care`, `careNot`: what became of a care task; `patrolStart`, `patrolEnd`: a round through
 * a floor; `note`: a note of care; `eaten`: how much of a meal; `skinNew`, `skinLook`: a new finding of the skin, and a look at one;
 * `restraint…`: a restraint is begun, looked at, ended; `caring…`: the visitor of a caring visit is there, recorded it, did not reach the
 * person. They belong to no job.
 */
export type StepKind =
  | JobStepKind
  | 'measure'
  | 'care'
  | 'careNot'
  | 'patrolStart'
  | 'patrolEnd'
  | 'note'
  | 'eaten'
  | 'skinNew'
  | 'skinLook'
  | 'restraintBegin'
  | 'restraintLook'
  | 'restraintEnd'
  | 'caringBegin'
  | 'caringRecord'
  | 'caringMissed';

/** A file that goes before its step; `url` stands for it in the body until it has an address of its own. */
export interface StepFile {
  url: string;
  file: Blob;
  name: string;
  /** Its address at the server, once it is there: sent again it would be there twice. */
  sent: string | null;
}

/** Why the server will not have a step as it is. */
export interface Problem {
  status: number;
  text: string;
  /** The order as it is now, when somebody was faster. */
  fresh: { state: number; by: string | null } | null;
}

export interface Step {
  /** `start.12`: what can be done once has one name, in however many tabs it is tapped. */
  id: string;
  kind: StepKind;
  /** Null of a round. */
  jobId: number | null;
  workOrderId: number | null;
  /** For the list of what waits: the job itself may be gone by then. */
  personName: string;
  title: string;
  /** When it was done, epoch milliseconds; the order of sending. */
  at: number;
  /** `Idempotency-Key`. Another body has another key. */
  key: string;
  /** The route's input. */
  body: Readonly<Record<string, unknown>>;
  files: readonly StepFile[];
  /** Sendings that failed for want of a network or a server. */
  tries: number;
  problem: Problem | null;
  /** It stays here until then, so that it can be taken back; epoch ms. Absent: it goes at once. */
  heldUntil?: number;
}

export const stepId = (kind: StepKind, jobId: number, key = '') => [kind, jobId, key].filter(Boolean).join('.');

/** Whether it names a step of a job. */
export const isJobStepId = (id: string) => /^(start|answers|finish|return)\./.test(id);

/** The job in the name of such a step. */
export const jobOfStep = (id: string) => Number(id.split('.')[1]);

const inOrder = (steps: readonly Step[]) => [...steps].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

/** The one to send at `now`: the oldest that is not held, but for those of jobs whose earlier step needs the person first. Null: none. */
export function nextStep(steps: readonly Step[], now: number): Step | null {
  const held = new Set<number>();
  for (const step of inOrder(steps)) {
    if ((step.heldUntil ?? 0) > now) continue;
    if (step.problem) {
      if (step.jobId !== null) held.add(step.jobId);
    } else if (step.jobId === null || !held.has(step.jobId)) return step;
  }
  return null;
}

/** `again`: nobody has said no, it is sent once more. `signIn`: the session is over. `problem`: the person has to look. */
export type Verdict = 'again' | 'signIn' | 'problem';

/** What a refusal by HTTP status means for a step; 0 is an answer that never came. */
export function verdictOf(status: number): Verdict {
  if (status === 401 || status === 426) return 'signIn';
  return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500 ? 'again' : 'problem';
}

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** How long to wait after `tries` failures in a row: doubling from 2 s to 5 minutes, of which up to a half is taken off at random. */
export const pauseMs = (tries: number, random: number) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1)) * (1 - random / 2);

/** A body with the files' own addresses. */
export function withAddresses(body: unknown, files: readonly StepFile[]): unknown {
  if (typeof body === 'string') return files.find(({ url }) => url === body)?.sent ?? body;
  if (Array.isArray(body)) return body.map((part) => withAddresses(part, files));
  if (body === null || typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).map(([name, part]) => [name, withAddresses(part, files)]));
}

const EMPTY_VISIT: NonNullable<OwnJob['job']['workOrderServer']> = {
  serverStartTime: null,
  serverEndTime: null,
  signInAddress: null,
  signInImg: null,
  signOutAddress: null,
  signOutImg: null,
  signInDistance: null,
  signInReason: null,
  signOutDistance: null,
  signOutReason: null,
  signInReceivedAt: null,
  signOutReceivedAt: null,
  result: null,
  signature: null,
  signer: null,
  unsignedReason: null,
  serverTimeNum: null,
  serverUserName: null,
};

const textIn = (body: Step['body'], name: string) => (typeof body[name] === 'string' ? (body[name] as string) : null);

/** A job as it is once a step has happened. */
function after(own: OwnJob, { kind, body }: Step): OwnJob {
  const { job } = own;
  const visit = job.workOrderServer ?? EMPTY_VISIT;
  const at = textIn(body, 'occurredAt');
  if (kind === 'start')
    return { ...own, job: { ...job, status: jobStatus.inProgress, workOrderServer: { ...visit, serverStartTime: at } } };
  if (kind === 'finish') {
    const ended = {
      ...visit,
      serverEndTime: at,
      result: textIn(body, 'result'),
      signer: textIn(body, 'signer'),
      unsignedReason: textIn(body, 'unsignedReason'),
    };
    return { ...own, job: { ...job, status: jobStatus.finished, workOrderServer: ended } };
  }
  if (kind === 'return')
    return { ...own, job: { ...job, status: job.status === jobStatus.paused ? jobStatus.paused : jobStatus.unassigned } };
  const filled = job.projectUserVoList.map((asked) =>
    asked.key === body.projectKey && asked.resultId === null ? { ...asked, resultId: 0 } : asked,
  );
  return { ...own, job: { ...job, projectUserVoList: filled } };
}

/** A job as the carer knows it: what the server said, then what she did since, up to the first step that was refused. */
export function jobWith(own: OwnJob, steps: readonly Step[]): OwnJob {
  const mine = inOrder(steps).filter(({ jobId }) => jobId === own.job.id);
  const refused = mine.findIndex(({ problem }) => problem !== null);
  return (refused === -1 ? mine : mine.slice(0, refused)).reduce(after, own);
}

/** Whether a step can be done to a job that is as `jobWith` says. */
export const isOpenTo = (kind: JobStepKind, { job }: OwnJob) =>
  kind === 'answers' ? job.status === jobStatus.assigned || job.status === jobStatus.inProgress : canDoJob(kind, job.status);

/**
 * Whether the server has heard of a step that it refuses: the answer to an earlier sending was lost for longer than it remembers keys. A
 * job that is hers no longer needs no handing back.
 */
export function hasHappened({ kind, jobId, body }: Step, jobs: readonly OwnJob[]): boolean {
  // Another value at the same second may be that of a colleague: the person has to look.
  if (jobId === null) return false;
  if (kind === 'return') return !jobs.some(({ job }) => job.id === jobId);
  const visit = jobs.find(({ job }) => job.id === jobId)?.job.workOrderServer;
  const known = kind === 'start' ? visit?.serverStartTime : kind === 'finish' ? visit?.serverEndTime : null;
  return known !== null && known !== undefined && known === body.occurredAt;
}
