/** Two records of one person made one: all that is the dropped one's becomes the kept one's, in one transaction. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { mergeProblems, type MergeField } from '#contract/elderly/person-merge.rules.ts';
import { personMerge as routes } from '#contract/elderly/person-merge.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { againstMerge, personReferences, rowsOf, type Pair } from '../lists/merged-people.ts';
import { reach } from '../lists/people-reach.ts';
import { markBed } from '../rooms/occupancy.ts';
import { noteLevel } from './arrangements.ts';
import { dismiss, duplicates } from './duplicates.ts';
import { peopleRows } from './people-rows.ts';
import { recordName } from './record-names.ts';
import { isAway } from './registrations.ts';

/** The columns of each field that can be taken. */
const COLUMNS: Record<MergeField, readonly (keyof Tables['people'])[]> = {
  userName: ['name'],
  gender: ['gender'],
  birthDate: ['birth_date'],
  identityNumber: ['identity_sealed', 'identity_index'],
  mobile: ['mobile'],
  address: ['address', 'region_code', 'longitude', 'latitude'],
  serviceType: ['service_type'],
  careLevel: ['care_level'],
  anergy: ['ability'],
  departmentId: ['department_id'],
  carerId: ['carer_id'],
  avatar: ['photo'],
  remarks: ['remarks'],
  flags: ['flags'],
};

function needTwo({ keepId, dropId }: { keepId: number; dropId: number }): void {
  if (keepId === dropId) throw invalid('请选择两份不同的档案');
}

/** Both rows, locked in the order of their ids, as far as the session reaches. Throws 404, and 409 when one has been merged meanwhile. */
async function lockBoth({ tx, session }: Context, keepId: number, dropId: number) {
  const rows = await tx.rows(
    db
      .selectFrom('people')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', [keepId, dropId])
      .where((eb) => reach(eb as never, session) ?? (eb.lit(true) as never))
      .orderBy('id')
      .forUpdate(),
  );
  if (rows.some(({ merged_into }) => merged_into !== null)) throw conflict('档案已被合并，请刷新后重试');
  const [keep, drop] = [keepId, dropId].map((id) => rows.find((row) => row.id === id && row.deleted_at === null));
  if (!keep || !drop) throw notFound('服务对象');
  return { keep, drop };
}

async function merge(input: z.output<typeof routes.merge.input>, context: Context): Promise<number> {
  const { tx, deps } = context;
  const { keepId, dropId, fields } = input;
  const { keep, drop } = await lockBoth(context, keepId, dropId);
  if (keep.version !== input.keepVersion || drop.version !== input.dropVersion) throw conflict('档案已被他人修改，请刷新后重试');
  const pair: Pair = { keptId: keepId, droppedId: dropId };
  const sides = [keep, drop].map(({ status, bed_id }) => ({ status, bedId: bed_id }));
  const [problem] = [...mergeProblems(sides[0]!, sides[1]!), ...(await againstMerge(pair, tx))];
  if (problem !== undefined) throw refused(problem);
  await tx.run(sql`
    update people set deleted_at = now(), merged_into = ${keepId}, bed_id = null, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${dropId}`);
  await tx.run(sql`update people set merged_into = ${keepId} where tenant_id = ${tx.tenantId} and merged_into = ${dropId}`);
  const taken = Object.fromEntries(fields.flatMap((field) => COLUMNS[field]).map((column) => [column, drop[column]]));
  const bed = drop.bed_id === null ? {} : { bed_id: drop.bed_id };
  await tx.run(
    db
      .updateTable('people')
      .set({ ...(taken as object), ...bed, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', keepId),
  );
  if (drop.bed_id !== null) await markBed(tx, drop.bed_id, isAway(keep.status));
  if (fields.includes('careLevel')) await noteLevel(context, keep, drop.care_level);
  await context.emit('person.merged', pair);
  await tx.run(sql`select app.move_merged(${dropId})`);
  // What the dropped one still has ends like that of a removed person.
  await context.emit('person.removed', { personId: dropId });
  await context.emit('person.changed', { personId: dropId });
  await context.emit('person.changed', { personId: keepId, ...(drop.bed_id === null ? {} : { bedBefore: keep.bed_id }) });
  await context.emit('threshold.changed', { personId: keepId });
  await context.emit('readings.expected', { personId: keepId });
  deps.log.info({ keepId, dropId }, 'two records of a person were merged');
  return keepId;
}

/** How many rows of the dropped person would move, by the names of their tables. */
async function countMoves({ tx }: Context, pair: Pair): Promise<{ label: string; count: number }[]> {
  const references = personReferences().filter(({ way }) => way !== 'stays');
  const counts = references.map(
    (reference) => sql`select ${reference.table}::text as "table", count(*)::integer as count from ${sql.table(reference.table)}
      where ${rowsOf(reference, tx.tenantId, pair.droppedId, pair)}`,
  );
  const found = await tx.rows<{ table: string; count: number }>(sql`${sql.join(counts, sql` union all `)}`);
  const byLabel = new Map<string, number>();
  for (const { table, count } of found) {
    const label = recordName(table);
    if (count > 0) byLabel.set(label, (byLabel.get(label) ?? 0) + count);
  }
  return [...byLabel].map(([label, count]) => ({ label, count })).toSorted((a, b) => b.count - a.count);
}

export const personMerge: Handlers<typeof routes> = {
  duplicates,
  dismiss,

  async preview(input, context) {
    needTwo(input);
    const list = peopleRows(context.session);
    const [keep, drop] = [await readOne(list, input.keepId, context), await readOne(list, input.dropId, context)];
    const pair: Pair = { keptId: keep.id, droppedId: drop.id };
    const against = [...mergeProblems(keep, drop), ...(await againstMerge(pair, context.tx))];
    return { keep, drop, moves: await countMoves(context, pair), against };
  },

  async merge(input, context) {
    needTwo(input);
    // Pages that lost the answer send the same once more.
    return once(context, routes.merge, input, () => merge(input, context));
  },
};
