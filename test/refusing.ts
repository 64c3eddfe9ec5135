/** Refusals over real HTTP: status, text, and that the database is what it was. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import type { Route } from '#contract/http.ts';
import { connection } from '#server/db/pool.ts';
import type { Answer, Harness, TestUser } from './harness.ts';

/** Tables that a refused call may write: who called, how often a token or a password was tried, and what the record says of it. */
const RECORDS = 'audit_head_starts audit_queue audit_seals external_tokens login_failures operation_logs row_changes sessions'.split(' ');

const ALL = "md5(coalesce(string_agg(t::text, ',' order by t::text), ''))";
const hashOf = (table: string) => `select '${table}' as name, ${ALL} as hash from ${table} t`;

/** A hash of the rows of every table of all tenants, but for the records. */
export async function contents({ target }: Harness): Promise<Record<string, string>> {
  const client = new pg.Client(connection(target('superuser'), 'contents'));
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      `select c.oid::regclass::text as name from pg_class c
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1) order by 1`,
      [RECORDS],
    );
    const hashes = tables.map(({ name }) => hashOf(name));
    const { rows } = await client.query(hashes.join(' union all '));
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
  } finally {
    await client.end();
  }
}

/** Calls `route` and expects this refusal and an unchanged database; gives the answer. */
export async function refuses(
  t: Harness,
  as: TestUser | null,
  route: Route,
  input: Record<string, unknown>,
  [status, text]: readonly [number, string | RegExp],
): Promise<Answer> {
  const before = await contents(t);
  const answer = await t.route(route, as, input);
  const said = `${route.method} ${route.path} ${JSON.stringify(input)}: ${answer.status} ${answer.msg}`;
  assert.equal(answer.status, status, said);
  if (typeof text === 'string') assert.equal(answer.msg, text, said);
  else assert.match(answer.msg ?? '', text, said);
  assert.deepEqual(await contents(t), before, said);
  return answer;
}

/** As `refuses`, for inputs that a schema refuses with 400: one look at the database before and one after all of them. */
export async function refusesInputs(t: Harness, as: TestUser | null, cases: readonly (readonly [Route, object, string])[]): Promise<void> {
  const before = await contents(t);
  for (const [route, input, text] of cases) {
    const answer = await t.route(route, as, input as Record<string, unknown>);
    assert.deepEqual([answer.status, answer.msg], [400, text], `${route.method} ${route.path} ${JSON.stringify(input).slice(0, 300)}`);
  }
  assert.deepEqual(await contents(t), before);
}

export type Statement = ReturnType<typeof sql>;
/** Runs a statement in a tenant, to bring about what a call is refused for. */
export const runIn = (t: Harness, tenantId: number, statement: Statement) => t.deps.inTenant(tenantId, (tx) => tx.run(statement));
/** As `runIn`, for an insert that returns an id; gives it. */
export async function addedIn(t: Harness, tenantId: number, statement: Statement): Promise<number> {
  const row = await t.deps.inTenant(tenantId, (tx) => tx.row<{ id: number }>(statement as never));
  return row!.id;
}
