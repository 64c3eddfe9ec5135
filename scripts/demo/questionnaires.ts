/**
 * The demonstration's records: the institution's questionnaires bound to services,
 * asked for on their jobs, filled in for most that are over.
 */
import { dayOf, instantOf } from '#contract/time.ts';
import { sql, type Insertable } from 'kysely';
import { checkAnswers } from '../../contract/questionnaires/answers.rules.ts';
import type { Tables } from '../../server/db/tables.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { asFormItems, itemsOf } from '../../server/questionnaires/questionnaire-rows.ts';
import type { Project } from './institutions.ts';
import type { Random } from './random.ts';

const RECORD = '上门服务记录表';
const SAFETY = '居家安全检查表';
const FOLLOW_UP = '服务满意度回访';

/** Service project → what it asks for; `true` must be filled in before the job is finished. */
const BOUND: Record<string, readonly [questionnaire: string, required: boolean][]> = {
  助浴: [[RECORD, false]],
  助洁: [[SAFETY, false]],
  换药: [[RECORD, true]],
  康复训练: [[RECORD, false]],
  陪同就医: [
    [RECORD, false],
    [FOLLOW_UP, false],
  ],
};

type Answers = Record<string, unknown>;

/** Raw answers by the numbers that the defaults have. */
const ANSWERS: Record<string, (random: Random, at: number) => Answers> = {
  [RECORD]: (random) => {
    const unwell = random.chance(0.15);
    return {
      field101: unwell ? random.int(3, 5) : random.int(1, 2),
      field102: Math.round(random.around(36.5, 0.25) * 10) / 10,
      field103: Math.round(random.around(unwell ? 152 : 132, 8)),
      field104: Math.round(random.around(80, 5)),
      field105: random.chance(0.3) ? [1, 6] : [random.int(1, 5)],
      field106: random.chance(0.9) ? 1 : 2,
      ...(unwell
        ? {
            field107: random.pick([
              '血压偏高，已电话告知家属并提醒按时服药',
              '情绪低落，陪同聊天半小时后好转',
              '受压处皮肤发红，已协助翻身',
            ]),
          }
        : {}),
    };
  },
  [SAFETY]: (random, at) => {
    const danger = random.chance(0.3);
    return {
      field101: dayOf(at),
      field102: 1,
      field103: danger ? 2 : 1,
      field104: random.int(1, 3),
      field105: random.int(1, 2),
      field106: random.int(1, 2),
      field107: random.chance(0.9) ? 1 : 2,
      field109: danger ? [2, 4] : [1],
      ...(danger ? { field110: '更换老化插座，卫生间加装防滑垫与扶手' } : {}),
    };
  },
  [FOLLOW_UP]: (random) => ({
    field101: random.int(4, 5),
    field102: random.int(4, 5),
    field103: random.chance(0.85) ? 1 : 2,
    field104: 1,
    field105: random.chance(0.7) ? [5] : [3],
    ...(random.chance(0.3) ? { field106: '服务很细心，希望下次还是同一位护理员' } : {}),
  }),
};

