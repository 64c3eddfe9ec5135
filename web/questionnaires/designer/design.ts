/**
 * The design of one questionnaire while its page is open: what is shown changes at once, the server follows call by call.
 * Calls go one after the other, each with the revision that the one before has made; what was typed waits 600 ms.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Output } from '#contract/http.ts';
import { questionnaireItems as itemRoutes } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireLogics as logicRoutes } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaires as routes } from '#contract/questionnaires/questionnaires.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/refusals.ts';
import { apply, inverse, neighbours, ruleOf, sorted, type Draft, type Step } from './draft.ts';
import { problemOf, rebased, subjectOf, unsavedOf } from './rebase.ts';
import { sent, sentRule } from './sent.ts';

const TYPING_MS = 600;
/** How long it waits where the server takes no more calls for now. */
const CROWDED_MS = 1000;
/** Typing in one field within this time is undone as one. */
const BURST_MS = 1500;
const MOST_UNDONE = 200;

export type Project = Output<typeof routes.details>['project'];

interface Edit {
  undo: readonly Step[];
  redo: readonly Step[];
  /** Edits with the same mark belong together while they follow quickly. */
  mark: string | null;
  /** What was done, where the page says it. */
  said: string | null;
  at: number;
}

export interface Design {
  /** Null until it was read. */
  project: Project | null;
  draft: Draft;
  /** Why it could not be read. */
  unread: string | null;
  saving: 'saved' | 'saving' | 'failed';
  /** Why the last call failed. */
  failure: string | null;
  /** What is not saved because it cannot be: number of a question, `TITLE`, `ruleSubject`. */
  refused: Readonly<Record<string, string>>;
  past: readonly Edit[];
  future: readonly Edit[];
  /** Another editor has changed the questionnaire: all of it was read again, or what is not saved waits for a decision. */
  overtaken: 'read' | 'waits' | null;
}

const NONE: Draft = { name: '', describe: '', items: [], rules: [] };
const fresh = { saving: 'saved', failure: null, refused: {}, past: [], future: [], unread: null } as const;

