/** What the phone page shows: one store for all of it, filled from IndexedDB, changed by the steps below and by sync.ts. */
import { createStore } from 'zustand/vanilla';
import type { Entered } from '#contract/health/measurements.rules.ts';
import { metrics } from '#contract/health/metrics.ts';
import { session } from '#web/api/session.ts';
import { formatTime } from '#web/ui/display.ts';
import { freshName } from '#web/api/fresh-name.ts';
import { keptIn } from '#web/ui/kept-files.ts';
import { isStale, keepOwner, owners, wipe, type Owner } from './owners.ts';
import type { CareTask } from './care-steps.ts';
import { personMeasured } from './round-steps.ts';
import { openStore, type Kept, type Store } from './store.ts';
import { jobWith, stepId, type JobStepKind, type OwnJob, type Step } from './steps.ts';
import { eatenLabels } from '#contract/care/eaten.rules.ts';
import { eatenBody, eatenId, type Eater } from './meal-steps.ts';
import type { Restraint, RestraintStep } from './restraint-steps.ts';
import type { Walk } from './walks.ts';

/** What a page needs besides the jobs. */
export type Wanted = 'round' | 'care' | 'patrol' | 'notes' | 'restraint' | 'meals' | 'skin' | 'visits';

export interface CarerState {
  /** Null: nobody is signed in, and nothing is kept of anybody. */
  owner: Owner | null;
  kept: Kept | null;
  steps: readonly Step[];
  /** Rounds through floors that are under way here. */
  walks: readonly Walk[];
  /** `offline` and `failing` are told apart by whether the browser knows. */
  talk: 'idle' | 'sending' | 'failing';
  /** What the list said when it could not be read. */
  trouble: string | null;
  /** What the page that is open shows: it is read, too. */
  wanted: Wanted | null;
}

export const carer = createStore<CarerState>(() => ({
  owner: null,
  kept: null,
  steps: [],
  walks: [],
  talk: 'idle',
  trouble: null,
  wanted: null,
}));

/** How a step begins that belongs to no job. */
export const NO_JOB = { jobId: null, workOrderId: null, tries: 0, problem: null } as const;

let store: Store | null = null;
export const opened = (): Store =>
  store ??
  (() => {
    throw new Error('Nothing is open');
  })();

const channel = new BroadcastChannel('yian.carer');
let changed: () => void = () => {};
/** Hears what other tabs write down. */
channel.addEventListener('message', () => changed());

