/** What the phone keeps of one person, in IndexedDB: the jobs, what they need, what waits to be sent, forms half filled in. */
import type { Output } from '#contract/http.ts';
import type { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import type { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import type { dictionaries } from '#contract/system/dictionaries.ts';
import type { careTasks } from '#contract/care/care-tasks.ts';
import type { residents } from '#contract/elderly/residents.ts';
import type { rounds } from '#contract/health/rounds.ts';
import type { News } from './news.ts';
import { databaseOf, type Owner } from './owners.ts';
import { isJobStepId, isOpenTo, jobOfStep, jobWith, type JobStepKind, type OwnJob, type Step } from './steps.ts';
import { withCare } from './care-steps.ts';
import { withEaten, type Meals } from './meal-steps.ts';
import { withRestraint, type Restraints } from './restraint-steps.ts';
import { withMeasured } from './round-steps.ts';
import { withLook, type Skin } from './skin-steps.ts';
import { visitInId, withCaring, type Caring } from './caring-steps.ts';
import { isWalkId, startId, walkId, withWalked, type Floors, type Walk } from './walks.ts';

/** Kept by an earlier version of this page it has no logic. */
export type Paper = Output<typeof questionnaires.details> & { logics?: Output<typeof questionnaireLogics.list> };
export type Words = Output<typeof dictionaries.byType>;

/** The people of a round; `readAt` in epoch milliseconds. */
export type Round = Output<typeof rounds.people> & { readAt: number };

/** The care tasks of this shift and the next. */
export type Care = Output<typeof careTasks.round> & { readAt: number };

/** Who lives in the house, for rounds and notes. */
export type Residents = Output<typeof residents.list> & { readAt: number };

export interface Kept {
  jobs: readonly OwnJob[];
  /** Questionnaires by their key. */
  papers: Readonly<Record<string, Paper>>;
  /** Dictionaries by their type. */
  words: Readonly<Record<string, Words>>;
  syncedAt: number;
  /** What has changed and was not read yet; absent of an earlier version. */
  news?: readonly News[];
  /** Absent until she has gone on a round here. */
  round?: Round;
  /** Absent until she has looked at the care tasks here. */
  care?: Care;
  /** Absent until she has gone through a floor or noted something here. */
  residents?: Residents;
  floors?: Floors & { readAt: number };
  /** Absent until she has looked at the skin of a person here. */
  skin?: Skin & { readAt: number };
  /** Absent until she has noted a meal here. */
  meals?: Meals & { readAt: number };
  /** Absent of who makes no caring visits. */
  caring?: Caring & { readAt: number };
  /** Absent until she has looked at restraints here. */
  restraints?: Restraints & { readAt: number };
}

const VERSION = 1;
/** `kept` has one record. */
const STORES = ['kept', 'steps', 'drafts'] as const;
type StoreName = (typeof STORES)[number];
const ONLY = 'all';

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error as Error));
  });

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store, store === 'steps' ? { keyPath: 'id' } : {});
  });
  return settled(request);
}

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Opens what is kept of an owner. Its functions reject when the browser has no room, or once the data was wiped. */
export async function openStore(owner: Pick<Owner, 'tenantId' | 'userId'>) {
  const database = await open(databaseOf(owner));
  // Another tab wipes: it must not wait for this one.
  database.addEventListener('versionchange', () => database.close());

  /** One transaction over some stores; `strict`: on the disk when it resolves, not merely with the operating system. */
  async function inOne<T>(
    names: readonly StoreName[],
    work: (store: (name: StoreName) => IDBObjectStore) => Promise<T>,
    write = true,
  ): Promise<T> {
    const transaction = database.transaction(names, write ? 'readwrite' : 'readonly', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    done.catch(() => {});
    try {
      const answer = await work((name) => transaction.objectStore(name));
      await done;
      return answer;
    } catch (error) {
      if (write) transaction.abort();
      throw error;
    }
  }
  const kept = (store: (name: StoreName) => IDBObjectStore) => settled<Kept | undefined>(store('kept').get(ONLY));

  const walksIn = async (drafts: IDBObjectStore) => {
    const ids = ((await settled(drafts.getAllKeys())) as string[]).filter(isWalkId);
    return Promise.all(ids.map((id) => settled<Walk>(drafts.get(id))));
  };

  return {
    /** All that is shown. */
    read: () =>
      inOne(
        STORES,
        async (store) => ({
          kept: (await kept(store)) ?? null,
          steps: await settled<Step[]>(store('steps').getAll()),
          walks: await walksIn(store('drafts')),
        }),
        false,
      ),
    /** What was typed for a job or a visit that is in the list no longer goes with it. */
    keep: (next: Kept) =>
      inOne(['kept', 'drafts'], async (store) => {
        await settled(store('kept').put(next, ONLY));
        const jobs = new Set(next.jobs.map(({ job }) => job.id));
        const visits = new Set(next.caring?.visits.map(({ id }) => id));
        const isOver = (id: string) =>
          isJobStepId(id) ? !jobs.has(jobOfStep(id)) : next.caring && visitInId(id) !== null && !visits.has(visitInId(id)!);
        const ids = (await settled(store('drafts').getAllKeys())) as string[];
        await Promise.all(ids.filter(isOver).map((id) => settled(store('drafts').delete(id))));
      }),
    /** Forgets the jobs and what was typed, not what was done. */
    forget: () =>
      inOne(
        ['kept', 'drafts'],
        async (store) => void (await Promise.all([settled(store('kept').clear()), settled(store('drafts').clear())])),
      ),
    /** Puts a step into the queue, and its draft away; false when the job is not open to it (any more), as after a double tap. */
    add: (step: Step & { kind: JobStepKind }, own: OwnJob) =>
      inOne(['kept', 'steps', 'drafts'], async (store) => {
        const steps = await settled<Step[]>(store('steps').getAll());
        const earlier = steps.find(({ id }) => id === step.id);
        const others = steps.filter((one) => one !== earlier);
        const now = (await kept(store))?.jobs.find(({ job }) => job.id === own.job.id) ?? own;
        // What was refused may be said again in other words, and answers as often as one likes.
        if ((earlier && !earlier.problem && step.kind !== 'answers') || (!earlier && !isOpenTo(step.kind, jobWith(now, others))))
          return false;
        await settled(store('steps').put(step));
        await settled(store('drafts').delete(step.id));
        return true;
      }),
    /** Puts the values of a person on a round into the queue, in place of those that the server refused. */
    measure: (step: Step, refused: readonly string[]) =>
      inOne(['steps'], async (store) => {
        await Promise.all(refused.map((id) => settled(store('steps').delete(id))));
        await settled(store('steps').put(step));
      }),
    /** Puts what was done once into the queue, and its draft away; false when that waits already, as after a double tap. */
    attend: (step: Step, draft = step.id) =>
      inOne(['steps', 'drafts'], async (store) => {
        const earlier = await settled<Step | undefined>(store('steps').get(step.id));
        if (earlier && !earlier.problem) return false;
        await settled(store('steps').put(step));
        await settled(store('drafts').delete(draft));
        return true;
      }),
    /** Keeps a round that is under way; with the step that begins it, unless one of its floor is under way already: false then. */
    walk: (walk: Walk, begin: Step | null) =>
      inOne(['steps', 'drafts'], async (store) => {
        const open = await settled<Walk | undefined>(store('drafts').get(walkId(walk)));
        // A double tap, or a change that was written after the end.
        if (begin ? open !== undefined : open?.walk !== walk.walk) return false;
        await settled(store('drafts').put(walk, walkId(walk)));
        if (begin) await settled(store('steps').put(begin));
        return true;
      }),
    /** Keeps a round that was begun elsewhere, unless one of its floor is under way here. */
    takeWalk: (walk: Walk) =>
      inOne(['drafts'], async (store) => {
        const open = await settled<Walk | undefined>(store('drafts').get(walkId(walk)));
        if (!open) await settled(store('drafts').put(walk, walkId(walk)));
      }),
    /** Ends a round: its step takes the place of the one that began it, and of what was kept; without a step it is given up. */
    endWalk: (walk: Walk, end: Step | null) =>
      inOne(['steps', 'drafts'], async (store) => {
        const open = await settled<Walk | undefined>(store('drafts').get(walkId(walk)));
        if (open?.walk !== walk.walk) return false;
        await settled(store('drafts').delete(walkId(walk)));
        await settled(store('steps').delete(startId(walk.walk)));
        if (end) await settled(store('steps').put(end));
        return true;
      }),
    /** Takes the end of a round that was refused back, to be corrected; false when another round of its floor is under way. */
    reopen: (step: Step, walk: Walk) =>
      inOne(['steps', 'drafts'], async (store) => {
        if ((await settled(store('drafts').get(walkId(walk)))) !== undefined) return false;
        await settled(store('steps').delete(step.id));
        await settled(store('drafts').put(walk, walkId(walk)));
        return true;
      }),
    /** Puts a step in place of what waits under its name: the last word counts. */
    put: (step: Step) => inOne(['steps'], async (store) => void (await settled(store('steps').put(step)))),
    /** A step of another name in place of one that was refused. */
    replace: (step: Step, other: Step) =>
      inOne(['steps'], async (store) => {
        await settled(store('steps').delete(step.id));
        await settled(store('steps').put(other));
      }),
    /** Writes down what became of a step, unless it is gone or was changed meanwhile. */
    change: (step: Step, part: Partial<Step>) =>
      inOne(['steps'], async (store) => {
        const now = await settled<Step | undefined>(store('steps').get(step.id));
        if (now?.key === step.key) await settled(store('steps').put({ ...now, ...part }));
      }),
    /** The server has it: it leaves the queue, and the kept job is as it made it. */
    done: (step: Step, userId: number) =>
      inOne(['kept', 'steps'], async (store) => {
        const now = await settled<Step | undefined>(store('steps').get(step.id));
        if (now?.key === step.key) await settled(store('steps').delete(step.id));
        const before = await kept(store);
        if (!before) return;
        const jobs = before.jobs.map((own) => jobWith(own, [{ ...step, problem: null }]));
        const round = before.round && withMeasured(before.round, step);
        const care = before.care && withCare(before.care, step);
        const floors = before.floors && withWalked(before.floors, step, userId);
        const restraints = before.restraints && withRestraint(before.restraints, step);
        const meals = before.meals && withEaten(before.meals, step);
        const skin = before.skin && withLook(before.skin, step);
        const caring = before.caring && withCaring(before.caring, step);
        const next = {
          ...before,
          jobs,
          ...(round ? { round } : {}),
          ...(care ? { care } : {}),
          ...(floors ? { floors } : {}),
          ...(restraints ? { restraints } : {}),
          ...(meals ? { meals } : {}),
          ...(skin ? { skin } : {}),
          ...(caring ? { caring } : {}),
        };
        await settled(store('kept').put(next, ONLY));
      }),
    /** The news were read. */
    seen: () =>
      inOne(['kept'], async (store) => {
        const before = await kept(store);
        if (before) await settled(store('kept').put({ ...before, news: [] }, ONLY));
      }),
    /** Takes a step out of the queue for good, with what was typed to correct it. */
    drop: (id: string) =>
      inOne(
        ['steps', 'drafts'],
        async (store) => void (await Promise.all([settled(store('steps').delete(id)), settled(store('drafts').delete(id))])),
      ),
    draft: <T>(id: string) => inOne(['drafts'], (store) => settled<T | undefined>(store('drafts').get(id)), false),
    keepDraft: (id: string, draft: unknown) => inOne(['drafts'], async (store) => void (await settled(store('drafts').put(draft, id)))),
    close: () => database.close(),
  };
}
