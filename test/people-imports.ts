/** What tests of imports share: institutions with the dictionaries that people are described by, sheets of people, their names. */
import { sql } from 'kysely';
import { dictionaryDefaults } from '#server/system/dictionary-defaults.ts';
import type { Harness, TestUser } from './harness.ts';
import { workbook } from './workbooks.ts';

const USED = ['gender', 'oldman_status', 'service_type', 'care_level', 'anergy', 'relation'];

/** Adds the dictionaries of people to a tenant that has none. */
async function addDictionaries(t: Harness, tenantId: number): Promise<void> {
  await t.deps.inTenant(tenantId, async (tx) => {
    for (const { type, items, from = 1 } of dictionaryDefaults.filter((one) => USED.includes(one.type))) {
      const made = await tx.row<{ id: number }>(sql`insert into dictionaries (tenant_id, type) values (${tenantId}, ${type}) returning id`);
      for (const [at, label] of items.entries())
        await tx.run(
          sql`insert into dictionary_items (tenant_id, dictionary_id, value, label, sort)
            values (${tenantId}, ${made!.id}, ${String(at + from)}, ${label as string}, ${at})`,
        );
    }
  });
}

/** Somebody who may do everything in a tenant of their own. */
export async function newManager(t: Harness): Promise<TestUser> {
  const manager = await t.user(await t.tenant());
  await addDictionaries(t, manager.tenantId);
  return manager;
}

/** Names of the people of a tenant, in the order in which they came. */
export async function namesIn(t: Harness, tenantId: number): Promise<string[]> {
  const rows = await t.deps.inTenant(tenantId, (tx) =>
    tx.rows<{ name: string }>(sql`select name from people where tenant_id = ${tenantId} and deleted_at is null order by id`),
  );
  return rows.map(({ name }) => name);
}

export const HEAD = ['姓名*', '性别', '出生日期', '联系电话', '护理等级'];
/** The bytes of a sheet of people. */
export const sheet = (...rows: (string | number | null)[][]) => workbook([HEAD, ...rows]);

/** What was told of every row. */
export const spoken = ({ errors }: { errors: { row: number; column: string | null; reason: string }[] }) =>
  errors.map(({ row, column, reason }) => [row, column, reason]);
