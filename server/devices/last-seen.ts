/**
 * 最近出现在: the one place to say of a device, a person, or an alarm; placed when it is read, so
 * that a room that is taught now names what was heard before.
 */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Placing } from '#contract/devices/indoor.rules.ts';
import { chosenPlace, chosenText, metresText, type Chosen } from '#contract/devices/last-seen.rules.ts';
import { lastSeen as routes, type LastSeen } from '#contract/devices/last-seen.ts';
import { readOne } from '../lists/crud.ts';
import type { Query, Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { toMap } from '../geo/coordinates.ts';
import { nearby } from '../geo/place-names.ts';
import { deviceRows } from './device-rows.ts';
import { stays } from './device-stays.ts';
import { fingerprintOf, type Network } from './network-fingerprints.ts';
import { placingsOf } from './placings.ts';

/** A place as the database knows it; times are epoch ms, degrees WGS-84. */
export interface Known {
  fixAt: number | null;
  lng: number | null;
  lat: number | null;
  /** No satellite was seen since: the place may be old. */
  rough: boolean;
  heardAt: number | null;
  cells: Network['cells'] | null;
  accessPoints: Network['accessPoints'] | null;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** The columns of `Known` of a `device_states s` and a `device_surroundings h`. */
export const knownColumns = sql`${ms('s.located_at')} as "fixAt", s.longitude as lng, s.latitude as lat,
  coalesce(s.approximate, false) as rough,
  ${ms('h.at')} as "heardAt", h.cells, h.access_points as "accessPoints"`;

/** A `device_surroundings h` that heard access points: cells alone are no place of the house. */
export const heardOf = sql`h.access_points <> '[]'`;

/** What is known of one device. */
const ofDevice = (tenantId: number, deviceId: number): Query<Known> => sql`
  select ${knownColumns} from devices d left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
    left join device_surroundings h on h.tenant_id = d.tenant_id and h.device_id = d.id
  where d.tenant_id = ${tenantId} and d.id = ${deviceId}`;

/** What is known of the devices that a person wears now, since they wear them. */
const ofPerson = (tenantId: number, personId: number): Query<Known> => sql`
  select ${knownColumns} from devices d
    left join lateral (select max(b.bound_at) as since from device_bindings b
      where b.tenant_id = d.tenant_id and b.device_id = d.id and b.person_id = d.person_id and b.released_at is null) b on true
    left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id and s.located_at >= coalesce(b.since, '-infinity')
    left join device_surroundings h on h.tenant_id = d.tenant_id and h.device_id = d.id and h.person_id = d.person_id
  where d.tenant_id = ${tenantId} and d.person_id = ${personId} and d.deleted_at is null`;

/** What came with the newest of a warning's alarms. */
const ofAlarm = (tenantId: number, warningId: number): Query<Known> => sql`
  select case when not w.approximate then ${ms('w.last_at')} end as "fixAt", w.longitude as lng, w.latitude as lat, false as rough,
    ${ms('e.at')} as "heardAt", e.surroundings -> 'cells' as cells, e.surroundings -> 'accessPoints' as "accessPoints"
  from warnings w left join lateral (select e.at, e.surroundings from device_events e
    where e.tenant_id = w.tenant_id and e.device_id = w.device_id and e.warning_id = w.id and e.surroundings is not null
    order by e.at desc limit 1) e on true
  where w.tenant_id = ${tenantId} and w.id = ${warningId}`;

const networkOf = ({ cells, accessPoints }: Known): Network => ({ cells: cells ?? [], accessPoints: accessPoints ?? [] });

interface Answered {
  fingerprint: string;
  lng: number;
  lat: number;
  metres: number | null;
}

/** What a location service said of these, as far as it was asked. */
async function answersOf(tx: Tx, fingerprints: readonly string[]): Promise<Map<string, Answered>> {
  if (fingerprints.length === 0) return new Map();
  const rows =
    await tx.rows<Answered>(sql`select fingerprint, longitude as lng, latitude as lat, metres::float8 as metres from network_places
    where tenant_id = ${tx.tenantId} and fingerprint = any(${[...fingerprints]}::text[]) and longitude is not null`);
  return new Map(rows.map((row) => [row.fingerprint, row]));
}

/** The place to say of each, in their order; two statements at most. */
export async function chosenOf(tx: Tx, all: readonly Known[]): Promise<(Chosen | null)[]> {
  const placings: (Placing | null)[] = await placingsOf(
    tx,
    all.map(({ accessPoints }) => accessPoints ?? []),
  );
  const keys = all.map((one, at) => (placings[at] || one.heardAt === null ? null : fingerprintOf(networkOf(one))));
  const answers = await answersOf(
    tx,
    keys.filter((key) => key !== null),
  );
  return all.map(({ fixAt, lng, lat, rough, heardAt }, at) => {
    const fix = fixAt !== null && lng !== null && lat !== null ? { at: fixAt, lng, lat, metres: null, rough } : null;
    const answer = answers.get(keys[at] ?? '');
    const located = answer && heardAt !== null ? { at: heardAt, lng: answer.lng, lat: answer.lat, metres: answer.metres } : null;
    return chosenPlace({ fix, heard: heardAt === null ? null : { at: heardAt, placing: placings[at] ?? null, located } });
  });
}

/** The words of a place, with an address near its coordinates. */
export const wordsOf = (chosen: Chosen) => chosenText(chosen, chosen.spot && nearby(chosen.spot.lng, chosen.spot.lat));

function toWire(chosen: Chosen | null): LastSeen | null {
  if (!chosen) return null;
  const { source, at, metres, placing, spot } = chosen;
  const [lng, lat] = spot ? toMap([spot.lng, spot.lat]) : [null, null];
  return { text: wordsOf(chosen), source, level: placing?.level ?? null, accuracy: metresText(metres), time: textOf(at), lng, lat };
}

/** The newest of several devices. */
const newest = (all: readonly (Chosen | null)[]) => all.filter((one) => one !== null).toSorted((a, b) => b.at - a.at)[0] ?? null;

const seenBy = async (tx: Tx, query: Query<Known>) => newest(await chosenOf(tx, await tx.rows(query)));

export const lastSeen: Handlers<typeof routes> = {
  async device({ id }, context) {
    await readOne(deviceRows(context.session), id, context);
    return toWire(await seenBy(context.tx, ofDevice(context.tx.tenantId, id)));
  },

  async person({ id }, context) {
    await readOne(peopleRows(context.session), id, context);
    return toWire(await seenBy(context.tx, ofPerson(context.tx.tenantId, id)));
  },

  async warning({ id }, { tx }) {
    const warning = await tx.row<{ person_id: number | null; device_id: number | null }>(
      sql`select person_id, device_id from warnings where tenant_id = ${tx.tenantId} and id = ${id}`,
    );
    if (!warning) throw notFound('预警');
    const { person_id: personId, device_id: deviceId } = warning;
    const now = personId !== null ? ofPerson(tx.tenantId, personId) : deviceId !== null ? ofDevice(tx.tenantId, deviceId) : null;
    return { atAlarm: toWire(await seenBy(tx, ofAlarm(tx.tenantId, id))), now: now && toWire(await seenBy(tx, now)) };
  },

  stays,
};
