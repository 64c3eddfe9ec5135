/** A house with one lock of TTLock, the cloud that the lock is reached through, and a clock that tests move: `await lockHouse()`. */
import { sql } from 'kysely';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { workOnLocks } from '#server/devices/lock-work.ts';
import { passwordOf } from '#server/devices/ttlock.ts';
import { harness } from './harness.ts';
import { postRecords, startCloud } from './ttlock.ts';

export const LOCK_ID = '9226705';
const KEY = 'k'.repeat(40);

/** Starts it; the lock is not set up yet: `settings` is the form for that. */
export async function lockHouse() {
  const clock = { now: Date.now() };
  const t = await harness({ now: () => clock.now });
  const cloud = await startCloud({ username: 'house', password: passwordOf('geheim'), lockId: LOCK_ID });
  Object.assign(process.env, { TTLOCK_CLIENT_ID: 'app', TTLOCK_CLIENT_SECRET: 'secret', TTLOCK_URL: cloud.url, TTLOCK_CALLBACK_KEY: KEY });
  const tenant = await t.tenant();
  const admin = await t.user(tenant);
  const rows = <T = any>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenant, (tx) => tx.rows<T>(query));
  const one = async <T = any>(query: ReturnType<typeof sql<T>>) => (await rows<T>(query))[0] as T;
  const { id: lock } = await one<{ id: number }>(
    sql`insert into devices (tenant_id, imei, type, name) values (${tenant}, 'TTLOCK0001', 'lock', '201房门') returning id`,
  );
  return {
    t,
    cloud,
    clock,
    tenant,
    admin,
    lock,
    rows,
    one,
    settings: (over: object = {}) => ({
      id: lock,
      provider: 'ttlock',
      externalId: LOCK_ID,
      account: 'house',
      password: 'geheim',
      doorMinutes: 5,
      ...over,
    }),
    /** A new code for the lock. */
    code: async (over: object = {}) =>
      (await t.route(lockPasscodes.create, admin, { deviceId: lock, label: '访客', kind: 1, ...over })).data as {
        id: number;
        code: string;
      },
    codeRow: (id: number) =>
      one(
        sql<any>`select state, removal, problem, external_id, attempts, next_at, code_cipher is null as forgotten from lock_passcodes
          where tenant_id = ${tenant} and id = ${id}`,
      ),
    /** Lets time pass, which signs no user out, and works until nothing is due. */
    async later(seconds: number) {
      clock.now += seconds * 1000;
      await rows(
        sql<any>`update sessions set last_seen_at = to_timestamp(${clock.now / 1000}),
          access_expires_at = to_timestamp(${clock.now / 1000}) + interval '1 day',
          absolute_expires_at = to_timestamp(${clock.now / 1000}) + interval '1 day'
          where tenant_id = ${tenant}`,
      );
      t.gate.sessions.forget({});
      await workOnLocks(t.deps);
    },
    /** The cloud posts what the lock recorded. */
    told: (records: object[], over: Record<string, string> = {}, key = KEY) =>
      postRecords(t.url, key, {
        lockId: LOCK_ID,
        lockMac: 'AA:BB',
        admin: 'house',
        notifyType: '1',
        records: JSON.stringify(records),
        ...over,
      }),
    async close() {
      await t.close();
      cloud.stop();
      for (const name of Object.keys(process.env)) if (name.startsWith('TTLOCK_')) delete process.env[name];
    },
  };
}
