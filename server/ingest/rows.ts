/** What the events of one frame become in the database: readings, positions, the device's state, alarms. Pure. */
import { DAY, MINUTE } from '#contract/time.ts';
import type { Verdict } from '#contract/devices/position-filters.rules.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import type { AlarmEvent, DeviceEvent, FrameEvents, Metric, PositionEvent, SleepEvent } from './events.ts';
import { heardAt, newerOf, type SurroundingsRow } from './surroundings.ts';

/** Whose something is that a device told. */
interface Whose {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly personId: number | null;
}

export interface Owner extends Whose {
  /** Who had it before, as long as something of then may still come; epoch ms. */
  readonly formerly?: readonly { readonly personId: number; readonly from: number; readonly to: number }[];
}

/** Whoever had the device at `at` (epoch ms); without a note of then, whoever has it now. */
const wearerAt = ({ personId, formerly }: Owner, at: number): number | null =>
  formerly?.find(({ from, to }) => from <= at && at < to)?.personId ?? personId;

/** Times are epoch ms. */
export interface ReadingRow extends Whose {
  readonly metric: number;
  readonly at: number;
  readonly value: number;
  readonly receivedAt: number;
}

export interface PositionRow extends Whose {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly approximate: boolean;
  readonly speed: number | null;
  readonly accuracy: number | null;
  /** Nobody can have come there so fast: kept for the record, and no fence is judged by it. */
  readonly doubted: boolean;
}

interface Spot {
  at: number;
  lng: number;
  lat: number;
}

/** What changes in `device_states`; null is "not said". */
export interface StateRow {
  readonly tenantId: number;
  readonly deviceId: number;
  seen: number;
  battery: number | null;
  signal: number | null;
  steps: number | null;
  states: number | null;
  statesAt: number;
  /** The newest satellite fix. */
  fix: Spot | null;
  /** The newest report without a fix: its time, and its stale place if it had one. */
  unfixedAt: number | null;
  unfixed: Spot | null;
}

export interface FrameRows {
  readonly readings: ReadingRow[];
  readonly positions: PositionRow[];
  /** Believed, and not worth a row: somebody is where they were. */
  readonly still: PositionRow[];
  readonly state: StateRow;
  readonly alarms: AlarmEvent[];
  readonly sleeps: SleepEvent[];
  /** The newest of the frame; null when it heard nothing. */
  surroundings: SurroundingsRow | null;
  readonly discarded: number;
}

/** Older alarms and states are history: they are recorded but, unless somebody may be lying there, not raised. */
export const LATE = 15 * MINUTE;
const MOST_AHEAD = 5 * MINUTE;
/** As long as raw readings are kept. */
const MOST_BEHIND = 90 * DAY;

/**
 * The time an event is stored at: its own, unless it lies more than 5 minutes ahead
 * or 90 days behind. Such a clock is wrong, not the value:
 * it is stored at the time it was received.
 */
export function storedAt({ at, receivedAt }: Pick<DeviceEvent, 'at' | 'receivedAt'>): number {
  return at > receivedAt + MOST_AHEAD || at < receivedAt - MOST_BEHIND ? receivedAt : at;
}

export const isLate = (event: Pick<DeviceEvent, 'at' | 'receivedAt'>) => event.receivedAt - storedAt(event) > LATE;

const isStored = (metric: Metric): metric is Metric & MetricName => Object.hasOwn(metrics, metric);
const isDegrees = (lng: number | null, lat: number | null): lng is number =>
  lng !== null && lat !== null && Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && !(lng === 0 && lat === 0);
const small = (value: number | null) => (value !== null && Math.abs(value) < 1e6 ? value : null);

/** What becomes of a satellite fix. */
export type JudgeFix = (row: PositionRow, receivedAt: number) => Verdict;
const believeAll: JudgeFix = () => 'keep';

