/** How the family's calls are replayed: what one of them sends, and the world that they are sent to. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { seedDemo } from '../../scripts/demo/demo.ts';
import { prove } from '#test/accounts.ts';
import type { Harness, TestUser } from '#test/harness.ts';
import { sale, type Sale } from '#test/subscriptions.ts';

/** What a client of the family sends. `at` fills the parameters of the path in order. */
export interface Sent {
  at?: readonly (string | number)[];
  query?: Record<string, string | number | readonly (string | number)[]>;
  body?: unknown;
  /** A body that is no JSON. */
  text?: string;
  /** Multipart with the field `file`. */
  file?: { bytes: Buffer; name: string };
  /** Instead of the institution's administrator; null sends no token. */
  as?: TestUser | null;
  headers?: Record<string, string>;
  /** Another way to the same call, which the gateway of the family knows too. */
  path?: string;
  /** Refused, as it has to be here, with one of these statuses and a reason in Chinese. */
  refused?: readonly number[];
  /** When success is not 200 with code 0 in an envelope. */
  raw?: boolean;
}

/** The call as calls.txt names it, what is sent, and what the answer must be. */
export type Replay = readonly [call: string, send: (w: World) => Sent | Promise<Sent>, check?: (data: any, w: World) => unknown];

export interface World {
  t: Harness;
  /** The administrator of an institution of the demonstration, with every permission. */
  staff: TestUser;
  platform: TestUser;
  /** Of an institution that buys a package. */
  buyer: TestUser;
  offer: Sale;
  /** What earlier calls answered, for those that follow. */
  kept: Record<string, any>;
}

/** The demonstration on a test's database, with those who call. */
export async function wireWorld(t: Harness): Promise<World> {
  await seedDemo(t.deps, 'Demo2026');
  const platform = await t.user(1, { name: '平台' });
  await prove(t, platform);
  const staff = await t.user(1000001, { name: '院长' });
  // The menu of an institution's administrator, as the defaults make it.
  await t.deps.inTenant(staff.tenantId, (tx) =>
    tx.run(sql`insert into user_roles (tenant_id, user_id, role_id)
      select tenant_id, ${staff.userId}, id from roles where tenant_id = ${staff.tenantId} and code = 'admin'`),
  );
  return {
    t,
    platform,
    staff,
    buyer: await t.user(await t.tenant(), { name: '买方' }),
    offer: await sale(t, platform),
    kept: {},
  };
}

/** Fills `{x}` of a path in order. */
export const filled = (path: string, at: readonly (string | number)[]) => {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(at[next++])));
};

const queryOf = (query: NonNullable<Sent['query']>) => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) search.append(key, String(one));
  return `?${search}`;
};

/** Sends one call; gives `data` of the envelope, or the bytes of a file. Fails unless it succeeds, or is refused where it must be. */
export async function replay(w: World, call: string, sent: Sent): Promise<unknown> {
  const [service, method, path] = call.split(' ') as [string, string, string];
  const { at = [], query = {}, body, text, file, as = w.staff, headers = {} } = sent;
  const form = new FormData();
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const answer = await fetch(w.t.url + (sent.path ?? filled(`/${service}/${path}`, at)) + queryOf(query), {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}`, 'TENANT-ID': String(as.tenantId) } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=utf-8' }),
      ...headers,
    },
    ...(file ? { body: form } : text !== undefined ? { body: text } : body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (sent.refused) {
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    assert.ok(sent.refused.includes(answer.status), `${call}: ${answer.status} ${msg}`);
    assert.deepEqual([code, /[\u4e00-\u9fff]/.test(msg)], [1, true]);
    return null;
  }
  if (sent.raw || !answer.headers.get('content-type')?.includes('json')) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200, `${call}: ${bytes.toString().slice(0, 300)}`);
    return sent.raw && answer.headers.get('content-type')?.includes('json') ? JSON.parse(bytes.toString()) : bytes;
  }
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown };
  assert.deepEqual([answer.status, code], [200, 0], `${call}: ${msg}`);
  return data;
}

/** The answer has these fields. */
export function has(data: any, fields: string): void {
  assert.ok(data !== null && typeof data === 'object', `an object is expected, not ${JSON.stringify(data)}`);
  for (const field of fields.split(' ')) assert.ok(field in data, `${field} is missing in ${Object.keys(data).join(' ')}`);
}

/** The answer is a page whose rows, of which there is at least one, have these fields; gives the rows. */
export function rows(data: any, fields: string): any[] {
  has(data, 'records total size current pages');
  assert.ok(data.records.length > 0, 'a row is expected');
  for (const row of data.records) has(row, fields);
  return data.records;
}

/** A row as an avue form sends it back: labels of what was chosen, dates that are not set, keys that only the client knows. */
export const form = (row: Record<string, unknown>, changes: Record<string, unknown> = {}) => ({
  ...row,
  ...changes,
  $cellEdit: false,
  $index: 0,
  createBy: '',
  updateBy: '',
});

let serial = 0;
/** A word that no other row has. */
export const unique = (word: string) => `${word}${process.pid % 1000}${++serial}`;
export const mobile = () => `139${String(randomInt(1e8)).padStart(8, '0')}`;
export const paged = { current: 1, size: 10, descs: 'create_time' };
