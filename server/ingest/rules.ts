/**
 * What is judged before a frame is acknowledged. In memory, against limits and fences
 * that NOTIFY forgets; only what is out of bounds, or belongs to a person who is not in their
 * normal state, costs a transaction: its state and its warning are one.
 */
import { BoundedMap } from '../bounded-map.ts';
import type { Limits } from '#contract/health/thresholds.rules.ts';
import { isUrgent, judge } from '#contract/health/thresholds.rules.ts';
import { moved as hasMoved, stepFence, unknownState, type FenceState, type Fix } from '#contract/warnings/fences.rules.ts';
import { signals, type Sample } from '#contract/warnings/conditions.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { recordBed, type BedTurn } from '../warnings/beds.ts';
import { judgeConditions } from '../warnings/condition-states.ts';
import { judgeFixes } from '../warnings/fenced.ts';
import { fencesFor, type TenantFences } from '../warnings/fence-rows.ts';
import { noteMovement, touchLife } from '../warnings/life.ts';
import { touchRoom } from '../warnings/room-lives.ts';
import { judgeMany } from '../warnings/measured-groups.ts';
import { closeMissing, type Come } from '../warnings/missing.ts';
import { isLateValue, type Measured } from '../warnings/measured-courses.ts';
import { stepConditions } from './condition-steps.ts';
import type { FrameEvents, Protocol } from './events.ts';
import { isTurn } from '#contract/warnings/life.rules.ts';
import { livesOf, type BedState, type SignOfLife } from './lives.ts';
import { createLane } from './lanes.ts';
import type { Patience } from './retry.ts';
import { LATE, type FrameRows, type Owner } from './rows.ts';
import { ruleMemory, type PersonRules } from './rule-memory.ts';

/** What of a frame has to be judged in the database. */
interface Work extends Owner {
  values: Measured[];
  /** For the institution's own rules: what turned something in one of them. */
  samples: Sample[];
  /** Values that were overdue. */
  come: Come[];
  fixes: Fix[];
  fenceIds: number[];
  life: SignOfLife | null;
  /** What nobody's own device noticed in a room. */
  room: { id: number; sign: SignOfLife } | null;
  /** Getting up and lying down. */
  beds: BedTurn[];
  /** The first sign of life of somebody who fell. */
  moved: SignOfLife | null;
  receivedAt: number;
}

interface Outcome {
  hot: Map<number, boolean>;
  states: Map<number, FenceState>;
}

export interface RulesOptions {
  deps: Dependencies;
  patient: Patience;
  /** Asks a device for fixes at once, in the words of its protocol; one that is not connected is not asked. */
  quickFixes?: (deviceKey: string, protocol: Protocol) => void;
}

/** One device is not asked again for so long: it sends some six fixes in three minutes. */
const ASK_AGAIN = 3 * 60_000;
const MOST_ASKED = 10_000;
const LIVED_EVERY = 60_000;
/** So long after a fall a movement is worth a note. */
const FALLEN_FOR = 6 * 3_600_000;

/** The values of all frames together, then the fixes and signs of life of each. */
async function record(tx: Tx, deps: Dependencies, all: readonly Work[]): Promise<Outcome[]> {
  const measured = all.flatMap(({ personId, values }) => (personId === null || values.length === 0 ? [] : [{ personId, values }]));
  const hot = measured.length > 0 ? await judgeMany(tx, deps, measured) : new Map<number, Map<number, boolean>>();
  const heard = all.flatMap(({ personId, samples }) => (personId === null || samples.length === 0 ? [] : [{ personId, samples }]));
  if (heard.length > 0) await judgeConditions(tx, deps, heard);
  const outcomes: Outcome[] = [];
  for (const { beds } of all) for (const turn of beds) await recordBed(tx, turn);
  for (const { personId, come } of all) if (personId !== null && come.length > 0) await closeMissing(tx, deps, personId, come);
  for (const { deviceId, personId, fixes, fenceIds, life, room, moved, receivedAt } of all) {
    const states =
      fixes.length > 0 ? await judgeFixes(tx, deps, { deviceId, personId, fenceIds, fixes, receivedAt }) : new Map<number, FenceState>();
    if (personId !== null && life) await touchLife(tx, deps, personId, life.source, life.at);
    if (room) await touchRoom(tx, deps, room.id, room.sign);
    if (personId !== null && moved) await noteMovement(tx, deps, personId, moved);
    outcomes.push({ hot: hot.get(personId ?? 0) ?? new Map(), states });
  }
  return outcomes;
}

/** Without what is told of whoever had the device before: that is history. */
function ofNow(rows: FrameRows, { personId, formerly }: Owner): FrameRows {
  if (!formerly?.length) return rows;
  const mine = (row: { readonly personId: number | null }) => row.personId === personId;
  return { ...rows, readings: rows.readings.filter(mine), positions: rows.positions.filter(mine), still: rows.still.filter(mine) };
}

