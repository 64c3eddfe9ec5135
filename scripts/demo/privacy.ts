/** Identity numbers of some residents of the demonstration, and people who left so long ago that their records need not be kept. */
import { sql } from 'kysely';
import { identityNumberOf } from '#contract/elderly/identity-numbers.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { fieldIndexes, sealField } from '../../server/db/sealed-fields.ts';
import { db } from '../../server/db/tenant.ts';

const FIELD = 'people.identity_sealed';
/** A district of Beijing. */
const REGION = '110105';

const former = [
  { name: '程守业', gender: 1, birth_date: '1931-02-11', years: 7, hold: null },
  { name: '邵桂芬', gender: 2, birth_date: '1929-09-30', years: 6, hold: '家属就退费提起诉讼，尚未结案' },
] as const;

/** A number that fits the birth date and the sex; the last figure is the one that makes it right. */
function numberOf(birth: string, gender: number, at: number): string {
  const body = `${REGION}${birth.replaceAll('-', '')}${String(900 + at * 2 + (gender === 1 ? 1 : 0)).padStart(3, '0')}`;
  return [...'0123456789X'].map((last) => identityNumberOf(body + last)).find((number) => number !== null)!;
}

export async function seedPrivacy(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select 1 from people where tenant_id = ${tenantId} and identity_sealed is not null limit 1`)) return;
    const residents = await tx.rows<{ id: number; birth: string; gender: number }>(sql`
      select id, birth_date as birth, gender from people where tenant_id = ${tenantId} and deleted_at is null and bed_id is not null
        and birth_date is not null and gender is not null order by id limit 6`);
    for (const [at, { id, birth, gender }] of residents.entries()) {
      const number = numberOf(birth, gender, at);
      const [index] = fieldIndexes(deps.secrets, tenantId, FIELD, number);
      const sealed = { identity_sealed: sealField(deps.secrets, tenantId, FIELD, number), identity_index: index };
      await tx.run(db.updateTable('people').set(sealed).where('tenant_id', '=', tenantId).where('id', '=', id));
    }
    for (const { years, hold, ...person } of former) {
      const made = await tx.row<{ id: number }>(
        db
          .insertInto('people')
          .values({ ...person, tenant_id: tenantId, status: 4, remarks: '已随家属迁往外地' })
          .returning('id'),
      );
      await tx.run(sql`
        update people set left_at = now() - make_interval(years => ${years}), created_at = now() - make_interval(years => ${years + 1}),
          hold_reason = ${hold}::text,
          hold_name = case when ${hold}::text is null then null else '院长' end,
          hold_at = case when ${hold}::text is null then null else now() end
        where tenant_id = ${tenantId} and id = ${made!.id}`);
    }
  });
}
