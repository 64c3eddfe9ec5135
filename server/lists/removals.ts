/**
 * 删除 that can be undone, once for everything that has a recycle bin (docs/decisions/069): an area says what hangs on a row, how it goes and
 * how it comes back; the entry, its month, its list, and that of two at once one wins, are here.
 */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { Consequences, KEPT_DAYS, removalKinds, type RemovalKind, type RemovalLine, type removalRoutes } from '#contract/removals.ts';
import { DAY, isoOf } from '#contract/time.ts';
import type { Context, Dependencies, Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Query, Tx } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup } from './columns.ts';
import { reads, type ListOf } from './crud.ts';
import { phone, phonesWithin } from '../db/sealed-phones.ts';

type Routes = ReturnType<typeof removalRoutes>;
export type Outlook = z.input<typeof Consequences>;

/** A row that has just gone: what its entry says, and what bringing it back needs. */
export interface Gone {
  name: string;
  detail?: string | null;
  kept?: unknown;
}

export interface Removable<K = unknown> {
  kind: RemovalKind;
  /** Ids of the rows that the session reaches, whether removed or not; absent: all of the tenant. */
  reach?: (session: Session) => Query<{ id: number }> | undefined;
  /** What stands against a removal and what goes with it; throws 404. */
  look(id: number, context: Context): Promise<Outlook>;
  /** Removes the row, locked; throws what stands against it. */
  take(id: number, context: Context): Promise<Gone>;
  /** Brings it back out of what was `kept`; gives what did not come with it, in words. Throws what stands against it. */
  give(id: number, kept: K, context: Context): Promise<string[]>;
  /** Clears what is of no use without it, of rows that will not come back. */
  clear?: (tx: Tx, ids: readonly number[]) => Promise<void>;
}

/** A line of consequences, with where it is seen to. */
export const line = (words: string, page?: NonNullable<RemovalLine['to']>['page'], id: number | null = null): RemovalLine => ({
  text: words,
  to: page ? { page, id } : null,
});

/** A line for each thing that there is; `false` and zero are none. */
export const lines = (...all: readonly (RemovalLine | false | 0 | null | undefined)[]): RemovalLine[] =>
  all.filter((one): one is RemovalLine => Boolean(one));

/** Names in brackets, at most `most` of them. */
export const named = (names: readonly string[], most = 3) =>
  `${names
    .slice(0, most)
    .map((name) => `“${name}”`)
    .join('、')}${names.length > most ? `等${names.length}个` : ''}`;

/** What a session removed itself is within its reach, also when nothing else of the row tells so any more. */
function within(reach: Removable<any>['reach'], session: Session) {
  const seen = reach?.(session);
  return seen ? sql`and (removals.deleted_by = ${session.userId} or removals.subject_id in (${seen}))` : sql``;
}

const nounOf = (kind: RemovalKind) => `已删除的${removalKinds[kind]}`;

/** The list of a kind's recycle bin; a kind whose rows say more adds columns. */
export const removedList = ({ kind, reach }: Removable<any>, { session, deps }: Context): ListOf<Routes['removed'], 'removals'> => ({
  table: 'removals',
  noun: nounOf(kind),
  scope: () => sql<SqlBool>`removals.kind = ${kind} ${within(reach, session)}`,
  columns: {
    id: 'subject_id',
    name: 'name',
    detail: 'detail',
    deleteTime: 'deleted_at',
    deleteName: lookup('users', 'name', 'removals.deleted_by'),
    daysLeft: () => sql`greatest(0, floor(extract(epoch from removals.deleted_at + make_interval(days => ${sql.lit(KEPT_DAYS)})
      - ${instant(deps.now())}) / 86400))::integer`,
  },
  filters: {
    name: (_eb, value) => sql<SqlBool>`(strpos(removals.name, ${value}) > 0 or strpos(removals.detail, ${value}) > 0
    or strpos(removals.detail, ${phone(value)}) > 0)`,
  },
  sorts: { create_time: 'deleted_at', delete_time: 'deleted_at' },
  order: 'deleted_at',
});

interface Entry {
  id: number;
  name: string;
  kept: unknown;
}

