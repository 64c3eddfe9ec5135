/** The demonstration's assessments: ability a year apart by what the residents' records say, pressure injuries of two, one overdue, one draft. */
import { sql } from 'kysely';
import sharp from 'sharp';
import { nextOf } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentSettingDefaults } from '#contract/assessments/assessment-settings.ts';
import { evaluate, type Answers } from '#contract/assessments/evaluate.rules.ts';
import { OWN_VERSIONS, shippedFigures } from '#contract/assessments/ltci-figures.rules.ts';
import { gbt42195 } from '#contract/assessments/scale-gbt42195.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { braden } from '#contract/assessments/scale-risks.ts';
import { DAY, dayOf, HOUR, isoOf } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { nameFile, withStored } from '../../server/files/file-keeping.ts';

interface Named {
  id: number;
  name: string;
}
interface Assessed extends Named {
  ability: number | null;
}

const signature = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="120"><rect width="360" height="120" fill="#fff"/>
      <path d="M40 80 q40 -70 80 0 t70 -14 t60 12 t50 -20" fill="none" stroke="#111" stroke-width="4"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Answers with this total: a point less here and there, in turn. */
function answersOf(scale: Scale, total: number): Answers {
  const answers = Object.fromEntries(scale.items.map(({ code, options }) => [code, Math.max(...options.map(({ score }) => score))]));
  let over = Object.values(answers).reduce((sum, one) => sum + one, 0) - total;
  for (let at = 0; over > 0; at = (at + 7) % scale.items.length) {
    const { code, options } = scale.items[at]!;
    if (answers[code]! <= Math.min(...options.map(({ score }) => score))) continue;
    answers[code]!--;
    over--;
  }
  return answers;
}

/** In the middle of each level of ability. */
const TOTALS = [90, 78, 56, 38, 18];

interface Told {
  person: Named;
  scale: Scale;
  answers: Answers;
  at: number;
  latest: boolean;
}

async function write(tx: Tx, staff: readonly [Named, Named], file: string, { person, scale, answers, at, latest }: Told): Promise<void> {
  const [first, second] = staff;
  const result = evaluate(scale, answers);
  const day = dayOf(at);
  await tx.run(
    db.insertInto('assessments').values({
      tenant_id: tx.tenantId,
      person_id: person.id,
      state: 3,
      scale: scale.code,
      scale_version: scale.version,
      reason: latest ? 2 : 1,
      assessed_on: day,
      place: '评估室',
      informant_name: '家属',
      informant_relation: '子女',
      answers: JSON.stringify(answers),
      result: JSON.stringify(result),
      total: result.total,
      level: result.level,
      level_name: result.name,
      next_on: nextOf(scale, result, day, assessmentSettingDefaults.ASSESSMENT_MONTHS),
      latest,
      first_user_id: first.id,
      first_name: first.name,
      first_sign: file,
      first_at: isoOf(at),
      ...(scale.ability ? { second_user_id: second.id, second_name: second.name, second_sign: file, informant_sign: file } : {}),
      completed_at: isoOf(at + HOUR / 4),
      user_id: first.id,
      user_name: first.name,
      created_at: isoOf(at - HOUR / 2),
    }),
  );
}

async function draft(tx: Tx, { id, name }: Named, person: Named, day: string): Promise<void> {
  const some = Object.entries(answersOf(gbt42195, 60)).slice(0, 12);
  await tx.run(
    db.insertInto('assessments').values({
      tenant_id: tx.tenantId,
      person_id: person.id,
      scale: gbt42195.code,
      scale_version: gbt42195.version,
      reason: 2,
      assessed_on: day,
      place: '评估室',
      answers: JSON.stringify(Object.fromEntries(some)),
      user_id: id,
      user_name: name,
    }),
  );
}

/** Figures of long-term care insurance that the institution has begun to compare with its document. */
const ownFigures = (tx: Tx, { id, name }: Named): Promise<number> =>
  tx.run(
    db.insertInto('ltci_versions').values({
      tenant_id: tx.tenantId,
      serial: OWN_VERSIONS + 1,
      figures: JSON.stringify(shippedFigures),
      user_id: id,
      user_name: name,
    }),
  );

/** Of one institution, once. */
export async function seedAssessments(deps: Dependencies, tenantId: number): Promise<void> {
  const now = deps.now();
  const known = await deps.inTenant(tenantId, (tx) => tx.row(sql`select id from assessments where tenant_id = ${tenantId} limit 1`));
  if (known) return;
  await withStored(deps, { filename: '签名.png', bytes: await signature() }, (stored) =>
    deps.inTenant(tenantId, async (tx) => {
      const people = await tx.rows<Assessed>(sql`
        select id, name, ability from people where tenant_id = ${tenantId} and status = 1 and deleted_at is null and bed_id is not null
        order by id`);
      const staff = await tx.rows<Named>(sql`
        select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code in ('nurse', 'admin')
        where u.tenant_id = ${tenantId} and u.home_user_id is null group by u.id, u.name order by min(r.code) desc, u.id limit 2`);
      const [first, second] = staff;
      if (!first || !second || people.length < 3) return;
      await ownFigures(tx, second);
      const { url } = await nameFile(tx, deps, stored, { purpose: 'shared', userId: first.id });
      // The last few were never assessed; the first ones have one of a year before, too.
      for (const [index, person] of people.slice(0, Math.max(3, people.length - 6)).entries()) {
        const total = TOTALS[person.ability ?? 1] ?? TOTALS[1]!;
        // The first one's year is over since a few days.
        const at = now - (index === 0 ? 368 : 30 + ((index * 17) % 300)) * DAY;
        const told = { person, scale: gbt42195 };
        if (index < 12)
          await write(tx, [first, second], url, {
            ...told,
            answers: answersOf(gbt42195, Math.min(90, total + 6)),
            at: at - 360 * DAY,
            latest: false,
          });
        await write(tx, [first, second], url, { ...told, answers: answersOf(gbt42195, total), at, latest: true });
      }
      for (const [index, total] of [14, 11].entries())
        await write(tx, [first, second], url, {
          person: people[index + 1]!,
          scale: braden,
          answers: answersOf(braden, total),
          at: now - 5 * DAY,
          latest: true,
        });
      await draft(tx, first, people[2]!, dayOf(now));
    }),
  );
}
