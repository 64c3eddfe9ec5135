/**
 * A unit of work in one tenant. BEGIN and the signed tenant context leave in one write with the first statement; where the first are the
 * last, too, they leave as one batch, which needs no BEGIN;
 * row-level security sees the tenant only if the signature holds, so an injected `set_config` opens nothing.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type RawBuilder,
} from 'kysely';
import { databaseAway } from '../errors.ts';
import { Batch, type Statement } from './batch.ts';
import { opening } from './pool.ts';
import { openPhones, sealedValues, type PhoneSeal } from './sealed-phones.ts';
import { sealedWrites } from './sealed-writes.ts';
import type { Secrets } from './secrets.ts';
import type { Tables } from './tables.ts';

/** Builds typed SQL; it is never connected, a `Tx` runs what it builds. */
export const db = new Kysely<Tables>({
  plugins: [sealedWrites],
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A builder's query, or a whole statement written with kysely's `sql`. */
export type Query<T> = Compilable<T> | RawBuilder<T>;

export interface Tx {
  readonly tenantId: number;
  rows<T>(query: Query<T>): Promise<T[]>;
  /** The first row, or undefined. */
  row<T>(query: Query<T>): Promise<T | undefined>;
  /** How many rows a statement touched. */
  run(query: Query<unknown>): Promise<number>;
  /** Sends a statement whose outcome is not looked at: it travels with the next one. When it fails, so does the unit of work. */
  later(query: Query<unknown>): void;
  /** The last statements of a unit of work: they and COMMIT leave in one write. Nothing may follow but `renew`. */
  last<T extends readonly Query<unknown>[]>(...queries: T): Promise<{ [K in keyof T]: T[K] extends Query<infer R> ? R[] : never }>;
  /**
   * Commits what was done, gives the connection back while `work` asks another system,
   * then begins a new unit of work, on another connection.
   * Not within `inside`. Gives what `work` gives.
   */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /** The same unit of work for statements of another tenant: their numbers are sealed and opened as its own (server/db/inside.ts). */
  as(tenantId: number): Tx;
  /**
   * After `last`, a new unit of work on the same connection: a caller that asked the pool for another one while holding this could wait
   * for ever.
   */
  renew(): void;
  /**
   * From here on all statements see one moment (REPEATABLE READ). What was written before
   * is committed: call it first. The level must be said with BEGIN, because the statement that names
   * the tenant is already one that PostgreSQL refuses to have before it.
   */
  snapshot(): Promise<void>;
}

const unkept = new WeakSet<object>();
/** Marks a query whose best plan depends on its values: it is planned at every use, never kept as a prepared statement. Gives it back. */
export function planned<Q extends Query<unknown>>(query: Q): Q {
  unkept.add(query);
  return query;
}

const names = new Map<string, string>();
/**
 * A prepared statement's name: the hash of its text, so that equal text shares a plan.
 * Bounded: a caller with ever new texts must not fill memory.
 */
function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= 5000) return undefined;
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 24);
  names.set(sql, name);
  return name;
}

/** `tenant.expires.hmac`: what `app.tenant()` verifies. Valid for a minute; digits, hex and dots only. */
export function signContext(key: Buffer, tenantId: number, now: number = Date.now()): string {
  const body = `${tenantId}.${Math.floor(now / 1000) + 60}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('hex')}`;
}

const quiet = () => {};
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };

/** The signed context of a tenant, signed again after ten seconds. */
function signer(key: Buffer): (tenantId: number) => string {
  const signed = new Map<number, { context: string; until: number }>();
  return (tenantId) => {
    const now = Date.now();
    const known = signed.get(tenantId);
    if (known && known.until > now && known.until <= now + 10_000) return known.context;
    if (signed.size >= 5000) signed.clear();
    const context = signContext(key, tenantId, now);
    signed.set(tenantId, { context, until: now + 10_000 });
    return context;
  };
}