/** Reads what is kept into the page; afterwards the others, too, if this tab wrote. */
export async function reload(wrote = false): Promise<void> {
  const { kept, steps, walks } = await opened().read();
  const { owner } = carer.getState();
  if (owner) {
    const now = { ...owner, waiting: steps.length, syncedAt: kept?.syncedAt ?? owner.syncedAt };
    keepOwner(now);
    carer.setState({ owner: now, kept, steps, walks });
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
  if (wrote) channel.postMessage('changed');
}

/** The signed-in person, or without one whoever used this phone last. */
function ownerNow(): Owner | null {
  const { user } = session.getState();
  const known = owners();
  if (!user) return known[0] ?? null;
  const mine = known.find(({ tenantId, userId }) => tenantId === user.tenantId && userId === user.id);
  return mine ?? { tenantId: user.tenantId, userId: user.id, name: user.username, syncedAt: null, waiting: 0 };
}

/** Nothing is shown that is older than three days; what was done then waits for a signed-in person. */
async function forgetStale(now: number): Promise<void> {
  for (const owner of owners()) {
    if (!isStale(owner, now)) continue;
    if (owner.waiting === 0) wipe(owner);
    else {
      const old = await openStore(owner);
      await old.forget().finally(old.close);
    }
  }
}

/** Opens what is kept of whom it concerns. Gives whether there is anybody. */
export async function begin(now: number): Promise<boolean> {
  await forgetStale(now);
  const owner = ownerNow();
  if (!owner || (session.getState().user === null && isStale(owner, now))) return false;
  store = await openStore(owner);
  changed = () => void reload().catch(() => {});
  carer.setState({ owner });
  keepOwner(owner);
  await reload();
  return true;
}

export interface Deed {
  kind: JobStepKind;
  own: OwnJob;
  /** Epoch milliseconds; null is now. */
  at: number | null;
  bodyAt: (at: number) => Record<string, unknown>;
}

/** Writes down what was done, with the files it names. Gives false when that was done already. */
export async function record({ kind, own, at: then, bodyAt }: Deed): Promise<boolean> {
  const at = then ?? Date.now();
  const body = bodyAt(at);
  const { job, workOrderId, oldmanName } = own;
  const paper = job.projectUserVoList.find(({ key }) => key === body.projectKey);
  const added = await opened().add(
    {
      id: stepId(kind, job.id, paper?.key),
      kind,
      jobId: job.id,
      workOrderId,
      personName: oldmanName,
      title: paper?.name ?? job.serverProjectName,
      at,
      key: freshName(),
      body,
      files: keptIn(body).map(({ url, file }) => ({ url, file, name: file.name, sent: null })),
      tries: 0,
      problem: null,
    },
    own,
  );
  await reload(true);
  return added;
}

/** Writes down what was measured of a person now, in place of what the server refused of them. */
export async function recordValues(person: { id: number; userName: string }, values: readonly Entered[]): Promise<void> {
  const at = Date.now();
  const refused = carer.getState().steps.filter((step) => step.problem !== null && personMeasured(step) === person.id);
  const body = { oldmanId: person.id, time: formatTime(at), values, doubtful: false, note: null, taskId: null, standing: null };
  const step: Step = {
    id: `measure.${person.id}.${at}`,
    kind: 'measure',
    ...NO_JOB,
    personName: person.userName,
    title: values.map(({ metric, value }) => `${metrics[metric].label}${value}`).join(' '),
    at,
    key: freshName(),
    body,
    files: [],
  };
  await opened().measure(
    step,
    refused.map(({ id }) => id),
  );
  await reload(true);
}

export interface CareDeed {
  task: CareTask;
  kind: 'care' | 'careNot';
  /** The route's input, beside the task and the time. */
  body: Record<string, unknown>;
}

/** Writes down what became of a care task now. Gives false when that was written down already. */
export async function recordCare({ task, kind, body }: CareDeed): Promise<boolean> {
  const at = Date.now();
  const added = await opened().attend({
    id: `care.${task.id}`,
    kind,
    ...NO_JOB,
    personName: task.oldmanName,
    title: `${task.dueTime.slice(11, 16)} ${task.name}`,
    at,
    key: freshName(),
    body: { id: task.id, doneTime: formatTime(at), ...body },
    files: [],
  });
  await reload(true);
  return added;
}

/** Writes down what was done about a restraint now. Gives false when that was written down already. */
export async function recordRestraint(row: Restraint, kind: RestraintStep, title: string, body: Record<string, unknown>): Promise<boolean> {
  const at = Date.now();
  const added = await opened().attend({
    // It begins and ends once.
    id: kind === 'restraintLook' ? `${kind}.${row.id}.${at}` : `${kind}.${row.id}`,
    kind,
    ...NO_JOB,
    personName: row.oldmanName,
    title,
    at,
    key: freshName(),
    body: { id: row.id, time: formatTime(at), ...body },
    files: [],
  });
  await reload(true);
  return added;
}

/** Writes down how much a resident ate, in place of what was said of the same meal and is not sent yet. */
export async function recordEaten(
  row: Eater,
  { day, meal, title }: { day: string; meal: string; title: string },
  eaten: number,
): Promise<void> {
  const at = Date.now();
  await opened().put({
    id: eatenId(day, meal, row.oldmanId),
    kind: 'eaten',
    ...NO_JOB,
    personName: row.oldmanName,
    title: `${title} ${eatenLabels[eaten]}`,
    at,
    key: freshName(),
    body: eatenBody(day, meal, row.oldmanId, eaten, at),
    files: [],
  });
  await reload(true);
}

/** Takes a step out of the queue for good. */
export async function giveUp(step: Step): Promise<void> {
  await opened().drop(step.id);
  await reload(true);
}

/** She has read what changed. */
export async function seenNews(): Promise<void> {
  await opened().seen();
  await reload(true);
}

/** Puts a refused step back into the queue as it is. */
export async function tryAgain(step: Step): Promise<void> {
  await opened().change(step, { problem: null, tries: 0 });
  await reload(true);
}

/** The jobs as the carer knows them. */
export const jobsNow = ({ kept, steps }: Pick<CarerState, 'kept' | 'steps'>): OwnJob[] =>
  (kept?.jobs ?? []).map((own) => jobWith(own, steps));
