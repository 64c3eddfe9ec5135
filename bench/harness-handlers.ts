/** The product's handlers on a bench cluster, called as a request calls them after it was let in; and what they send to the database. */
import pg from 'pg';
import pino from 'pino';
import type { Input, Route } from '#contract/http.ts';
import type { Context, Dependencies, Session } from '#server/context.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { testConfig } from '#test/config.ts';
import { everyPermission } from '#test/harness.ts';
import type { Cluster } from './harness-cluster.ts';

export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

type Handler = (input: never, context: Context) => Promise<unknown>;

/** Everything of a tenant, as its head sees it. */
export const headOf = (tenantId: number): Session =>
  ({
    tenantId,
    parentTenantId: null,
    userId: 1,
    home: { tenantId, userId: 1 },
    name: '员工1',
    dataScope: 0,
    departmentIds: [],
    superAdmin: false,
    roleIds: [],
    permissions: new Set(everyPermission()),
  }) as unknown as Session;

/** Everything that handlers need, on one connection, with no notices and no log. */
export function depsOn(c: Cluster): Dependencies {
  const pool = createPool(c.target('app'), 'bench handlers', 1, () => {});
  const inTenant = tenantRunner(pool, c.secrets);
  return {
    config: testConfig({ dataDir: c.dir }),
    secrets: c.secrets,
    pool,
    inTenant,
    urgent: { pool, inTenant },
    logins: pool,
    cleanup: pool,
    jobs: pool,
    log: pino({ level: 'silent' }),
    now: Date.now,
  };
}

export function handlersOn(c: Cluster, session: Session) {
  const deps = depsOn(c);
  const { inTenant, pool } = deps;
  const call = <R extends Route>(route: R, handler: Handler, input: Input<R>) =>
    inTenant(session.tenantId, (tx) =>
      handler(
        route.input.parse(input) as never,
        { tx, session, actor: session, deps, afterCommit: (done: () => void) => done() } as unknown as Context,
      ),
    );
  return {
    deps,
    call,
    /** Milliseconds of one call. */
    async timed<R extends Route>(route: R, handler: Handler, input: Input<R>): Promise<number> {
      const began = performance.now();
      await call(route, handler, input);
      return performance.now() - began;
    },
    /** The statements that a call sends, without those that open and close its unit of work. */
    async recorded<R extends Route>(route: R, handler: Handler, input: Input<R>): Promise<Statement[]> {
      const sent: Statement[] = [];
      const query = pg.Client.prototype.query;
      (pg.Client.prototype as any).query = function (this: pg.Client, config: any, ...rest: any[]) {
        for (const one of config?.statements ?? [config])
          if (one?.values && /^\s*(\(?select|with)\b/i.test(one.text) && !one.text.includes("'app.ctx'")) sent.push(one);
        return (query as any).call(this, config, ...rest);
      };
      await call(route, handler, input).finally(() => (pg.Client.prototype.query = query));
      return sent.map(({ name, text, values }) => ({ ...(name ? { name } : {}), text, values }));
    },
    close: () => pool.end(),
  };
}

/** Milliseconds of statements on a connection that row-level security does not touch, prepared as the product prepares them. */
export async function bare(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const began = performance.now();
  await Promise.all([client.query('begin'), ...statements.map((statement) => client.query(statement)), client.query('commit')]);
  return performance.now() - began;
}

/**
 * Milliseconds of each of `rounds` calls of a handler, and of its own statements without it, in turns. Both are asked for first as often as
 * PostgreSQL plans a prepared statement for its values before it keeps a plan.
 */
export async function besideBare<R extends Route>(
  product: ReturnType<typeof handlersOn>,
  client: pg.Client,
  [route, handler, input]: readonly [R, Handler, Input<R>],
  rounds: number,
): Promise<{ times: number[]; bares: number[]; statements: number }> {
  const ask = () => product.timed(route, handler, input);
  const statements = await product.recorded(route, handler, input);
  const [times, bares]: [number[], number[]] = [[], []];
  for (let n = 0; n < 8; n++) {
    await ask();
    await bare(client, statements);
  }
  for (let round = 0; round < rounds; round++) {
    times.push(await ask());
    bares.push(await bare(client, statements));
  }
  return { times, bares, statements: statements.length };
}