/** What is sent in this turn of the event loop leaves in one write: the server wakes once, not once per statement. */
function gather(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

export type InTenant = <T>(tenantId: number, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What a tenant's statements seal by, and the parsers that open what they give; made once for a tenant. */
function sealers(keys: Pick<Secrets, 'fields'>): (tenantId: number) => { by: PhoneSeal; types: pg.CustomTypesConfig } {
  const known = new Map<number, { by: PhoneSeal; types: pg.CustomTypesConfig }>();
  return (tenantId) =>
    known.getOrInsertComputed(tenantId, () => {
      const by = { keys, tenantId };
      return { by, types: opening((text, written) => openPhones(by, text, written)) };
    });
}

/**
 * Makes the `inTenant` of a pool. `work` runs in one transaction, committed when it resolves, rolled back when it throws. Telephone
 * numbers are sealed in what it sends and opened in what it gets (docs/decisions/105).
 */
export function tenantRunner(pool: pg.Pool, secrets: Pick<Secrets, 'context' | 'fields'>): InTenant {
  const sign = signer(secrets.context);
  const sealer = sealers(secrets);
  return async function inTenant(tenantId, work) {
    if (!Number.isSafeInteger(tenantId) || tenantId <= 0) throw new Error('A unit of work needs a tenant');
    let client = await pool.connect();
    let held = true;
    let finished = false;
    let still = false;
    let broken = false;
    /** What began the unit of work; null until a statement needs it. */
    let begin: Promise<unknown> | null = null;
    let unheard: Promise<unknown>[] = [];
    // The context is bound: as text it would stand in pg_stat_activity and in logs, where a reader could use it for a minute.
    const context = (): Statement => ({ name: 'tenant', text: "select set_config('app.ctx', $1, true)", values: [sign(tenantId)] });
    const statementOf = (by: PhoneSeal, query: Query<unknown>): Statement => {
      // A plain builder ignores the argument.
      const { sql: text, parameters } = (query as RawBuilder<unknown>).compile(db);
      return { name: unkept.has(query) ? undefined : statementName(text), text, values: sealedValues(by, parameters) };
    };
    const send = (statements: readonly Statement[], types: pg.CustomTypesConfig) => {
      const batch = new Batch(statements, types);
      client.query(batch);
      return batch.answered;
    };
    // Queued, not awaited: they travel with the first statement. A failure shows up there too.
    const enter = (isolation = '') => {
      gather(client);
      const name = `begin${isolation}`;
      const entered = send([{ name, text: name, values: [] }, context()], sealer(tenantId).types);
      entered.catch(quiet);
      return entered;
    };
    const ask = async (tenant: number, query: Query<unknown>): Promise<pg.QueryResult> => {
      if (finished) throw new Error('The unit of work has ended');
      begin ??= enter();
      const { by, types } = sealer(tenant);
      return (await send([statementOf(by, query)], types))[0]!;
    };
    /** Ends the unit of work with its last statements: in one write with what was sent in the same turn. Gives their results. */
    const end = async (tenant: number, queries: readonly Query<unknown>[]): Promise<pg.QueryResult[]> => {
      if (finished) throw new Error('The unit of work has ended');
      const { by, types } = sealer(tenant);
      const last = queries.map((query) => statementOf(by, query));
      finished = true;
      if (begin === null) return last.length ? (await send([context(), ...last], types)).slice(1) : [];
      gather(client);
      const ended = send([...last, COMMIT], types);
      ended.catch(quiet);
      const before = [begin, ...unheard];
      unheard = [];
      // What failed first says why.
      await Promise.all(before);
      const results = await ended;
      // In an aborted transaction COMMIT quietly becomes ROLLBACK: a handler that swallowed an error must not report success.
      if (results.pop()!.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      return results;
    };
    const statementsOf = (tenant: number): Pick<Tx, 'tenantId' | 'rows' | 'row' | 'run' | 'later' | 'last'> => ({
      tenantId: tenant,
      rows: async (query) => (await ask(tenant, query)).rows as never,
      row: async (query) => (await ask(tenant, query)).rows[0] as never,
      run: async (query) => (await ask(tenant, query)).rowCount ?? 0,
      later(query) {
        gather(client);
        const sent = ask(tenant, query);
        sent.catch(quiet);
        unheard.push(sent);
      },
      last: async (...queries) => (await end(tenant, queries)).map(({ rows }) => rows) as never,
    });
    const tx: Tx = {
      ...statementsOf(tenantId),
      as: (other) => ({ ...tx, ...statementsOf(other) }),
      async outside(outer) {
        await tx.last();
        client.release();
        held = false;
        const result = await outer();
        client = await pool.connect();
        held = true;
        tx.renew();
        return result;
      },
      renew() {
        if (!finished) throw new Error('The unit of work has not ended');
        finished = false;
        begin = null;
      },
      async snapshot() {
        if (still) return;
        await tx.last();
        [finished, still] = [false, true];
        begin = enter(' isolation level repeatable read');
      },
    };
    try {
      const result = await work(tx);
      if (!finished) await end(tenantId, []);
      return result;
    } catch (error) {
      finished = true;
      if (!held) throw error;
      // A connection that is lost or hangs is not asked again.
      if (databaseAway(error)) broken = true;
      else if (begin !== null) await client.query('rollback').catch(() => (broken = true));
      throw error;
    } finally {
      if (held) client.release(broken);
    }
  };
}
