/**
 * The event sink on PostgreSQL. Readings, positions and states of all devices are written together in micro-batches; alarms go their own,
 * shorter way. `accept` resolves when everything of its frame is committed, and not before.
 */
import { BoundedMap } from '../bounded-map.ts';
import type pg from 'pg';
import type { Dependencies } from '../context.ts';
import { alarmLane, LOW_BATTERY_BIT } from './alarms.ts';
import { batchWriter } from './batch.ts';
import type { Directory } from './directory.ts';
import type { Accepted, EventSink, FrameEvents } from './events.ts';
import { positionFilters } from './position-filters.ts';
import { readingBands } from './reading-bands.ts';
import { patience, Stopped } from './retry.ts';
import { rowsOf, type FrameRows } from './rows.ts';
import { createRules, type RulesOptions } from './rules.ts';
import { sleepLane } from './sleeps.ts';

export const pipelineLimits = {
  /** Rows of one batch, and how long a lone frame waits for company. */
  batchRows: 1000,
  lingerMs: 5,
  /** Transactions at once. */
  writers: 2,
  /** What may wait: above either, further frames wait outside, as the frames they are, and their callers get no answer. */
  queuedRows: 20_000,
  queuedBytes: 32 * 1024 * 1024,
  /** Frames that may wait outside; a gateway keeps fewer. */
  outside: 20_000,
};

/** About what a row takes in memory. */
const ROW_BYTES = 200;
const MOST_DEVICES = 200_000;

export interface PipelineOptions {
  deps: Dependencies;
  /** Of the ingest role, at least `writers` connections. */
  pool: pg.Pool;
  directory: Pick<Directory, 'current'>;
  limits?: Partial<typeof pipelineLimits>;
  quickFixes?: RulesOptions['quickFixes'];
}

export interface PipelineCounts {
  frames: number;
  stored: number;
  repeated: number;
  discarded: number;
  batches: number;
  retries: number;
  refused: number;
  queuedRows: number;
  outside: number;
}

interface Pending {
  rows: FrameRows;
  size: number;
  resolve(stored: number): void;
  reject(error: unknown): void;
}

const sizeOf = ({ readings, positions }: FrameRows) => readings.length + positions.length + 1;

