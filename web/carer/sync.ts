/**
 * Between the phone and the server: what waits goes up, then the list comes down.
 * A call while it runs is served by the run after.
 */
import { DAY } from '#contract/time.ts';
import { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { careNotes } from '#contract/care/care-notes.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { patrols } from '#contract/care/patrols.ts';
import { mealRecords } from '#contract/meals/meal-records.ts';
import { restraints } from '#contract/care/restraints.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { residents } from '#contract/elderly/residents.ts';
import { measurements } from '#contract/health/measurements.ts';
import { rounds } from '#contract/health/rounds.ts';
import { dictionaries } from '#contract/system/dictionaries.ts';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Output, Route } from '#contract/http.ts';
import { call } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { session } from '#web/api/session.ts';
import { formatTime } from '#web/ui/display.ts';
import { sendFile } from '#web/ui/uploads.ts';
import { freshOf } from '#web/work-orders/faster.ts';
import { careHappened, taskOfStep } from './care-steps.ts';
import { caringHappened, visitOfStep } from './caring-steps.ts';
import { drain, type Ports } from './drain.ts';
import { newsOf, withNews } from './news.ts';
import { carer, opened, reload, type Wanted } from './state.ts';
import { hasHappened, pauseMs, withAddresses, type Step, type StepKind } from './steps.ts';
import type { Paper, Words } from './store.ts';

const BACK_DAYS = 7;
const AHEAD_DAYS = 14;
const FILE_MS = 90_000;
/** While the page is seen: somebody may be sent to an alarm. */
const AGAIN_MS = 30_000;
/** Questionnaires and dictionaries hardly change. */
const REFERENCE_MS = 10 * 60_000;
/** So often people are read again while a round is under way. */
const PEOPLE_MS = 2 * 60_000;
/** So often the meals of today are, and the caring visits. */
const MEALS_MS = 60_000;
/** So many findings of the skin are kept. */
const MOST_SKIN = 100;
const LOCK = 'yian.carer.send';
const ROUTES: Record<StepKind, Route> = {
  start: workOrders.start,
  finish: workOrders.finish,
  answers: questionnaireResults.create,
  return: workOrders.handBack,
  measure: measurements.create,
  care: careTasks.done,
  careNot: careTasks.notDone,
  patrolStart: patrols.start,
  patrolEnd: patrols.walked,
  note: careNotes.create,
  eaten: mealRecords.save,
  skinNew: skinFindings.create,
  skinLook: skinFindings.look,
  restraintBegin: restraints.begin,
  restraintLook: restraints.look,
  restraintEnd: restraints.release,
  caringBegin: visitTasks.begin,
  caringRecord: visitTasks.record,
  caringMissed: visitTasks.notReached,
};
/** Dictionaries that a job is described with. */
const WORDS = ['care_level', 'anergy', 'emergency_type'];

/** One step: its files first, each remembered as soon as it is there. */
async function send(step: Step): Promise<void> {
  const files = [...step.files];
  for (const [index, one] of files.entries()) {
    if (one.sent !== null) continue;
    const { url } = await sendFile(new File([one.file], one.name, { type: one.file.type }), undefined, AbortSignal.timeout(FILE_MS));
    files[index] = { ...one, sent: url };
    await opened().change(step, { files });
  }
  await call(ROUTES[step.kind], withAddresses(step.body, files) as never, { quiet: true, key: step.key });
}

const day = (at: number) => formatTime(at, 'yyyy-MM-dd');
const may = ({ access }: Pick<Route, 'access'>) => session.getState().permissions[access] === true;
/** A nurse who only goes on rounds has no services. */
const readJobs = async () =>
  may(ownJobs.list)
    ? call(ownJobs.list, { from: day(Date.now() - BACK_DAYS * DAY), to: day(Date.now() + AHEAD_DAYS * DAY) }, { quiet: true })
    : [];

/**
 * What one of these pages shows, while it is open (null: at any time); what is known when it cannot be read, or was read less than
 * `fresh` ms ago.
 */
async function reading<R extends Route>(
  pages: readonly Wanted[] | null,
  route: R,
  known: (Output<R> & { readAt: number }) | undefined,
  fresh: number,
  input: object = {},
) {
  const { wanted } = carer.getState();
  const open = pages === null || (wanted !== null && pages.includes(wanted));
  if (!open || !may(route)) return known;
  if (known && Date.now() - known.readAt < fresh) return known;
  return call(route, input as never, { quiet: true }).then(
    (read) => ({ ...(read as object), readAt: Date.now() }) as Output<R> & { readAt: number },
    (error: CallError) => {
      if (known) return known;
      throw error;
    },
  );
}

/** Whether the server knows a step already. */
async function hasHeard(step: Step): Promise<boolean> {
  if (step.jobId !== null) return hasHappened(step, await readJobs());
  const visitId = visitOfStep(step);
  if (visitId !== null) {
    const known = await call(visitTasks.get, { id: visitId }, { quiet: true });
    return caringHappened(step, known, session.getState().user?.id ?? 0);
  }
  if (taskOfStep(step) === null) return false;
  const { tasks } = await call(careTasks.round, {}, { quiet: true });
  return careHappened(step, tasks, session.getState().user?.id ?? 0);
}

const ports: Ports = {
  // Without locks, as on plain HTTP, the server's own keys have to do.
  alone: (run) => (navigator.locks ? navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? run() : null)) : run()),
  steps: async () => (await opened().read()).steps,
  now: Date.now,
  send,
  refusalOf(error) {
    const { status = 0, message, data = null } = error as CallError;
    const fresh = freshOf({ status, data });
    return { status, text: message, fresh: fresh && { state: fresh.state, by: fresh.operationUserName } };
  },
  happened: hasHeard,
  async done(step) {
    await opened().done(step, session.getState().user?.id ?? 0);
    await reload(true);
  },
  async change(step, part) {
    await opened().change(step, part);
    await reload(true);
  },
};

