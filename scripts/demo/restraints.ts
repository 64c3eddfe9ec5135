/** The demonstration's restraints: one that is under way and to be looked at soon, one that was released yesterday. */
import { sql } from 'kysely';
import sharp from 'sharp';
import { careSettingDefaults } from '#contract/care/care-settings.ts';
import { RESTRAINED } from '#server/care/restraints.ts';
import { DAY, HOUR, MINUTE, dayOf, isoOf } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { nameFile, withStored } from '../../server/files/file-keeping.ts';

interface Named {
  id: number;
  name: string;
}

const LINES = [150, 210, 270, 330, 390, 450, 510];

/** A signed sheet as it is photographed. */
const sheet = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fffdf7"/>
      ${LINES.map((y) => `<line x1="60" x2="540" y1="${y}" y2="${y}" stroke="#bbb" stroke-width="2"/>`).join('')}
      <rect x="150" y="60" width="300" height="34" fill="#555"/>
      <path d="M330 680 q30 -70 60 0 t60 -10 t50 8" fill="none" stroke="#1b3a8a" stroke-width="5"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

interface Told {
  person: Named;
  kind: number;
  reason: number;
  reasonNote: string;
  begun: number;
  /** Minutes after the beginning at which it was looked at; every fourth look is a loosening. */
  looks: readonly number[];
  ended: number | null;
}

async function write(tx: Tx, nurse: Named, carer: Named, file: string, told: Told): Promise<void> {
  const { person, begun, looks, ended } = told;
  const at = (minutes: number) => isoOf(begun + minutes * MINUTE);
  const loosened = looks.filter((_, index) => index % 4 === 3).at(-1) ?? 0;
  const made = await tx.row(
    db
      .insertInto('restraints')
      .values({
        tenant_id: tx.tenantId,
        person_id: person.id,
        state: ended === null ? 2 : 3,
        kind: told.kind,
        reason: told.reason,
        reason_note: told.reasonNote,
        instruction: '松紧以能伸入两指为宜',
        ordered_role: 1,
        ordered_name: '陈立新',
        ordered_at: isoOf(begun - 10 * MINUTE),
        consent_name: '家属',
        consent_relation: '子女',
        consent_on: dayOf(begun),
        consent_files: [file],
        hours: careSettingDefaults.RESTRAINT_MOST_HOURS,
        look_minutes: careSettingDefaults.RESTRAINT_LOOK_MINUTES,
        loosen_minutes: careSettingDefaults.RESTRAINT_LOOSEN_MINUTES,
        begun_at: at(0),
        begun_name: carer.name,
        looked_at: at(looks.at(-1) ?? 0),
        loosened_at: at(loosened),
        ended_at: ended === null ? null : isoOf(ended),
        ended_name: ended === null ? null : carer.name,
        end_note: ended === null ? '' : '情绪平稳，皮肤完好，肢体活动好',
        user_id: nurse.id,
        user_name: nurse.name,
        created_at: isoOf(begun - 10 * MINUTE),
      })
      .returning('id'),
  );
  const rows = looks.map((minutes, index) => ({
    tenant_id: tx.tenantId,
    restraint_id: made!.id,
    loosened: index % 4 === 3,
    blood: 1,
    skin: 1,
    mood: index === 2 ? 2 : 1,
    note: index === 2 ? '安抚后安静' : '',
    seen_at: at(minutes),
    user_id: carer.id,
    user_name: carer.name,
    created_at: at(minutes),
  }));
  if (rows.length > 0) await tx.run(db.insertInto('restraint_looks').values(rows));
  if (ended === null)
    await tx.run(
      sql`update people set flags = array_append(flags, ${RESTRAINED}::text) where tenant_id = ${tx.tenantId} and id = ${person.id}`,
    );
}

/** Of one institution, once. */
export async function seedRestraints(deps: Dependencies, tenantId: number): Promise<void> {
  const now = deps.now();
  const known = await deps.inTenant(tenantId, (tx) => tx.row(sql`select id from restraints where tenant_id = ${tenantId} limit 1`));
  if (known) return;
  await withStored(deps, { filename: '约束知情同意书.png', bytes: await sheet() }, (stored) =>
    deps.inTenant(tenantId, async (tx) => {
      const people = await tx.rows<Named>(sql`
        select id, name from people where tenant_id = ${tenantId} and status = 1 and deleted_at is null and bed_id is not null
        order by coalesce(ability, 0) desc, id limit 2`);
      const staffOf = (code: string) =>
        tx.row<Named>(sql`
          select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
            join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = ${code}
          where u.tenant_id = ${tenantId} and u.home_user_id is null order by u.id limit 1`);
      const [nurse, carer] = [await staffOf('nurse'), await staffOf('carer')];
      const [first, second] = people;
      if (!nurse || !carer || !first || !second) return;
      const { url } = await nameFile(tx, deps, stored, { purpose: 'shared', userId: nurse.id });
      const begun = now - 115 * MINUTE;
      const open = { kind: 2, reason: 1, reasonNote: '夜间反复抓扯鼻饲管，安抚无效', ended: null };
      await write(tx, nurse, carer, url, { ...open, person: first, begun, looks: [28, 57, 88] });
      const past = now - DAY - 6 * HOUR;
      const over = { kind: 4, reason: 2, reasonNote: '', ended: past + 3 * HOUR };
      await write(tx, nurse, carer, url, { ...over, person: second, begun: past, looks: [29, 58, 86, 117, 147, 175] });
    }),
  );
}