/** Needs the orders, and the questionnaires that every institution starts with. */
export async function seedQuestionnaires(tx: Tx, random: Random, projects: readonly Project[]): Promise<void> {
  const tenant_id = tx.tenantId;
  const known = await tx.rows(
    db.selectFrom('questionnaires').select(['id', 'key', 'name', 'describe', 'revision']).where('tenant_id', '=', tenant_id),
  );
  const results: Insertable<Tables['questionnaire_results']>[] = [];
  const forms = new Map<number, Awaited<ReturnType<typeof itemsOf>>>();
  for (const one of known) {
    const items = await itemsOf(tx, one);
    forms.set(one.id, items);
    const { id: questionnaire_id, revision, name, describe } = one;
    await tx.run(
      db
        .insertInto('questionnaire_forms')
        .values({ tenant_id, questionnaire_id, revision, name, describe, items: sql`${JSON.stringify(items)}::jsonb` }),
    );
  }
  for (const [projectName, asked] of Object.entries(BOUND)) {
    const project = projects.find(({ name }) => name === projectName);
    if (!project) continue;
    const jobs = await tx.rows(
      db
        .selectFrom('work_order_jobs as j')
        .innerJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'j.tenant_id').onRef('o.id', '=', 'j.work_order_id'))
        .select(['j.id', 'j.work_order_id', 'j.status', 'j.user_id', 'j.check_out_at', 'o.person_id'])
        .where('j.tenant_id', '=', tenant_id)
        .where('j.project_id', '=', project.id)
        .orderBy('j.check_out_at')
        .orderBy('j.id'),
    );
    for (const [sort, [name, required]] of asked.entries()) {
      const questionnaire = known.find((one) => one.name === name);
      if (!questionnaire) continue;
      const { id: questionnaire_id, key, revision } = questionnaire;
      await tx.run(
        db
          .insertInto('service_project_questionnaires')
          .values({ tenant_id, project_id: project.id, questionnaire_id, is_default: true, required, sort }),
      );
      for (const job of jobs) {
        const asks = {
          tenant_id,
          work_order_id: job.work_order_id,
          job_id: job.id,
          questionnaire_id,
          key,
          name,
          is_default: true,
          required,
        };
        await tx.run(
          db
            .insertInto('work_order_job_questionnaires')
            .values(asks)
            .onConflict((on) => on.doNothing()),
        );
        if (job.check_out_at === null || !(required || random.chance(0.8))) continue;
        const at = instantOf(job.check_out_at);
        const { originalData, processData, problems } = checkAnswers(
          asFormItems(forms.get(questionnaire_id) ?? []),
          ANSWERS[name]!(random, at),
        );
        if (problems.length > 0) throw new Error(`${name}: ${problems.map(({ message }) => message).join()}`);
        results.push({
          tenant_id,
          questionnaire_id,
          revision,
          serial_number: 0,
          job_id: job.id,
          person_id: job.person_id,
          user_id: job.user_id,
          original_data: sql`${JSON.stringify(originalData)}::jsonb`,
          process_data: sql`${JSON.stringify(processData)}::jsonb`,
          complete_ms: random.int(60_000, 420_000),
          submit_os: 'Android',
          submit_browser: 'Chrome',
          submit_ip: '10.0.0.8',
          submit_address: '内网IP',
          digest: Buffer.alloc(32),
          created_at: job.check_out_at,
          updated_at: job.check_out_at,
        });
      }
    }
  }
  // Numbered in the order in which they were handed in.
  results.sort((a, b) => (String(a.created_at) < String(b.created_at) ? -1 : 1));
  const serials = new Map<number, number>();
  for (const result of results) {
    result.serial_number = (serials.get(result.questionnaire_id) ?? 0) + 1;
    serials.set(result.questionnaire_id, result.serial_number);
  }
  if (results.length > 0) await tx.run(db.insertInto('questionnaire_results').values(results));
  for (const [id, last_serial] of serials)
    await tx.run(db.updateTable('questionnaires').set({ last_serial }).where('tenant_id', '=', tenant_id).where('id', '=', id));
  await seedLook(tx);
}

/** The follow-up has a look, and was opened more often than it was handed in. */
async function seedLook(tx: Tx): Promise<void> {
  const { tenantId } = tx;
  await tx.run(sql`insert into questionnaire_looks (tenant_id, questionnaire_id, theme_id, show_number)
    select tenant_id, id, 7, true from questionnaires where tenant_id = ${tenantId} and name = ${FOLLOW_UP}`);
  await tx.run(sql`insert into questionnaire_viewers (tenant_id, questionnaire_id, viewer)
    select q.tenant_id, q.id, sha256((q.id || '.' || n)::bytea) from questionnaires q
    cross join lateral generate_series(1, q.last_serial + q.last_serial / 4) n where q.tenant_id = ${tenantId}`);
}
