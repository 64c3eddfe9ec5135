/** What a device itself calls an alarm: recorded once however often it is sent, and raised. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { attachClip } from '../warnings/clip-rows.ts';
import { aside } from '../warnings/aside.ts';
import { callRules, clearWarning, raiseWarning } from '../warnings/raise.ts';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Alarm, AlarmEvent } from './events.ts';
import { createLane, type Lane } from './lanes.ts';
import type { Patience } from './retry.ts';
import { isLate, storedAt } from './rows.ts';
import { heardAt, type Surroundings } from './surroundings.ts';
import { addSighting } from '../warnings/sightings.ts';

export interface AlarmFrame {
  readonly tenantId: number;
  readonly deviceId: number;
  /** Most urgent first. */
  readonly alarms: readonly AlarmEvent[];
  /** State bits that may be a transition, and their time; null when the frame has none. */
  readonly states: { bits: number; at: number } | null;
  readonly receivedAt: number;
  /** What the frame says besides its alarms was heard around the device. */
  readonly surroundings: Surroundings | null;
}

const RULES: Record<Alarm, RuleName> = {
  sos: 'sos',
  fall: 'fall',
  service: 'service_call',
  removed: 'removed',
  leftFence: 'left_fence',
  enteredFence: 'entered_fence',
  lowBattery: 'low_battery',
  other: 'alarm',
};

export const LOW_BATTERY_BIT = 1;
/** What a device whose clock stands still says again after so long was pressed again: better told twice than never. */
const SENT_AGAIN = sql.lit('15 minutes');
/** Raised however late: somebody may still be lying there. */
const ALWAYS: ReadonlySet<RuleName> = new Set(['sos', 'fall']);
/** Whether an alarm calls for help. */
export const isCall = ({ alarm }: Pick<AlarmEvent, 'alarm'>): boolean => callRules.has(RULES[alarm]);

interface Sighting {
  deviceId: number;
  code: RuleName;
  at: number;
  receivedAt: number;
  raw: Record<string, unknown>;
  surroundings?: Surroundings | null;
  /** Whose it was, where that is another than who has the device now. */
  personId?: number | undefined;
}

/** Adds the timeline row; false when the device said so before. */
async function recorded(
  tx: Tx,
  { deviceId, code, at, receivedAt, raw, personId, surroundings }: Sighting,
  deviceTime: string | null,
): Promise<boolean> {
  const { tenantId } = tx;
  if (deviceTime !== null) {
    // `at` is our own time of arrival, different on every re-send; what the device
    // wrote is the same. The lock makes two re-sends take turns.
    await tx.run(sql`select 1 from devices where tenant_id = ${tenantId} and id = ${deviceId} for no key update`);
    const known = await tx.row(sql`select 1 from device_events where tenant_id = ${tenantId} and device_id = ${deviceId} and code = ${code}
      and at > ${instant(receivedAt)} - interval ${SENT_AGAIN} and strpos(raw,
        ${`"written":${JSON.stringify(deviceTime)}`}) > 0`);
    if (known) return false;
  }
  // Only these two: the row says already whose it is and when.
  const heard = surroundings ? JSON.stringify({ cells: surroundings.cells, accessPoints: surroundings.accessPoints }) : null;
  const added = await addSighting(tx, { deviceId, code, at, receivedAt, personId, raw, heard });
  return added === 1;
}

/**
 * Who wore the device at `at` (epoch ms): what it tells hours later may not be about
 * who wears it now. Undefined when no wearer is known.
 */
const wearerAt = async (tx: Tx, deviceId: number, at: number) =>
  (
    await tx.row<{ id: number }>(sql`
      select b.person_id as id from device_bindings b
      where b.tenant_id = ${tx.tenantId} and b.device_id = ${deviceId} and b.person_id is not null
        and b.bound_at <= ${instant(at)}
          and (b.released_at is null or b.released_at > ${instant(at)}) order by b.bound_at desc limit 1`)
  )?.id;

/** The warning of an alarm that was recorded before; null when it raised none. */
async function warningOf(
  tx: Tx,
  { deviceId, code, at, receivedAt }: Omit<Sighting, 'raw'>,
  deviceTime: string | null,
): Promise<number | null> {
  const known = await tx.row<{ id: number }>(sql`
    select warning_id as id from device_events
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and code = ${code} and warning_id is not null
      and (at = ${instant(at)}
        or (at > ${instant(receivedAt)} - interval '1 day'
        and strpos(raw, ${`"written":${JSON.stringify(deviceTime ?? '')}`}) > 0))
    order by at desc limit 1`);
  return known?.id ?? null;
}

/** A recording that cannot be noted takes no warning with it. */
async function addRecording(
  tx: Tx,
  deps: Dependencies,
  address: string,
  { warningId, ...told }: { warningId: number | null; deviceId: number; at: number },
): Promise<void> {
  if (warningId !== null) await aside(tx, deps, () => attachClip(tx, deps, { warningId, address, ...told }));
}

