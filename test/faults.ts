/**
 * Faults at chosen points: triggers in a test's own database hold a transaction where it first writes a table, or at its COMMIT, until the
 * process that sent it has been killed. The product knows nothing of them.
 */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { connection } from '#server/db/pool.ts';
import type { Answer, Harness, TestUser } from './harness.ts';
import { eventually, gone, signal } from './processes.ts';

/** The advisory lock on which held transactions wait. */
const LOCK = 20_261_127;
/** COMMIT reaches PostgreSQL in one write with this table's row; a point on it is after all that a request does. */
export const AT_COMMIT = 'operation_logs';
/** What is written again when an answer is asked for again, or by the clock. */
const NOT_COUNTED = /^(operation_logs|audit_|sessions$)/;
const CONNECTIONS = 60;

const SCHEMA = `
  create schema fault;
  create table fault.points (tenant_id bigint, name text);
  create table fault.recorded (tenant_id bigint, name text, place integer generated always as identity, primary key (tenant_id, name));
  create table fault.recording (tenant_id bigint);
  create function fault.meet() returns trigger language plpgsql security definer as $$
  declare tenant bigint := case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
  begin
    if exists (select from fault.recording r where r.tenant_id = tenant) then
      insert into fault.recorded (tenant_id, name) values (tenant, tg_table_name) on conflict do nothing;
    end if;
    if exists (select from fault.points p where p.tenant_id = tenant and p.name = tg_table_name) then
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock_shared(${LOCK});
    end if;
    return null;
  end $$;`;

interface Column {
  table: string;
  column: string;
}

export interface Request {
  as: TestUser;
  method: string;
  path: string;
  input: unknown;
  key: string;
}
/** A request that is to be held at a point. */
export interface Held extends Request {
  tenantId: number;
  /** The table at whose first written row it is held. */
  point: string;
}

type Answered = Pick<Answer, 'status' | 'msg' | 'data'>;

/** Sends requests to a process at an address. */
const asking =
  (url: string) =>
  async ({ as, method, path, input, key }: Request): Promise<Answered> => {
    const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(input) });
    return { status: answer.status, ...((await answer.json()) as Pick<Answer, 'msg' | 'data'>) };
  };

