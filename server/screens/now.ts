/** 现在: the sources of all areas asked in one round, merged by urgency. A source that fails costs no other one. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { mergedNow, type NowKind } from '#contract/screens/now.rules.ts';
import type { Now, now as routes } from '#contract/screens/now.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { users } from '#contract/users/users.ts';
import type { Context } from '../context.ts';
import { inside } from '../db/inside.ts';
import type { Tx } from '../db/tenant.ts';
import { databaseAway } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import type { NowAsked, NowFound, NowSource } from '../lists/now-sources.ts';
import { recipientsWith } from '../messages/messages.ts';
import { nowSources } from './now-registry.ts';

interface Read {
  kind: NowKind;
  rows: NowFound[];
}

const rowsOf = (tx: Tx, source: NowSource, asked: NowAsked) => tx.rows<NowFound>(source.query(asked));

async function readOne(context: Context, source: NowSource, asked: NowAsked): Promise<Read> {
  const { tx, deps } = context;
  const rows = source.ofPlatform
    ? await inside(tx, deps, PLATFORM, (platform) => rowsOf(platform, source, asked))
    : await rowsOf(tx, source, asked);
  return { kind: source.kind, rows: rows.map((row) => source.say?.(row, asked) ?? row) };
}

/** All of them in one round; what lies with the platform afterwards, because it changes whose rows are seen. */
async function readAll(context: Context, sources: readonly NowSource[], asked: NowAsked): Promise<Read[]> {
  const own = await Promise.all(sources.filter(({ ofPlatform }) => !ofPlatform).map((source) => readOne(context, source, asked)));
  for (const source of sources.filter(({ ofPlatform }) => ofPlatform)) own.push(await readOne(context, source, asked));
  return own;
}

/** Ends a unit of work that has only read, also one that an error has aborted. */
const end = (tx: Tx): Promise<void> =>
  tx.last().then(
    () => undefined,
    (error: unknown) => {
      if (databaseAway(error)) throw error;
    },
  );

/** Each in a unit of work of its own, after one of them has failed: an error ends only its own. */
async function readEach(context: Context, sources: readonly NowSource[], asked: NowAsked): Promise<{ read: Read[]; failed: NowKind[] }> {
  const { tx, deps } = context;
  const [read, failed]: [Read[], NowKind[]] = [[], []];
  await end(tx);
  for (const source of sources) {
    tx.renew();
    try {
      read.push(await readOne(context, source, asked));
    } catch (error) {
      if (databaseAway(error)) throw error;
      deps.log.error({ err: error, kind: source.kind }, 'a source of the first page could not be read');
      failed.push(source.kind);
    }
    await end(tx);
  }
  return { read, failed };
}

/** Who gives rights here: at most five names. */
async function givers({ tx }: Context): Promise<string[]> {
  const ids = await recipientsWith(tx, users.update.access);
  const found = await tx.rows<{ name: string }>(
    sql`select name from users where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) order by id limit 5`,
  );
  return found.map(({ name }) => name);
}

/** What waits for the session: of one kind, or of all. */
export async function readNow(context: Context, kind?: NowKind): Promise<z.input<typeof Now>> {
  const { session, deps } = context;
  const asked = { session, now: deps.now() };
  const ask = session.permissions.size > 0 ? null : await givers(context);
  const sources = nowSources.filter((source) => (kind === undefined || source.kind === kind) && source.may(session));
  const { read, failed } = await readAll(context, sources, asked).then(
    (all) => ({ read: all, failed: [] as NowKind[] }),
    (error: unknown) => {
      if (databaseAway(error)) throw error;
      return readEach(context, sources, asked);
    },
  );
  const given = read.map(({ kind: of, rows }) => ({ rows: rows.map((row) => ({ ...row, kind: of })), total: rows[0]?.total ?? 0 }));
  const counts = read.flatMap(({ kind: of, rows: [first] }) => (first ? [{ kind: of, count: first.total, together: first.id === 0 }] : []));
  return { rows: mergedNow(given, asked.now), counts, failed, ask };
}

export const now: Handlers<typeof routes> = {
  read: ({ kind }, context) => readNow(context, kind),
  ask: (_input, context) => givers(context),
};
