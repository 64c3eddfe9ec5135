/** Which care level a score of the check-in survey suggests: rules that do not overlap. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { checkinScoreRules as routes, type CheckinScoreRule } from '#contract/questionnaires/checkin-score-rules.ts';
import { refusedRange, type ScoreRange } from '#contract/questionnaires/scores.rules.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads, writes, type ListOf } from '../lists/crud.ts';

const NOUN = '入住评分规则';
const MOST = 50;

const list: ListOf<typeof routes.page, 'checkin_score_rules'> = {
  table: 'checkin_score_rules',
  noun: NOUN,
  columns: {
    id: 'id',
    name: 'name',
    startScore: 'start_score',
    endScore: 'end_score',
    careLevel: 'care_level',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {},
  order: 'start_score',
};

const written = writes({
  table: 'checkin_score_rules',
  noun: NOUN,
  fields: { name: 'name', startScore: 'start_score', endScore: 'end_score', careLevel: 'care_level' },
});

/** The rule that a score has; null when none has it. */
export async function ruleOfScore(tx: Tx, score: number): Promise<z.input<typeof CheckinScoreRule> | null> {
  const row = await tx.row(
    db
      .selectFrom('checkin_score_rules')
      .select((eb) => [
        'id',
        'name',
        eb.ref('start_score').as('startScore'),
        eb.ref('end_score').as('endScore'),
        eb.ref('care_level').as('careLevel'),
        'version',
        eb.ref('created_at').as('createTime'),
      ])
      .where('tenant_id', '=', tx.tenantId)
      .where('start_score', '<=', score)
      .where('end_score', '>=', score),
  );
  return row ?? null;
}

/** Rules of an institution take turns. Throws 422 unless the rule fits beside the others, and its level exists. */
async function needFit({ tx }: Context, id: number | null, form: Partial<ScoreRange> & { careLevel?: number | undefined }): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`checkin-score-rules:${tx.tenantId}`}, 0))`);
  const rows = await tx.rows<ScoreRange & { id: number }>(sql`
    select id, name, start_score as "startScore", end_score as "endScore" from checkin_score_rules where tenant_id = ${tx.tenantId}`);
  const others = rows.filter((row) => row.id !== id);
  if (id === null && others.length >= MOST) throw refused(`最多${MOST}条入住评分规则`);
  const before = rows.find((row) => row.id === id);
  const known = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
  const wrong = refusedRange({ ...before, ...known } as ScoreRange, others);
  if (wrong !== null) throw refused(wrong);
  if (form.careLevel === undefined) return;
  const level = await tx.row(sql`
    select 1 from dictionary_items i join dictionaries d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
    where i.tenant_id = ${tx.tenantId} and d.type = 'care_level' and i.value = ${String(form.careLevel)}`);
  if (!level) throw refused('护理等级不存在，请重新选择');
}

export const checkinScoreRules: Handlers<typeof routes> = {
  ...reads(list),
  ...written,
  ruleByScore: ({ score }, { tx }) => ruleOfScore(tx, score),
  async create(form, context) {
    await needFit(context, null, form);
    return written.create(form, context);
  },
  async update(form, context) {
    await readOne(list, form.id, context);
    await needFit(context, form.id, form as Partial<ScoreRange>);
    return written.update(form, context);
  },
};