/** Makes the sink of one process. */
export function createPipeline({ deps, pool, directory, limits: given, quickFixes }: PipelineOptions) {
  const limits = { ...pipelineLimits, ...given };
  const counts: PipelineCounts = {
    frames: 0,
    stored: 0,
    repeated: 0,
    discarded: 0,
    batches: 0,
    retries: 0,
    refused: 0,
    queuedRows: 0,
    outside: 0,
  };
  const patient = patience((error, attempt) => {
    counts.retries++;
    if (attempt === 0) deps.log.warn({ err: error }, 'the database refused an ingest write, trying again');
  });
  const writer = batchWriter(pool);
  const alarms = alarmLane({ ...deps, inTenant: deps.urgent.inTenant }, patient);
  const sleeps = sleepLane(deps, patient);
  const rules = createRules({ deps, patient, ...(quickFixes ? { quickFixes } : {}) });
  const filters = positionFilters();
  const bands = readingBands();
  const lowBits = new BoundedMap<string, number>(MOST_DEVICES);
  let outside: Pending[] = [];
  let queue: Pending[] = [];
  let queued = 0;
  let writing = 0;
  let working = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let idle = () => {};

  const full = () => counts.queuedRows >= limits.queuedRows || counts.queuedRows * ROW_BYTES >= limits.queuedBytes;

  async function store(batch: readonly Pending[]): Promise<void> {
    try {
      const stored = await patient.insist(() => writer.write(batch.map(({ rows }) => rows)));
      counts.batches++;
      batch.forEach(({ resolve }, index) => resolve(stored[index] as number));
    } catch (error) {
      if (batch.length > 1 && !(error instanceof Stopped)) {
        // One row that the database refuses must not lose the others: halve until it stands alone.
        const middle = batch.length >> 1;
        await store(batch.slice(0, middle));
        await store(batch.slice(middle));
      } else for (const { reject } of batch) reject(error);
    }
  }

  /** Whole frames, up to the rows of a batch. */
  function take(): Pending[] {
    let size = 0;
    let end = 0;
    while (end < queue.length && (end === 0 || size + queue[end]!.size <= limits.batchRows)) size += queue[end++]!.size;
    const batch = queue.slice(0, end);
    queue = queue.slice(end);
    return batch;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    while (queue.length && writing < limits.writers) {
      const batch = take();
      writing++;
      const size = batch.reduce((sum, one) => sum + one.size, 0);
      queued -= size;
      void store(batch).finally(() => freed(size));
    }
  }

  function freed(size: number): void {
    writing--;
    counts.queuedRows -= size;
    let entering = 0;
    while (entering < outside.length && !full()) enqueue(outside[entering++]!);
    if (entering) outside = outside.slice(entering);
    if (queue.length) schedule();
  }

  /** A full batch leaves at once; a small one waits for company, longer only while all writers are busy. */
  function schedule(): void {
    if (writing >= limits.writers) return;
    if (closed || queued >= limits.batchRows) flush();
    else timer ??= setTimeout(flush, limits.lingerMs);
  }

  function enqueue(pending: Pending): void {
    queue.push(pending);
    queued += pending.size;
    counts.queuedRows += pending.size;
    schedule();
  }

  /** Into the queue, or in front of it until there is room; resolves after COMMIT with the number of new rows. */
  function write(rows: FrameRows): Promise<number> {
    if (outside.length >= limits.outside) return Promise.reject(new Error('The ingest queue is full'));
    return new Promise((resolve, reject) => {
      const pending = { rows, size: sizeOf(rows), resolve, reject };
      if (full()) outside.push(pending);
      else enqueue(pending);
    });
  }

  /** Whether state bits may turn the low-battery state; those that do not are written with the batch. */
  function mayTurn(key: string, bits: number): boolean {
    const low = bits & LOW_BATTERY_BIT;
    if (lowBits.get(key) === low) return false;
    lowBits.set(key, low);
    return true;
  }

  async function commit(frame: FrameEvents): Promise<Accepted> {
    const { key } = frame.device;
    const device = await patient.insist(() => directory.current(key));
    if (!device) throw new Error('The device was removed');
    const rows = rowsOf(frame, device, filters.judge(key, device.profile.positions));
    const { state } = rows;
    const { tenantId, deviceId } = device;
    const states = state.states !== null && mayTurn(key, state.states) ? { bits: state.states, at: state.statesAt } : null;
    if (states) state.states = null;
    const urgent = rows.alarms.length > 0 || states !== null;
    // Urgent first, and never held back by a full queue.
    const raised = urgent
      ? alarms.submit({ tenantId, deviceId, alarms: rows.alarms, states, receivedAt: frame.receivedAt, surroundings: rows.surroundings })
      : 0;
    const slept = rows.sleeps.length > 0 ? sleeps.submit({ tenantId, deviceId, sleeps: rows.sleeps }) : 0;
    const readings = bands.choose(key, device.profile, rows.readings);
    // Nothing is acknowledged before it is judged.
    const results = await Promise.allSettled([raised, write({ ...rows, readings }), slept, rules.check(rows, device, frame)]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      if (states) lowBits.delete(key);
      bands.forget(key);
      throw failed.reason;
    }
    const [alarmed, written, nights] = results as PromiseFulfilledResult<number>[];
    const stored = (alarmed?.value ?? 0) + (written?.value ?? 0) + (nights?.value ?? 0);
    counts.frames++;
    counts.stored += stored;
    counts.discarded += rows.discarded;
    counts.repeated += readings.length + rows.positions.length + rows.alarms.length + rows.sleeps.length - stored;
    return { stored };
  }

  async function accept(frame: FrameEvents): Promise<Accepted> {
    if (closed) throw new Stopped();
    working++;
    try {
      return await commit(frame);
    } catch (error) {
      counts.refused++;
      throw error;
    } finally {
      working--;
      if (working === 0) idle();
    }
  }

  return {
    accept,
    /** Limits, fences and states in memory, for whoever hears that they changed. */
    memory: rules.memory,
    /** Live numbers for /metrics. */
    get counts() {
      counts.outside = outside.length;
      return {
        ...counts,
        ...filters.counts,
        ...bands.counts,
        alarmsWaiting: alarms.waiting,
        rules: { ...rules.counts, ...rules.memory.counts() },
      };
    },
    /** Takes no more, writes what waits, gives up on a database that is away after `ms`. */
    async close(ms = 5000): Promise<void> {
      closed = true;
      const over = setTimeout(() => patient.stop(), ms);
      const rested = new Promise<void>((resolve) => (idle = resolve));
      flush();
      if (working > 0) await rested;
      clearTimeout(over);
      patient.stop();
    },
  } satisfies EventSink & Record<string, unknown>;
}

export type Pipeline = ReturnType<typeof createPipeline>;
