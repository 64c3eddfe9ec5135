/** Which device a number means, and whose it is: the database behind a small memory that NOTIFY empties. */
import { BoundedMap } from '../bounded-map.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { shortIdOf } from '#contract/devices/devices.ts';
import type { InTenant } from '../db/tenant.ts';
import type { DeviceDirectory, KnownDevice } from './events.ts';
import { profileOf, type ModelRow } from './profiles.ts';
import type { Owner } from './rows.ts';
import { together } from './together.ts';

export interface Registered extends KnownDevice, Owner {
  /** Where it stands; null when it stands nowhere in particular. */
  readonly roomId?: number | null;
  /** The hash of its own password (MQTT); null when it has none. */
  readonly credential: Buffer | null;
  /** Key of the hub that may speak for it; null when it speaks for itself only. */
  readonly hub: string | null;
  /** In the recycle bin: only its calls for help count. */
  readonly removed?: true;
}

interface Row extends ModelRow {
  id: number;
  imei: string;
  short_id: string | null;
  person_id: number | null;
  room_id: number | null;
  password_hash: Buffer | null;
  hub_id: number | null;
  formerly: [personId: number, from: number, to: number][] | null;
  removed: boolean;
}

/** So long something may come late: as long as readings are kept. */
const FORMERLY = '90 days';

export const deviceKey = (tenantId: number, deviceId: number) => `${tenantId}:${deviceId}`;

export interface DirectoryOptions {
  /** Of the runtime role. */
  pool: pg.Pool;
  inTenant: InTenant;
  /** Epoch ms. */
  now: () => number;
  ttlMs?: number;
  most?: number;
}