function addPosition(event: PositionEvent, owner: Owner, out: FrameRows, judge: JudgeFix): void {
  const { place, receivedAt } = event;
  const at = storedAt(event);
  // A stored track point without a believable time belongs nowhere.
  if (event.late && at !== event.at) return;
  const { state } = out;
  if (!place.fix) state.unfixedAt = Math.max(state.unfixedAt ?? 0, at);
  if (!isDegrees(place.lng, place.lat)) return;
  const spot = { at, lng: place.lng, lat: place.lat as number };
  const { tenantId, deviceId } = owner;
  const row = {
    tenantId,
    deviceId,
    personId: wearerAt(owner, at),
    ...spot,
    approximate: !place.fix,
    speed: small(place.speed),
    accuracy: small(place.accuracy),
    doubted: false,
  };
  const verdict = place.fix ? judge(row, receivedAt) : null;
  if (verdict === 'still') out.still.push(row);
  else if (verdict !== 'outdated') out.positions.push({ ...row, approximate: verdict !== 'keep', doubted: verdict === 'doubt' });
  if (verdict === 'keep' || verdict === 'still') state.fix = spot;
  else if (verdict === 'coarse') state.unfixedAt = Math.max(state.unfixedAt ?? 0, at);
  if (verdict === null || verdict === 'coarse') state.unfixed = spot;
  state.seen = Math.max(state.seen, receivedAt);
}

/** Keeps what was heard around the device, also of an alarm alone and without any coordinates. */
function addSurroundings(event: PositionEvent | AlarmEvent, owner: Owner, out: FrameRows): void {
  const heard = event.place && heardAt(event.place);
  if (!heard) return;
  const at = storedAt(event);
  // A stored value without a believable time has no known time at all.
  if (event.late && at !== event.at) return;
  const { tenantId, deviceId } = owner;
  const { fix } = event.place as NonNullable<typeof event.place>;
  out.surroundings = newerOf(out.surroundings, {
    tenantId,
    deviceId,
    personId: wearerAt(owner, at),
    at,
    receivedAt: event.receivedAt,
    fix,
    ...heard,
  });
}

/**
 * Sorts a frame's events into rows. Values that no body or device can have are counted in `discarded` and dropped. `rolls` has no place to
 * go; `signal` only tells the device's state.
 */
export function rowsOf(frame: FrameEvents, owner: Owner, judge: JudgeFix = believeAll): FrameRows {
  const { tenantId, deviceId } = owner;
  const state: StateRow = {
    tenantId,
    deviceId,
    seen: frame.receivedAt,
    battery: null,
    signal: null,
    steps: null,
    states: null,
    statesAt: 0,
    fix: null,
    unfixedAt: null,
    unfixed: null,
  };
  const out: FrameRows = { readings: [], positions: [], still: [], state, alarms: [], sleeps: [], surroundings: null, discarded: 0 };
  let discarded = 0;
  for (const event of frame.events) {
    if (event.kind === 'alarm' || event.kind === 'position') addSurroundings(event, owner, out);
    if (event.kind === 'alarm') out.alarms.push(event);
    else if (event.kind === 'sleep') out.sleeps.push(event);
    else if (event.kind === 'position') addPosition(event, owner, out, judge);
    else if (event.kind === 'state') {
      if (event.late || isLate(event)) continue;
      state.states = event.bits & 0xffff;
      state.statesAt = storedAt(event);
    } else if (event.kind === 'reading') {
      const { metric, value, receivedAt } = event;
      const fresh = !isLate(event);
      if (metric === 'signal') {
        if (fresh && value >= 0 && value <= 100) state.signal = Math.round(value);
        continue;
      }
      if (!isStored(metric)) continue;
      const { number, plausible } = metrics[metric];
      if (!(value >= plausible[0] && value <= plausible[1])) {
        discarded++;
        continue;
      }
      if (fresh && metric === 'battery') state.battery = Math.round(value);
      if (fresh && metric === 'steps') state.steps = Math.round(value);
      const at = storedAt(event);
      out.readings.push({ tenantId, deviceId, personId: wearerAt(owner, at), metric: number, at, value, receivedAt });
    }
  }
  return { ...out, discarded };
}

/** Folds a later row of the same device into `into`: what it says wins, places only when they are newer. */
export function mergeState(into: StateRow, row: StateRow): void {
  into.seen = Math.max(into.seen, row.seen);
  into.battery = row.battery ?? into.battery;
  into.signal = row.signal ?? into.signal;
  into.steps = row.steps ?? into.steps;
  into.states = row.states ?? into.states;
  if (row.fix && row.fix.at >= (into.fix?.at ?? 0)) into.fix = row.fix;
  if (row.unfixed && row.unfixed.at >= (into.unfixed?.at ?? 0)) into.unfixed = row.unfixed;
  if (row.unfixedAt !== null) into.unfixedAt = Math.max(into.unfixedAt ?? 0, row.unfixedAt);
}