const fixesOf = ({ positions, still }: FrameRows, receivedAt: number): Fix[] =>
  [...positions, ...still]
    .filter(({ at, doubted }) => !doubted && receivedAt - at <= LATE)
    .map(({ lng, lat, accuracy, approximate, at }) => ({ lng, lat, accuracy, satellite: !approximate, at }))
    .sort((a, b) => a.at - b.at);

/** Makes the judge of one process. */
export function createRules({ deps, patient, quickFixes = () => {} }: RulesOptions) {
  const memory = ruleMemory(deps, patient);
  const lane = createLane(deps, patient, record);
  const lives = livesOf();
  /** Who fell and has not moved since, and when we heard of it (epoch ms). */
  const fallen = new BoundedMap<string, number>(MOST_ASKED);
  const asked = new BoundedMap<string, number>(MOST_ASKED);
  /** When a room's device last gave a sign that was written, by device (epoch ms). */
  const roomLived = new BoundedMap<string, number>(MOST_ASKED);
  const counts = { judged: 0, submitted: 0 };

  function values({ readings }: FrameRows, person: PersonRules, receivedAt: number, deviceId: number): Measured[] {
    const out: Measured[] = [];
    for (const { metric, value, at } of readings) {
      const limits = person.limits.get(metric) as Limits | undefined;
      if (!limits) continue;
      counts.judged++;
      const level = judge(limits, value, 0);
      if (level === 0 && !person.hot.has(metric)) continue;
      if (isLateValue({ at, receivedAt }) && !isUrgent(level)) continue;
      out.push({ metric, value, at, receivedAt, deviceId });
    }
    for (const { metric } of out) person.hot.add(metric);
    return out;
  }

  /** Values of a frame that were overdue, each told once; what comes late is found by the next look. */
  function overdue({ readings }: FrameRows, { missing }: PersonRules, receivedAt: number): Come[] {
    if (missing.size === 0) return [];
    const come = readings.filter(({ metric, at }) => missing.has(metric) && !isLateValue({ at, receivedAt }));
    for (const { metric } of come) missing.delete(metric);
    return come;
  }

  /** What of a frame turns something in the institution's own rules. */
  function samples(
    { readings }: FrameRows,
    beds: readonly BedState[],
    person: PersonRules,
    receivedAt: number,
    deviceId: number,
  ): Sample[] {
    const { conditions } = person;
    if (conditions === null) return [];
    const all = readings
      .filter(({ metric, at }) => conditions.bySignal.has(metric) && !isLateValue({ at, receivedAt }))
      .map(({ metric, at, value }) => ({ signal: metric, at, device: deviceId, value }));
    if (conditions.bySignal.has(signals.bed))
      all.push(...beds.map(({ out, at }) => ({ signal: signals.bed, at, device: deviceId, value: out ? 1 : 0 })));
    counts.judged += all.length;
    return stepConditions(conditions, all, person.limits);
  }

  /** Steps the fences in memory; gives those that have to be written. What is on its way counts already. */
  function fences(tenant: TenantFences, { tenantId, deviceId, personId }: Owner, fixes: readonly Fix[], protocol: Protocol): number[] {
    const changed: number[] = [];
    const states = tenant.states.get(deviceId) ?? new Map<number, FenceState>();
    for (const { id, rule } of fencesFor(tenant, deviceId, personId)) {
      const before = states.get(id) ?? unknownState;
      let state = before;
      for (const fix of fixes) {
        counts.judged++;
        const step = stepFence(state, fix, rule);
        if (!step) continue;
        if (hasMoved(state, step) && !changed.includes(id)) changed.push(id);
        if (step.doubt) ask(`${tenantId}:${deviceId}`, protocol);
        state = step.state;
      }
      if (state !== before) states.set(id, state);
    }
    if (states.size > 0) tenant.states.set(deviceId, states);
    return changed;
  }

  function ask(key: string, protocol: Protocol): void {
    const now = deps.now();
    if (now - (asked.get(key) ?? -Infinity) < ASK_AGAIN) return;
    asked.delete(key);
    asked.set(key, now);
    quickFixes(key, protocol);
  }

  /** The newest sign that counts, unless one was written within the minute. */
  function signOf(person: PersonRules, signs: readonly SignOfLife[]): SignOfLife | null {
    const sign = signs.findLast(({ source }) => person.life?.has(source));
    if (!sign || sign.at - person.livedAt < LIVED_EVERY) return null;
    person.livedAt = sign.at;
    return sign;
  }

  /**
   * The newest turn that a room's device tells of, unless it is old or one was written
   * within the minute: who was there then may not be who is now.
   */
  function signOfRoom({ tenantId, deviceId }: Owner, signs: readonly SignOfLife[], receivedAt: number): SignOfLife | null {
    const key = `${tenantId}:${deviceId}`;
    const sign = signs.findLast(({ source, at }) => isTurn(source) && receivedAt - at <= LATE);
    if (!sign || sign.at - (roomLived.get(key) ?? -Infinity) < LIVED_EVERY) return null;
    roomLived.delete(key);
    roomLived.set(key, sign.at);
    return sign;
  }

  /** The sign by which somebody who fell moves again; a button that is pressed is no movement. */
  function movementOf({ tenantId, personId }: Owner, events: FrameEvents['events'], signs: readonly SignOfLife[]): SignOfLife | null {
    const key = `${tenantId}:${personId}`;
    const fall = events.find((event) => event.kind === 'alarm' && event.alarm === 'fall');
    if (fall) {
      fallen.delete(key);
      fallen.set(key, fall.receivedAt);
      return null;
    }
    const since = fallen.get(key);
    const sign = since === undefined ? undefined : signs.find(({ source, at }) => source !== 'button' && at > since);
    if (since === undefined || (!sign && deps.now() - since < FALLEN_FOR)) return null;
    fallen.delete(key);
    return sign ?? null;
  }

  async function submit(work: Work, person: PersonRules | null): Promise<void> {
    counts.submitted++;
    const metrics = work.values.map(({ metric }) => metric);
    for (const metric of metrics) person?.pending.set(metric, (person.pending.get(metric) ?? 0) + 1);
    try {
      const { hot, states } = await lane.submit(work);
      memory.told(work.tenantId, work.deviceId, states);
      // Forgotten and read again meanwhile: what was read may be from before.
      const now = work.personId === null ? null : memory.knownPerson(work.tenantId, work.personId);
      if (now && now !== person) for (const [metric, isHot] of hot) if (isHot) now.hot.add(metric);
      for (const metric of metrics) {
        const left = (person?.pending.get(metric) ?? 1) - 1;
        person?.pending.set(metric, left);
        // Another value of this metric is on its way: what that one leaves is what counts.
        if (left === 0 && hot.get(metric) === false) person?.hot.delete(metric);
      }
    } catch (error) {
      // What memory took for granted did not happen.
      memory.forgetPerson(work.tenantId, work.personId);
      memory.forgetTenant(work.tenantId);
      throw error;
    }
  }

  return {
    memory,
    get counts() {
      return { ...counts, waiting: lane.waiting };
    },
    /** Judges a frame's rows; resolves when what they gave rise to is committed, mostly at once. */
    async check(
      all: FrameRows,
      owner: Owner & { readonly roomId?: number | null },
      frame: Pick<FrameEvents, 'receivedAt' | 'protocol' | 'events'>,
    ): Promise<void> {
      const { tenantId, deviceId, personId } = owner;
      const rows = ofNow(all, owner);
      const roomId = personId === null ? (owner.roomId ?? null) : null;
      const { receivedAt, protocol } = frame;
      const { signs, beds } = personId === null && roomId === null ? { signs: [], beds: [] } : lives(deviceId, frame.events);
      const moved = personId === null ? null : movementOf(owner, frame.events, signs);
      const measured = personId !== null && rows.readings.length > 0;
      const fixes = rows.positions.length + rows.still.length > 0 ? fixesOf(rows, receivedAt) : [];
      if (!measured && fixes.length === 0 && signs.length + beds.length === 0) return;
      const person =
        personId !== null && (measured || signs.length + beds.length > 0)
          ? (memory.knownPerson(tenantId, personId) ?? (await memory.person(tenantId, personId)))
          : null;
      const tenant = fixes.length > 0 ? (memory.knownTenant(tenantId) ?? (await memory.tenant(tenantId))) : null;
      const sign = roomId === null ? null : signOfRoom(owner, signs, receivedAt);
      const work: Work = {
        tenantId,
        deviceId,
        personId,
        values: person ? values(rows, person, receivedAt, deviceId) : [],
        samples: person ? samples(rows, beds, person, receivedAt, deviceId) : [],
        come: person ? overdue(rows, person, receivedAt) : [],
        fenceIds: tenant ? fences(tenant, owner, fixes, protocol) : [],
        fixes,
        beds: beds.flatMap(({ out, at, turned }) => (turned ? [{ deviceId, personId, out, at, receivedAt }] : [])),
        life: person ? signOf(person, signs) : null,
        room: sign && roomId !== null ? { id: roomId, sign } : null,
        moved,
        receivedAt,
      };
      if (work.fenceIds.length === 0) work.fixes = [];
      if (
        work.values.length + work.samples.length + work.come.length + work.beds.length + work.fenceIds.length > 0 ||
        work.life ||
        work.room ||
        moved
      )
        await submit(work, person);
    },
  };
}

export type Rules = ReturnType<typeof createRules>;