async function raiseAlarm(tx: Tx, deps: Dependencies, { deviceId, surroundings: around }: AlarmFrame, alarm: AlarmEvent): Promise<number> {
  const { bit, deviceTime, suppressed, receivedAt, place, clip } = alarm;
  const rule = RULES[alarm.alarm];
  const at = storedAt(alarm);
  const late = isLate(alarm);
  const raw = { bit, written: deviceTime, ...(late ? { late } : {}), ...(suppressed ? { suppressed } : {}) };
  const ourTime = alarm.clock === 'server' || at !== alarm.at;
  const personId = late ? await wearerAt(tx, deviceId, at) : undefined;
  const surroundings = (place && heardAt(place)) ?? around;
  const recording = recorded(tx, { deviceId, code: rule, at, receivedAt, raw, personId, surroundings }, ourTime ? deviceTime : null);
  const counts = !suppressed && (!late || ALWAYS.has(rule));
  // Without a fix the coordinates are of some time ago: the last known place is no worse, and is used when there are none.
  const located = place !== null && place.lng !== null && place.lat !== null;
  const where = located ? { lng: place.lng as number, lat: place.lat as number, approximate: !place.fix } : null;
  const occurrence = { rule, deviceId, code: rule, at, late, place: where, ...(personId === undefined ? {} : { personId }) };
  const [isNew, raised] = await Promise.all([recording, counts ? raiseWarning(tx, deps, occurrence, recording) : null]);
  // Some makers send an alarm at once and say where its recording is when that is there.
  if (!isNew && clip)
    await addRecording(tx, deps, clip, {
      deviceId,
      at,
      warningId: await warningOf(tx, { deviceId, code: rule, at, receivedAt }, deviceTime),
    });
  if (!isNew) return 0;
  if (clip && counts) await addRecording(tx, deps, clip, { deviceId, at, warningId: raised?.warningId ?? null });
  return 1;
}

/** Only a low battery is warned of by its state bit, and only when it turns on: unknown before counts as charged. */
async function moveStates(tx: Tx, deps: Dependencies, { deviceId, states, receivedAt, alarms }: AlarmFrame): Promise<void> {
  if (!states) return;
  const { bits, at } = states;
  const moved = await tx.row<{ before: number }>(sql`
    insert into device_states as known (tenant_id, device_id, states) values (${tx.tenantId}, ${deviceId}, ${bits})
    on conflict (tenant_id, device_id) do update set states = excluded.states where known.states <> excluded.states
    returning coalesce(old.states, 0) as before`);
  if (!moved || !((moved.before ^ bits) & LOW_BATTERY_BIT)) return;
  if (!(bits & LOW_BATTERY_BIT)) return clearWarning(tx, deps, 'low_battery', { deviceId });
  // The frame may say the same by its alarm bit.
  if (alarms.some(({ alarm }) => alarm === 'lowBattery')) return;
  const sighting = { deviceId, code: 'low_battery', at, receivedAt, raw: { state: 'lowBattery' } } as const;
  if (await recorded(tx, sighting, null))
    await raiseWarning(tx, deps, { rule: 'low_battery', deviceId, code: 'low_battery', at, late: false, place: null });
}

/** Everything that is given of one frame, in its order. Gives how many alarms were new. */
async function record(tx: Tx, deps: Dependencies, frame: AlarmFrame): Promise<number> {
  let stored = 0;
  for (const alarm of frame.alarms) stored += await raiseAlarm(tx, deps, frame, alarm);
  await moveStates(tx, deps, frame);
  return stored;
}

const framesLane = (deps: Dependencies, patient: Patience) =>
  createLane(deps, patient, async (tx, within, frames: readonly AlarmFrame[]) => {
    const stored: number[] = [];
    for (const frame of frames) stored.push(await record(tx, within, frame));
    return stored;
  });

/**
 * The lanes of the alarms of one process; `submit` resolves after COMMIT with how many were
 * new. An SOS or a fall is committed, and told to the pages, before anybody looks at what else its frame says.
 */
export function alarmLane(deps: Dependencies, patient: Patience): Lane<AlarmFrame, number> {
  const [grave, other] = [framesLane(deps, patient), framesLane(deps, patient)];
  return {
    get waiting() {
      return grave.waiting + other.waiting;
    },
    async submit(frame) {
      const first = frame.alarms.filter(({ alarm }) => ALWAYS.has(RULES[alarm]));
      const rest = frame.alarms.filter((alarm) => !first.includes(alarm));
      const raised = first.length > 0 ? await grave.submit({ ...frame, alarms: first, states: null }) : 0;
      return rest.length > 0 || frame.states ? raised + (await other.submit({ ...frame, alarms: rest })) : raised;
    },
  };
}