/** What is known, and the rest from the server; all of it `again`. What cannot be read now is as it was. */
async function read<T>(keys: readonly string[], known: Readonly<Record<string, T>>, again: boolean, one: (key: string) => Promise<T>) {
  const found = await Promise.all(keys.map((key) => (known[key] !== undefined && !again ? known[key] : one(key).catch(() => known[key]))));
  return Object.fromEntries(keys.flatMap((key, index) => (found[index] === undefined ? [] : [[key, found[index]]]))) as Record<string, T>;
}

async function readPaper(projectKey: string): Promise<Paper> {
  const [details, logics] = await Promise.all([
    call(questionnaires.details, { projectKey }, { quiet: true }),
    call(questionnaireLogics.list, { projectKey }, { quiet: true }),
  ]);
  return { ...details, logics };
}

let referenceAt = 0;

/** The list and what its jobs need. Throws CallError. */
async function pull(): Promise<void> {
  const jobs = await readJobs();
  const { kept } = carer.getState();
  const keys = new Set(jobs.flatMap((own) => own.job.projectUserVoList.filter(({ resultId }) => resultId === null).map(({ key }) => key)));
  const again = Date.now() - referenceAt > REFERENCE_MS;
  const [round, care, people, floors, restrained, skin, meals, caring, papers, words] = await Promise.all([
    reading(['round'], rounds.people, kept?.round, PEOPLE_MS),
    reading(['care'], careTasks.round, kept?.care, 0),
    reading(['patrol', 'notes', 'skin'], residents.list, kept?.residents, PEOPLE_MS),
    reading(['patrol'], patrols.floors, kept?.floors, 0),
    reading(null, restraints.open, kept?.restraints, 0),
    reading(['skin'], skinFindings.page, kept?.skin, 0, { state: 1, size: MOST_SKIN }),
    reading(['meals'], mealRecords.today, kept?.meals, MEALS_MS),
    // She may be where there is no network before she looks at them.
    reading(null, visitTasks.own, kept?.caring, carer.getState().wanted === 'visits' ? 0 : MEALS_MS),
    read<Paper>([...keys], kept?.papers ?? {}, again, readPaper),
    read<Words>(WORDS, kept?.words ?? {}, again, (type) => call(dictionaries.byType, { type }, { quiet: true })),
  ]);
  if (again) referenceAt = Date.now();
  const { kept: now } = carer.getState();
  const come = newsOf(now?.jobs ?? null, jobs, Date.now());
  if (come.some(({ urgent }) => urgent)) navigator.vibrate?.([300, 150, 300]);
  await opened().keep({
    jobs,
    papers,
    words,
    syncedAt: Date.now(),
    news: withNews(now?.news ?? [], come),
    ...(round ? { round } : {}),
    ...(care ? { care } : {}),
    ...(people ? { residents: people } : {}),
    ...(floors ? { floors } : {}),
    ...(restrained ? { restraints: restrained } : {}),
    ...(meals ? { meals } : {}),
    ...(skin ? { skin } : {}),
    ...(caring ? { caring } : {}),
  });
  await reload(true);
}

let running: Promise<void> | null = null;
let asked = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whose data is open is signed in: only then anything is sent or read. */
function mayTalk(): boolean {
  const { owner } = carer.getState();
  const { tokens, user } = session.getState();
  return tokens !== null && owner !== null && user?.id === owner.userId && user.tenantId === owner.tenantId;
}

async function talk(): Promise<void> {
  clearTimeout(timer);
  if (!mayTalk() || !navigator.onLine) return carer.setState({ talk: 'idle' });
  carer.setState({ talk: 'sending' });
  let wait = AGAIN_MS;
  try {
    const drained = await drain(ports);
    if (drained.end === 'again') wait = pauseMs(drained.tries, Math.random());
    else if (drained.end !== 'signIn') await pull();
    carer.setState({ talk: drained.end === 'again' ? 'failing' : 'idle', trouble: null });
  } catch (error) {
    const { status, message } = error as CallError;
    carer.setState({ talk: status === 0 ? 'failing' : 'idle', trouble: message });
  }
  const held = carer.getState().steps.flatMap(({ heldUntil = 0 }) => (heldUntil > Date.now() ? [heldUntil - Date.now()] : []));
  timer = setTimeout(() => document.visibilityState === 'visible' && void sync(), Math.min(wait, ...held));
}

/** Sends and reads, now or as soon as what runs is through. */
export function sync(): Promise<void> {
  if (running) {
    asked = true;
    return running;
  }
  running = talk().finally(() => {
    running = null;
    if (asked) {
      asked = false;
      void sync();
    }
  });
  return running;
}

/** Syncs whenever there is reason to. Gives what stops it. */
export function keepSyncing(): () => void {
  const go = () => void (document.visibilityState === 'visible' && sync());
  const message = ({ data }: MessageEvent) => data === 'sync' && void sync();
  window.addEventListener('online', go);
  document.addEventListener('visibilitychange', go);
  navigator.serviceWorker?.addEventListener('message', message);
  const stop = session.subscribe((now, before) => now.tokens !== null && before.tokens === null && void sync());
  void sync();
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', go);
    document.removeEventListener('visibilitychange', go);
    navigator.serviceWorker?.removeEventListener('message', message);
    stop();
  };
}