/** A bounded map whose entries expire. */
function memory<V>(now: () => number, ttlMs: number, most: number) {
  const entries = new BoundedMap<string, { value: V; until: number }>(most);
  return {
    get(name: string): V | undefined {
      const entry = entries.get(name);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    set(name: string, value: V): void {
      entries.delete(name);
      entries.set(name, { value, until: now() + ttlMs });
    },
    delete: (name: string) => entries.delete(name),
    clear: () => entries.clear(),
  };
}

function registered(tenantId: number, row: Row): Registered {
  const ids = [row.imei, row.short_id ?? shortIdOf(row.imei)].filter((id) => id !== null);
  return {
    key: deviceKey(tenantId, row.id),
    tenantId,
    deviceId: row.id,
    personId: row.person_id,
    roomId: row.room_id,
    ...(row.formerly ? { formerly: row.formerly.map(([personId, from, to]) => ({ personId, from, to })) } : {}),
    ids,
    profile: profileOf(row),
    credential: row.password_hash,
    hub: row.hub_id === null ? null : deviceKey(tenantId, row.hub_id),
    ...(row.removed ? { removed: true as const } : {}),
  };
}

/** Makes the directory of one process. Look-ups reject when the database cannot be asked. */
export function createDirectory({ pool, inTenant, now, ttlMs = 30_000, most = 100_000 }: DirectoryOptions) {
  const devices = memory<Registered | null>(now, ttlMs, most);
  const keys = memory<string>(now, ttlMs, most);
  // A stranger may try any number: few are remembered, and shortly.
  const nobody = memory<true>(now, ttlMs, Math.min(most, 10_000));
  const asking = new Map<string, Promise<Registered | null>>();
  const counts = { hits: 0, loads: 0 };
  let generation = 0;

  const read = together(async (tenantId: number, ids: readonly number[]) => {
    const rows = await inTenant(tenantId, (tx) =>
      tx.rows<Row>(sql`select d.id, d.imei, d.short_id, d.type, d.model, d.person_id, d.room_id, d.hub_id, d.settings,
        d.deleted_at is not null as removed,
        t.protocol, t.utc_offset_minutes, t.silent_minutes, t.health_replies, t.suppress_charger_sos, t.integration_id,
          t.profile as type_profile, r.given_id, r.bound_id,
          (select json_agg(json_build_array(b.person_id, extract(epoch from b.bound_at) * 1000, extract(epoch from b.released_at) * 1000))
          from device_bindings b
            where b.tenant_id = d.tenant_id and b.device_id = d.id and b.person_id <> coalesce(d.person_id, 0)
              and b.released_at > now() - interval ${sql.lit(FORMERLY)}) as formerly,
          (select c.password_hash from device_credentials c where c.tenant_id = d.tenant_id and c.device_id = d.id) as password_hash
        from devices d left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
          left join device_registrations r on r.tenant_id = d.tenant_id and r.device_id = d.id
        where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[]) and d.enabled and (d.deleted_at is null
          or exists (select from app.find_removed_device(d.imei) as found
            where found.tenant_id = d.tenant_id and found.device_id = d.id))`),
    );
    return new Map(rows.map((row) => [row.id, registered(tenantId, row)]));
  });

  /** Devices by number, with a function of the database that finds them. */
  const ownersBy = (find: 'find_device' | 'find_removed_device') =>
    together(async (_: 'all', numbers: readonly string[]) => {
      const { rows } = await pool.query<{ number: string; tenant_id: number; device_id: number }>({
        name: `${find}s`,
        text: `select asked.number, found.tenant_id, found.device_id
          from unnest($1::text[]) as asked (number), app.${find}(asked.number) as found`,
        values: [numbers],
      });
      return Map.groupBy(rows, ({ number }) => number);
    });
  const owners = ownersBy('find_device');
  const formerOwners = ownersBy('find_removed_device');

  async function readByNumber(number: string): Promise<Registered | null> {
    // A person who wears a device that was removed does not know it: its button must still reach staff.
    const rows = (await owners('all', number)) ?? (await formerOwners('all', number)) ?? [];
    const found = (await Promise.all(rows.map((row) => read(row.tenant_id, row.device_id)))).filter((device) => device !== undefined);
    // One device's short number can be another's own: the own number decides.
    return found.find((device) => device.ids[0] === number) ?? found[0] ?? null;
  }

  /** Loads and remembers; those who ask for the same while an answer is under way share it. */
  function load(name: string, ask: () => Promise<Registered | null>, none: () => void): Promise<Registered | null> {
    const under = asking.get(name);
    if (under) return under;
    counts.loads++;
    const started = generation;
    const answer = ask().then((device) => {
      // When something changed while we asked, the answer may be from before.
      if (generation === started) {
        if (device) devices.set(device.key, device);
        else none();
      }
      return device;
    });
    asking.set(name, answer);
    const done = () => void (asking.get(name) === answer && asking.delete(name));
    answer.finally(done).catch(() => {});
    return answer;
  }

  /** The device behind a key as it is now; null when it was removed or disabled. */
  function current(key: string): Promise<Registered | null> {
    const known = devices.get(key);
    if (known !== undefined) {
      counts.hits++;
      return Promise.resolve(known);
    }
    const [tenantId, deviceId] = key.split(':').map(Number) as [number, number];
    return load(
      key,
      async () => (await read(tenantId, deviceId)) ?? null,
      () => devices.set(key, null),
    );
  }

  async function find(number: string): Promise<Registered | null> {
    if (nobody.get(number)) return null;
    const key = keys.get(number);
    const device = key === undefined ? null : await current(key);
    if (device?.ids.includes(number)) return device;
    const found = await load(
      `n${number}`,
      () => readByNumber(number),
      () => nobody.set(number, true),
    );
    if (found) keys.set(number, found.key);
    return found;
  }

  function reset(): void {
    generation++;
    asking.clear();
    nobody.clear();
  }

  return {
    counts,
    find,
    current,
    /** Forgets that nobody registered a number: it has just been. */
    retry: (number: string) => void nobody.delete(number),
    /** Forgets a device that changed, and every "nobody registered it": the change may have been its registration. */
    forget(tenantId: number, deviceId: number): void {
      reset();
      devices.delete(deviceKey(tenantId, deviceId));
    },
    /** Forgets everything: notices may have been missed. */
    clear(): void {
      reset();
      devices.clear();
    },
  } satisfies DeviceDirectory & Record<string, unknown>;
}

export type Directory = ReturnType<typeof createDirectory>;