export async function faults(t: Harness) {
  const sight = new pg.Client(connection(t.target('superuser'), 'faults'));
  await sight.connect();
  await sight.query('set statement_timeout = 0');
  await sight.query(SCHEMA);
  const { rows: columns } = await sight.query<Column>(`
    select c.relname as "table", a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
    order by c.relname, a.attnum`);
  const tables = [...new Set(columns.filter(({ column }) => column === 'tenant_id').map(({ table }) => table))];
  for (const table of tables)
    await sight.query(
      table === AT_COMMIT
        ? `create constraint trigger zz_fault after insert on ${table} deferrable initially deferred
            for each row execute function fault.meet()`
        : `create trigger zz_fault after insert or update or delete on ${table} for each row execute function fault.meet()`,
    );
  const counted = tables.filter((table) => !NOT_COUNTED.test(table));
  const told = counted.map((table) => {
    const has = columns.filter((one) => one.table === table).map(({ column }) => column);
    const sums = has.filter((name) => name.endsWith('_fen')).map((name) => `' ${name}=' || coalesce(sum(${name}), 0)`);
    const states = has
      .filter((name) => name === 'state' || name === 'status')
      .map((name) => `' ${name}=' || coalesce(string_agg(${name}::text, ',' order by ${name}), '')`);
    return `select '${table}' as name, concat(count(*), ${[...sums, ...states, "''"].join(', ')}) as said from ${table} where tenant_id = $1`;
  });
  const jobs = `select 'job ' || name, count(*)::text from jobs.job where (data->>'tenantId')::bigint = $1 group by name`;
  const everything = `${told.join(' union all ')} union all ${jobs}`;

  /** What a tenant has: rows, sums of money, states of every table, and jobs. */
  async function fingerprint(tenantId: number): Promise<Record<string, string>> {
    const { rows } = await sight.query<{ name: string; said: string }>(everything, [tenantId]);
    return Object.fromEntries(rows.filter(({ said }) => !said.startsWith('0')).map(({ name, said }) => [name, said]));
  }

  const servers: ChildProcess[] = [];
  /** Another process of the product on this database; `ask` sends it a request. */
  async function server() {
    const child = fork(join(import.meta.dirname, 'second-server.ts'), [t.database, String(CONNECTIONS)]);
    servers.push(child);
    const [port] = (await once(child, 'message')) as [number];
    return { child, ask: asking(`http://127.0.0.1:${port}`) };
  }

  const waiting = async () => {
    const { rows } = await sight.query<{ n: string }>(
      // Other files hold requests at the same time, in other databases of the cluster.
      `select count(*) as n from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return Number(rows[0]!.n);
  };

  /** Requests of these tenants stand still from now on at these points. */
  async function hold(points: readonly Held[]): Promise<void> {
    await sight.query(`select pg_advisory_lock(${LOCK})`);
    await sight.query('insert into fault.points select * from unnest($1::bigint[], $2::text[])', [
      points.map(({ tenantId }) => tenantId),
      points.map(({ point }) => point),
    ]);
  }
  async function release(): Promise<void> {
    await sight.query('delete from fault.points');
    await sight.query(`select pg_advisory_unlock(${LOCK})`);
  }
  const standing = async () => {
    const { rows } = await sight.query<{ n: string }>(
      `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]!.n);
  };

  return {
    fingerprint,
    server,
    /** Takes away the jobs that wait: what a later part of a test counts is its own. */
    forgetJobs: () => sight.query('delete from jobs.job'),
    /** Has the second request run while the first is held at its point, as far as it can; gives both answers. */
    async during(first: Held, second: Request): Promise<[Answered, Answered]> {
      const ask = asking(t.url);
      await hold([first]);
      let answered = 0;
      const counted = (request: Request) => ask(request).finally(() => answered++);
      const one = counted(first);
      await eventually(async () => answered > 0 || (await waiting()) === 1);
      const two = counted(second);
      await eventually(async () => answered > 0 || (await standing()) === 2);
      await release();
      return Promise.all([one, two]);
    },
    /** Has `work` run once, and gives the tables that it wrote, in the order of their first row. */
    async tablesOf(tenantId: number, work: () => Promise<unknown>): Promise<string[]> {
      await sight.query('delete from fault.recorded');
      await sight.query('insert into fault.recording values ($1)', [tenantId]);
      await work();
      await sight.query('delete from fault.recording');
      const { rows } = await sight.query<{ name: string }>('select name from fault.recorded where tenant_id = $1 order by place', [
        tenantId,
      ]);
      return rows.map(({ name }) => name);
    },
    /** Sends all requests to one process, kills it once each is held at its point, and waits until PostgreSQL has ended their transactions. */
    async killAt(requests: readonly Held[]): Promise<void> {
      const { child, ask } = await server();
      await hold(requests);
      const early: string[] = [];
      const answers = requests.map((request) =>
        ask(request).then(
          ({ status, msg }) => void early.push(`${request.path} at ${request.point}: ${status} ${msg}`),
          () => 'no answer',
        ),
      );
      await eventually(
        async () => early.length > 0 || (await waiting()) === requests.length,
        () => `${requests.length} requests are held`,
      );
      assert.deepEqual(early, [], 'no request is answered before it is killed');
      signal(child.pid!, 'SIGKILL');
      await gone(child.pid!);
      await release();
      assert.deepEqual([...new Set(await Promise.all(answers))], ['no answer']);
      await eventually(async () => {
        const { rowCount } = await sight.query(
          `select 1 from pg_stat_activity where datname = current_database() and application_name like 'second%'`,
        );
        return rowCount === 0;
      });
    },
    async close(): Promise<void> {
      for (const { pid } of servers) signal(pid!, 'SIGKILL');
      await sight.end();
    },
  };
}
export type Faults = Awaited<ReturnType<typeof faults>>;
