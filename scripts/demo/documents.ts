/** The demonstration's papers: of residents, some of which end soon or have ended, and of the institution; their originals are in a cupboard. */
import { sql } from 'kysely';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { db } from '../../server/db/tenant.ts';

/** Type in the dictionary `document_type`, title, and in how many days it ends; null: never. */
const ofResidents: readonly (readonly [type: number, title: string, ends: number | null])[] = [
  [1, '身份证正反面', 1200],
  [3, '医保卡', null],
  [4, '入住体检报告', 12],
  [6, '就医委托书', -5],
  [7, '跌倒风险告知书', null],
];
const ofInstitution = [
  [10, '食品经营许可证', 25],
  [10, '养老机构备案回执', null],
  [9, '厨房人员健康证', 90],
] as const;

export async function seedDocuments(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select 1 from person_documents where tenant_id = ${tenantId} limit 1`)) return;
    const clerk = await tx.row<{ id: number; name: string }>(sql`
      select id, name from users where tenant_id = ${tenantId} and username = 'nurse' and home_user_id is null`);
    if (!clerk) return;
    const residents = await tx.rows<{ id: number }>(sql`
      select id from people where tenant_id = ${tenantId} and deleted_at is null and bed_id is not null order by id limit 6`);
    const today = dayOf(deps.now());
    const row = (person_id: number | null, [type, title, ends]: (typeof ofResidents)[number]) => ({
      tenant_id: tenantId,
      person_id,
      type,
      title,
      issued_on: nextDay(today, -400),
      expires_on: ends === null ? null : nextDay(today, ends),
      note: '原件存档案柜',
      user_id: clerk.id,
      user_name: clerk.name,
    });
    // Each resident has two of them, so that not everybody's end on the same day.
    const rows = residents.flatMap(({ id }, at) => [0, 2].map((step) => row(id, ofResidents[(at + step) % ofResidents.length]!)));
    await tx.run(db.insertInto('person_documents').values([...rows, ...ofInstitution.map((one) => row(null, one))]));
  });
}