export function createDesign(key: string) {
  const store: StoreApi<Design> = createStore<Design>(() => ({ project: null, draft: NONE, overtaken: null, ...fresh }));
  /** The questionnaire as the server has it. */
  let kept = { draft: NONE, revision: 0, version: 0 };
  let queue: Step[] = [];
  let running = false;
  /** The newest revision that the server told of. */
  let heard = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const get = store.getState;
  const set = store.setState;

  async function read() {
    const [{ project, projectItems: items }, rules] = await Promise.all([
      call(routes.details, { projectKey: key }, { quiet: true }),
      call(logicRoutes.list, { projectKey: key }, { quiet: true }),
    ]);
    const draft: Draft = { name: project.name, describe: project.describe, items, rules };
    return { project, draft, revision: project.revision, version: project.version };
  }

  function take({ project, ...now }: Awaited<ReturnType<typeof read>>, overtaken: Design['overtaken']): void {
    kept = now;
    set({ project, draft: now.draft, overtaken, ...fresh });
  }

  async function load(overtaken: Design['overtaken'] = null): Promise<void> {
    clearTimeout(timer);
    queue = [];
    try {
      take(await read(), overtaken);
    } catch (error) {
      set({ unread: (error as Error).message });
    }
  }

  const unsaved = () => unsavedOf(get().draft, queue, get().refused);

  /** Another editor was faster. What is not saved stays as it was typed and waits for a decision; without any, all is read again. */
  async function overtake(): Promise<void> {
    clearTimeout(timer);
    if (unsaved().length === 0) {
      // Where it cannot be read, the next change finds out.
      const now = await read().catch(() => null);
      if (!now) return;
      if (!running && unsaved().length === 0) return take(now, 'read');
    }
    set({ overtaken: 'waits', saving: 'failed', failure: null });
  }

  /** A revision that there is, perhaps one of ours: where it is none, it is told at once, not when the next change is refused. */
  async function hear(revision: number): Promise<void> {
    heard = Math.max(heard, revision);
    if (get().project && !running && get().overtaken !== 'waits' && heard > kept.revision) await overtake();
  }

  /** Makes one call, and notes what the server has then. */
  async function send(step: Step): Promise<void> {
    const { revision, version, draft } = kept;
    const note = (next: Draft) => (kept = { draft: next, revision: revision + 1, version });
    const quiet = { quiet: true };
    if (step.do === 'title') {
      await call(routes.update, { key, name: step.name.trim(), describe: step.describe, version }, quiet);
      // The server cleans rich text: only it knows whether that was a change.
      const now = await call(routes.get, { key }, quiet);
      if (!now || now.version !== version + 1 || now.revision > revision + 1) throw new CallError(409, '问卷已被他人修改');
      kept = { draft: apply(draft, step), revision: now.revision, version: now.version };
      set(({ project }) => ({ project: project && { ...project, version: now.version, name: now.name, describe: now.describe } }));
    } else if (step.do === 'rule') {
      const { formItemId, action, rule } = step;
      if (rule) await call(logicRoutes.save, { ...sentRule(rule), projectKey: key, revision }, quiet);
      else await call(logicRoutes.remove, { projectKey: key, formItemId, action, revision }, quiet);
      // Taking away what is not there makes no revision.
      if (rule || ruleOf(draft, formItemId, action)) note(apply(draft, step));
    } else if (step.do === 'put') {
      const { sort } = await call(itemRoutes.create, sent(step.item, revision), quiet);
      note(apply(draft, { do: 'put', item: { ...step.item, sort }, at: draft.items.length }));
      if (step.at < draft.items.length) queue.splice(1, 0, { do: 'move', formItemId: step.item.formItemId, to: step.at });
    } else if (step.do === 'set') {
      await call(itemRoutes.update, sent(step.item, revision), quiet);
      note(apply(draft, step));
    } else if (step.do === 'drop') {
      await call(itemRoutes.remove, { projectKey: key, formItemId: step.formItemId, revision }, quiet);
      note(apply(draft, step));
    } else {
      const { formItemId, to } = step;
      const between = neighbours(draft, formItemId, to);
      const placed = await call(itemRoutes.sort, { projectKey: key, formItemId, ...between, revision }, quiet);
      if (placed) note(sorted(draft, formItemId, to, placed.sort));
    }
  }

  function refuse(step: Step, text: string): void {
    const subject = subjectOf(step);
    if (subject !== null) set(({ refused }) => ({ refused: { ...refused, [subject]: text } }));
  }

  /** Gives false where the rest has to wait. */
  async function failed(step: Step, error: CallError): Promise<boolean> {
    if (error.status === 409) {
      await overtake();
      return false;
    }
    // Many questions at once are more calls than the server takes in a minute: the rest goes on as it lets in more.
    if (error.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, CROWDED_MS));
      return true;
    }
    // Without an answer, or with one that says nothing of the step, it is tried again by hand.
    if (error.status < 400 || error.status >= 500 || error.status === 401) {
      set({ saving: 'failed', failure: error.message });
      return false;
    }
    if (subjectOf(step) !== null) {
      queue.shift();
      refuse(step, error.message);
      return true;
    }
    await load();
    set({ failure: error.message });
    return false;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (running || get().overtaken === 'waits') return;
    running = true;
    try {
      for (let step = queue[0]; step; step = queue[0]) {
        const problem = problemOf(step);
        if (problem) {
          queue.shift();
          refuse(step, problem);
          continue;
        }
        set({ saving: 'saving', failure: null });
        try {
          await send(step);
        } catch (error) {
          if (error instanceof CallError && (await failed(step, error))) continue;
          if (!(error instanceof CallError)) throw error;
          return;
        }
        queue.shift();
      }
      set({ saving: 'saved' });
    } finally {
      running = false;
      void hear(0);
    }
  }

  function enqueue(steps: readonly Step[]): void {
    for (const step of steps) {
      const subject = subjectOf(step);
      const last = queue.length - 1;
      const waits = last > (running ? 0 : -1);
      // What is typed into one field is one call, also behind one that failed.
      if (subject !== null && waits && queue[last] && subjectOf(queue[last]) === subject) queue[last] = step;
      else queue.push(step);
      const gone = step.do === 'drop' ? String(step.formItemId) : subject;
      if (gone !== null && gone in get().refused)
        set(({ refused }) => ({ refused: Object.fromEntries(Object.entries(refused).filter(([id]) => id !== gone)) }));
    }
  }

  function perform(steps: readonly Step[]): Step[] {
    const undo: Step[] = [];
    let { draft } = get();
    for (const step of steps) {
      const back = inverse(draft, step);
      if (back) undo.unshift(back);
      draft = apply(draft, step);
    }
    set(({ overtaken }) => (overtaken === 'waits' ? { draft } : { draft, saving: 'saving', overtaken: null }));
    enqueue(steps);
    return undo;
  }

  return {
    store,
    load,
    flush,
    hear,
    overtake,
    /** Looks whether there is a revision that was not told of, for instance while the page was in the background. */
    async look(): Promise<void> {
      const now = await call(routes.get, { key }, { quiet: true }).catch(() => null);
      if (now) await hear(now.revision);
    },
    /** Writes what is not saved onto what the others have made of the questionnaire. */
    async saveMine(): Promise<void> {
      if (running) return;
      running = true;
      try {
        const now = await read();
        const mine = rebased(now.draft, unsaved());
        take(now, null);
        queue = mine.steps;
        set({ draft: mine.draft, saving: 'saving' });
      } catch (error) {
        set({ failure: (error as Error).message });
      } finally {
        running = false;
      }
      await flush();
    },
    /** Changes the draft. `mark` names the field that is typed into; `said` is what the page says of it. */
    edit(steps: readonly Step[], { mark = null, said = null }: { mark?: string | null; said?: string | null } = {}): void {
      const undo = perform(steps);
      const at = Date.now();
      const { past } = get();
      const last = past.at(-1);
      const goesOn = mark !== null && last?.mark === mark && at - last.at < BURST_MS;
      const made: Edit = goesOn ? { ...last, redo: steps, at } : { undo, redo: steps, mark, said, at };
      set({ past: [...(goesOn ? past.slice(0, -1) : past), made].slice(-MOST_UNDONE), future: [] });
      clearTimeout(timer);
      if (mark === null) void flush();
      else timer = setTimeout(() => void flush(), TYPING_MS);
    },
    undo(): void {
      const { past, future } = get();
      const last = past.at(-1);
      if (!last) return;
      perform(last.undo);
      set({ past: past.slice(0, -1), future: [...future, { ...last, mark: null }] });
      void flush();
    },
    redo(): void {
      const { past, future } = get();
      const next = future.at(-1);
      if (!next) return;
      perform(next.redo);
      set({ past: [...past, next], future: future.slice(0, -1) });
      void flush();
    },
    /** After publishing and stopping, which change nothing else. */
    stands(status: number): void {
      kept = { ...kept, version: kept.version + 1 };
      set(({ project }) => ({ project: project && { ...project, status, version: kept.version } }));
    },
    isSaved: () => get().saving === 'saved' && Object.keys(get().refused).length === 0,
  };
}
export type Designing = ReturnType<typeof createDesign>;
