/** Assessments: written, signed, voided, and applied to the care level with consent. */
import { sql } from 'kysely';
import {
  closedAssessment,
  decideAssessment,
  formProblem,
  type AssessmentChange,
  type AssessmentCommand,
} from '#contract/assessments/assessment-commands.rules.ts';
import { assessments as routes, type AssessmentForm } from '#contract/assessments/assessments.ts';
import { evaluate, refusedAnswers, type Answers, type Facts } from '#contract/assessments/evaluate.rules.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { dayOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, needVersion, openFor, type Machine } from '../db/transitions.ts';
import { conflict, refused } from '../errors.ts';
import { arrangements, setAbility } from '../elderly/arrangements.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { merged, readOne, reads } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { dueListAt } from './assessment-due.ts';
import { detailOf, listAt, lockAssessment, NOUN, sheet, type AssessmentRow, type AssessmentWire } from './assessment-rows.ts';
import { assessmentSettings } from './assessment-settings.ts';
import { planOf } from './plan-proposal.ts';
import { needScale } from './scales-in-use.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** Says again which complete one of a scale is the newest; one update each way, as only one may be so at any moment. */
async function recount({ tx }: Context, { person_id, scale }: AssessmentRow): Promise<void> {
  const newest = sql`(select n.id from assessments n where n.tenant_id = ${tx.tenantId} and n.person_id = ${person_id}
    and n.scale = ${scale} and n.state = 3 order by n.assessed_on desc, n.id desc limit 1)`;
  const those = sql`tenant_id = ${tx.tenantId} and person_id = ${person_id} and scale = ${scale}`;
  await tx.run(sql`update assessments set latest = false where ${those} and latest and id <> coalesce(${newest}, 0)`);
  await tx.run(sql`update assessments set latest = true where ${those} and not latest and id = ${newest}`);
}

const assessment: Machine<Context, AssessmentRow, AssessmentCommand, AssessmentChange, AssessmentWire> = {
  table: 'assessments',
  read: lockAssessment,
  fresh: (context, { id }) => readOne(listAt(context.session.tenantId), id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedAssessment,
  decide: decideAssessment,
  columns: (_context, _row, { set }) => set,
  async follow(context, row, change) {
    if (change.recount) await recount(context, row);
  },
  async record(context, { person_id }) {
    await context.emit('assessment.changed', { personId: person_id });
  },
};

/** The columns of a form; throws 422 when it cannot be so. */
function columnsOf(form: AssessmentForm, scale: Scale, { deps }: Context) {
  const problem = formProblem(form, dayOf(deps.now())) ?? refusedAnswers(scale, form.answers, form.facts);
  if (problem !== null) throw refused(problem);
  return {
    reason: form.reason,
    reason_note: form.reasonNote,
    assessed_on: form.assessedDate,
    place: form.site,
    informant_name: form.informantName,
    informant_relation: form.informantRelation,
    answers: JSON.stringify(form.answers),
    facts: JSON.stringify(form.facts),
    note: form.note,
  };
}

/** A draft as a form says it. */
const formOf = (row: AssessmentRow): AssessmentForm => ({
  reason: row.reason,
  reasonNote: row.reason_note,
  assessedDate: row.assessed_on,
  site: row.place,
  informantName: row.informant_name,
  informantRelation: row.informant_relation,
  answers: row.answers as Answers,
  facts: row.facts as Facts,
  note: row.note,
});

const signer = ({ session }: Context) => ({ id: session.userId, name: session.name });

export const assessments: Handlers<typeof routes> = {
  page: (input, context) => reads(listAt(context.session.tenantId)).page(input, context),
  export: exporting(routes.export, sheet),
  due: (input, context) => reads(dueListAt(context.session.tenantId, dayOf(context.deps.now()))).page(input, context),

  async ofPerson({ oldmanId }, context) {
    await readOne(peopleRows(context.session), oldmanId, context);
    const input = { current: 1, size: 200, oldmanId, descs: ['assessed_date'] };
    const { records } = await reads(listAt(context.session.tenantId)).page(input as never, context);
    return records;
  },

  get: ({ id }, context) => detailOf(context, id),

  // A page that lost the answer sends the same once more.
  create: (form, context) =>
    once(context, routes.create, form, async () => {
      const { tx, session } = context;
      await readOne(peopleRows(session), form.oldmanId, context);
      const scale = await needScale(tx, form.scale);
      if (form.scaleVersion !== null && form.scaleVersion !== scale.version) throw conflict('量表已有新版本，请重新打开后填写');
      const made = await tx.row(
        db
          .insertInto('assessments')
          .values({
            tenant_id: tx.tenantId,
            person_id: form.oldmanId,
            scale: scale.code,
            scale_version: scale.version,
            ...columnsOf(form, scale, context),
            user_id: session.userId,
            user_name: session.name,
          })
          .returning('id'),
      );
      await context.emit('assessment.changed', { personId: form.oldmanId });
      return made!.id;
    }),

  async update({ id, version, ...form }, context) {
    const row = await openFor(assessment, context, { id, version }, 'edit');
    const set = columnsOf(merged(formOf(row), form), await needScale(context.tx, row.scale, row.scale_version), context);
    return applyTo(assessment, context, row, { action: 'edit', set });
  },

  async remove({ id }, context) {
    const { tx } = context;
    const row = await openFor(assessment, context, { id }, 'delete');
    await tx.run(sql`delete from assessments where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('assessment.changed', { personId: row.person_id });
    return true;
  },

  async sign({ id, version, signature, informantSignature }, context) {
    const row = await assessment.read(context, id);
    await needVersion(assessment as never, context, row, version);
    const scale = await needScale(context.tx, row.scale, row.scale_version);
    return applyTo(assessment, context, row, {
      action: 'sign',
      by: signer(context),
      picture: signature,
      informant: informantSignature,
      scale,
      evaluation: evaluate(scale, row.answers as Answers, row.facts as Facts),
      months: (await assessmentSettings(context.tx)).ASSESSMENT_MONTHS,
    });
  },

  void: ({ id, version, note }, context) => apply(assessment, context, { id, version }, { action: 'void', by: signer(context), note }),

  plan: (form, context) => once(context, routes.plan, form, async () => planOf(context, await detailOf(context, form.id), form)),

  async apply({ id, version, careLevel, effectiveDate, consentName }, context) {
    const row = await openFor(assessment, context, { id, version }, 'apply');
    if (!(await needScale(context.tx, row.scale, row.scale_version)).suggests) throw refused('该量表不用于确定护理等级');
    const reason = `评估结果：${row.level_name}（${row.assessed_on}）`;
    return applyTo(assessment, context, row, { action: 'apply', by: signer(context), careLevel }, async () => {
      await arrangements.level({ id: row.person_id, careLevel, effectiveDate, reason, consentName }, context);
      await setAbility(context, row.person_id, row.level!);
    });
  },
};
