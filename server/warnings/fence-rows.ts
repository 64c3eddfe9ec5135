/** Fences as the ingest judges by them. */
import { sql } from 'kysely';
import type { FenceRule, FenceState, Point, Shape } from '#contract/warnings/fences.rules.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import type { Tx } from '../db/tenant.ts';

export interface Fenced {
  readonly id: number;
  readonly name: string;
  readonly rule: FenceRule;
}

interface Row {
  id: number;
  name: string;
  purpose: number;
  longitude: number;
  latitude: number;
  radius: number | null;
  points: Point[] | null;
  margin: number;
  windows: TimeWindow[];
}

function shapeOf({ longitude, latitude, radius, points }: Pick<Row, 'longitude' | 'latitude' | 'radius' | 'points'>): Shape {
  if (points === null) return { kind: 'circle', center: [longitude, latitude], radius: radius as number };
  return radius === null ? { kind: 'polygon', points } : { kind: 'line', points, radius };
}

export const toFenced = ({ id, name, purpose, longitude, latitude, radius, points, margin, windows }: Row): Fenced => ({
  id,
  name,
  rule: { purpose, margin, windows, shape: shapeOf({ longitude, latitude, radius, points }) },
});

/** What a tenant's fences are about: by person and by device, and where each device stands. */
export interface TenantFences {
  readonly ofPerson: ReadonlyMap<number, readonly Fenced[]>;
  readonly ofDevice: ReadonlyMap<number, readonly Fenced[]>;
  /** Device → fence → state. */
  readonly states: Map<number, Map<number, FenceState>>;
}

/** The enabled fences of a tenant with whom they are for; `ids` null means all. */
const read = (tx: Tx, ids: readonly number[] | null) =>
  tx.rows<Row>(sql`select id, name, purpose, longitude, latitude, radius, points, margin, windows from fences
    where tenant_id = ${tx.tenantId} and enabled and (${ids}::bigint[] is null or id = any(${ids}::bigint[])) order by id`);

export async function fencesById(tx: Tx, ids: readonly number[]): Promise<Map<number, Fenced>> {
  return new Map((await read(tx, ids)).map((row) => [row.id, toFenced(row)]));
}

/** Everything about a tenant's fences, in three statements. */
export async function tenantFences(tx: Tx): Promise<TenantFences> {
  const fences = new Map((await read(tx, null)).map((row) => [row.id, toFenced(row)]));
  const none: TenantFences = { ofPerson: new Map(), ofDevice: new Map(), states: new Map() };
  if (fences.size === 0) return none;
  const ofPerson = new Map<number, Fenced[]>();
  const ofDevice = new Map<number, Fenced[]>();
  const subjects = await tx.rows<{ fence_id: number; person_id: number | null; device_id: number | null }>(
    sql`select fence_id, person_id, device_id from fence_subjects where tenant_id = ${tx.tenantId}`,
  );
  for (const { fence_id: fenceId, person_id: personId, device_id: deviceId } of subjects) {
    const fence = fences.get(fenceId);
    if (!fence) continue;
    const [map, key] = personId === null ? [ofDevice, deviceId as number] : [ofPerson, personId];
    map.set(key, [...(map.get(key) ?? []), fence]);
  }
  const states = new Map<number, Map<number, FenceState>>();
  const known = await tx.rows<{ fence_id: number; device_id: number; state: FenceState }>(
    sql`select fence_id, device_id, state from fence_states where tenant_id = ${tx.tenantId}`,
  );
  for (const { fence_id: fenceId, device_id: deviceId, state } of known)
    states.set(deviceId, (states.get(deviceId) ?? new Map()).set(fenceId, state));
  return { ofPerson, ofDevice, states };
}

/** The fences of a device and of who wears it, each once. */
export function fencesFor({ ofPerson, ofDevice }: TenantFences, deviceId: number, personId: number | null): readonly Fenced[] {
  const own = ofDevice.get(deviceId) ?? [];
  const persons = (personId === null ? undefined : ofPerson.get(personId)) ?? [];
  if (own.length === 0 || persons.length === 0) return own.length ? own : persons;
  return [...own, ...persons.filter(({ id }) => !own.some((one) => one.id === id))];
}
