/** A care plan by an assessment: a template of its level, and a problem for each risk, written beside what the plan in force says. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { RISK_SCALES, riskProblem, withParts } from '#contract/assessments/plan-proposal.rules.ts';
import type { AssessmentDetail } from '#contract/assessments/assessments.ts';
import { nameOfScale } from '#contract/assessments/scales.ts';
import { planStates } from '#contract/care/care-plan-commands.rules.ts';
import { carePlans, type CareTemplate } from '#contract/care/care-plans.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { readPlan } from '../care/plan-rows.ts';
import { savePlan } from '../care/plan-saving.ts';

type Detail = Pick<z.input<typeof AssessmentDetail>, 'oldmanId' | 'templates' | 'risks'>;
type Template = Pick<z.output<typeof CareTemplate>, 'problems' | 'goals' | 'interventions'>;

/** What the newest complete assessments of a person found by scales of risks, other than the best level. */
export const risksOf = (tx: Tx, personId: number) =>
  tx.rows<{ id: number; scale: string; levelName: string; day: string }>(sql`
    select id, scale, level_name as "levelName", assessed_on as day from assessments
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and latest and level > 0 and scale = any(${RISK_SCALES}::text[])
    order by assessed_on desc, id limit 20`);

const NONE: Template = { problems: [], goals: [], interventions: [] };

/** Gives the id of the version of the plan that was written. Throws 422 for what the assessment does not propose, 409 with a draft. */
export async function planOf(
  context: Context,
  { oldmanId, templates, risks }: Detail,
  { templateId, riskIds, startDay }: { templateId: number; riskIds: readonly number[]; startDay: string | null },
): Promise<number> {
  const { tx } = context;
  if (!templates.some(({ id }) => id === templateId)) throw refused('该评估没有建议这个照护模板，请刷新后重试');
  const chosen = risks.filter(({ id }) => riskIds.includes(id));
  if (chosen.length < new Set(riskIds).size) throw refused('所选风险已有新的评估，请刷新后重试');
  const template = (await tx.row<Template>(sql`
    select problems, goals, interventions from care_templates where tenant_id = ${tx.tenantId} and id = ${templateId}`))!;
  const running = await tx.row<{ id: number }>(sql`
    select id from care_plans where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and state = ${sql.lit(planStates.running)}
      and ends_at is null`);
  const before = running ? await readPlan(context, running.id) : null;
  const problems = chosen.map(({ scale, levelName, day }) => riskProblem({ scale, scaleName: nameOfScale(scale), levelName, day }));
  const parts = withParts((before ?? NONE) as Template, template, { ...NONE, problems });
  const form = carePlans.save.input.safeParse({
    ...(before ? { id: before.id, version: before.version } : {}),
    oldmanId,
    ...parts,
    startDay,
  });
  if (!form.success) throw refused(`照护计划${form.error.issues[0]!.message}，请在照护计划中修改`);
  return savePlan(form.data, context);
}