/** The entry of a row that can still come back, locked: of two who bring it back or clear it, one finds it. */
async function lockEntry({ kind, reach }: Removable<any>, subject: number, { tx, session, deps }: Context): Promise<Entry> {
  const entry = await tx.row<Entry>(sql`
    select id, name, kept from removals where tenant_id = ${tx.tenantId} and kind = ${kind} and subject_id = ${subject}
      and deleted_at > ${isoOf(deps.now() - KEPT_DAYS * DAY)} ${within(reach, session)}
    for update`);
  if (!entry) throw notFound(nounOf(kind));
  return entry;
}

const forget = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`delete from removals where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);

/** Leaves nothing of a row in its recycle bin: it is erased, and cannot come back. */
export const forgetRemoved = (tx: Tx, kind: RemovalKind, subject: number) =>
  tx.run(sql`delete from removals where tenant_id = ${tx.tenantId} and kind = ${kind} and subject_id = ${subject}`);

/** Writes down that a row has gone; the area has removed it in this transaction. */
async function enter({ kind }: Removable<any>, id: number, { name, detail = null, kept = {} }: Gone, { tx, session }: Context) {
  await tx.run(sql`
    insert into removals (tenant_id, kind, subject_id, name, detail, kept, deleted_by)
    values (${tx.tenantId}, ${kind}, ${id}, ${name}, ${detail && phonesWithin(detail)}, ${JSON.stringify(kept)}::jsonb, ${session.userId})`);
}

/** Removes a row as its 删除 does. */
export async function removeOne(what: Removable<any>, id: number, context: Context): Promise<true> {
  await enter(what, id, await what.take(id, context), context);
  return true;
}

/** Brings a row back; gives its name and what did not come with it. */
export async function restoreOne(what: Removable<any>, subject: number, context: Context): Promise<{ name: string; notes: string[] }> {
  const { id, name, kept } = await lockEntry(what, subject, context);
  const notes = await what.give(subject, kept, context);
  await forget(context.tx, [id]);
  return { name, notes };
}

/** Clears a row before its month is over. */
export async function purgeOne(what: Removable<any>, subject: number, context: Context): Promise<true> {
  const { id } = await lockEntry(what, subject, context);
  await what.clear?.(context.tx, [subject]);
  await forget(context.tx, [id]);
  return true;
}

/** The handlers of a kind: `remove`, and the routes of its recycle bin. */
export const removing = <K>(
  what: Removable<K>,
): Handlers<Routes> & { remove: (input: { id: number }, context: Context) => Promise<true> } => ({
  remove: ({ id }, context) => removeOne(what, id, context),
  consequences: ({ id }, context) => what.look(id, context),
  removed: (input, context) => reads(removedList(what, context)).page(input, context),
  restore: ({ id }, context) => restoreOne(what, id, context),
  purge: ({ id }, context) => purgeOne(what, id, context),
});

/** Refuses with the first of what stands against a removal. */
export function refuseBlocked({ blockers }: Outlook): void {
  const [first] = blockers;
  if (first) throw refused(first.text);
}

interface Due {
  tenant_id: number;
  id: number;
  kind: string;
  subject_id: number;
}

/**
 * Clears at most `most` entries whose month is over at `now` (epoch ms), by what their kinds say in `clears`; gives how many.
 */
export async function clearDue(
  deps: Dependencies,
  now: number,
  most: number,
  clears: { readonly [K in RemovalKind]?: NonNullable<Removable['clear']> },
): Promise<number> {
  const { rows } = await deps.pool.query<Due>({
    name: 'removals_due',
    text: 'select * from app.removals_due($1, $2)',
    values: [isoOf(now - KEPT_DAYS * DAY), most],
  });
  let cleared = 0;
  for (const [tenantId, due] of Map.groupBy(rows, ({ tenant_id }) => tenant_id))
    cleared += await deps.inTenant(tenantId, async (tx) => {
      // Who restores one at this moment was first, or finds nothing.
      const held = await tx.rows<{ id: number; kind: RemovalKind; subject_id: number }>(sql`
        select id, kind, subject_id from removals where tenant_id = ${tenantId} and id = any(${due.map(({ id }) => id)}::bigint[])
        order by id for update`);
      for (const [kind, entries] of Map.groupBy(held, (entry) => entry.kind))
        await clears[kind]?.(
          tx,
          entries.map(({ subject_id }) => subject_id),
        );
      return held.length === 0
        ? 0
        : forget(
            tx,
            held.map(({ id }) => id),
          );
    });
  return cleared;
}
