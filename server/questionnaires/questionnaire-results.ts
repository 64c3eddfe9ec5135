/** Results: handed in, read, listed, exported. */
import type { z } from 'zod';
import { columnsOfAnswer } from '#contract/questionnaires/answer-columns.rules.ts';
import { pipedNames } from '#contract/questionnaires/piping.rules.ts';
import { CLOSED } from '#contract/questionnaires/limits.rules.ts';
import { questionnaireResults as routes, UNFINISHED, type QuestionnaireResult } from '#contract/questionnaires/questionnaire-results.ts';
import { titled } from '#contract/labels.ts';
import { questionnaireResultLabels } from '#contract/questionnaires/questionnaire-results.labels.ts';
import type { Context } from '../context.ts';
import { matching, readOne, reads } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, invalid, notFound, refused, unauthorized } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { logPublic } from '../system/public-logs.ts';
import { exporting, listOf, type ExportColumn } from '../transfers/exports.ts';
import { mayCorrectCase, recordCase } from './call-case-records.ts';
import { collect } from './collecting.ts';
import { jobOf, mayCorrect, recordJob } from './job-records.ts';
import { publicPage } from './public-results.ts';
import { formAt, itemsOf, readQuestionnaire, type QuestionnaireEntity } from './questionnaire-rows.ts';
import { changeResult, editsOf } from './result-edits.ts';
import { attachments } from './result-attachments.ts';
import { conditionsOf, resultList } from './result-rows.ts';
import { isOvertaken } from './submissions.ts';
import { placeOf, visitorOf } from './visitors.ts';

type Row = z.output<typeof QuestionnaireResult>;
const { page } = reads(resultList);

/** An answer is checked so many times while staff change the questionnaire. */
const MOST_TRIES = 4;

/** The questionnaire, locked. */
async function lockByKey(tx: Tx, key: string): Promise<QuestionnaireEntity | undefined> {
  await tx.run(db.selectFrom('questionnaires').select('id').where('tenant_id', '=', tx.tenantId).where('key', '=', key).forUpdate());
  return readQuestionnaire(tx, key);
}

/** The id of a job's record; 404 when the session does not reach the job, 422 when nobody has filled it in. */
async function recordOf({ tx, session }: Context, key: string, jobId: number): Promise<number> {
  await jobOf(tx, session, jobId);
  const row = await tx.row(
    db
      .selectFrom('questionnaire_results as r')
      .innerJoin('questionnaires as q', (on) => on.onRef('q.tenant_id', '=', 'r.tenant_id').onRef('q.id', '=', 'r.questionnaire_id'))
      .select('r.id')
      .where('r.tenant_id', '=', tx.tenantId)
      .where('r.job_id', '=', jobId)
      .where('q.key', '=', key),
  );
  if (!row) throw refused(UNFINISHED);
  return row.id;
}

export const questionnaireResults: Handlers<typeof routes> = {
  async create(input, context) {
    const { deps, request } = context;
    const jobId = input.workOrderJobId ?? null;
    const caseId = input.callCaseId ?? null;
    if (jobId !== null && caseId !== null) throw invalid('问卷只能属于一个工单服务或一个外呼名单');
    const record = jobId !== null || caseId !== null;
    if (record && !(await visitorOf(context))) throw unauthorized();
    const place = await placeOf(context, input.projectKey);
    if (!place || (record && !place.session)) throw record ? notFound('问卷') : refused(CLOSED);
    const { session } = place;
    const write = () =>
      deps.inTenant(place.tenantId, async (tx) => {
        const questionnaire = await (record ? lockByKey : readQuestionnaire)(tx, input.projectKey);
        if (!questionnaire) throw notFound('问卷');
        const recorded = jobId === null ? recordCase : recordJob;
        const id =
          session && record
            ? await recorded(tx, deps, session, questionnaire, input, request)
            : await collect(tx, place, questionnaire, input, context);
        const of = `${jobId === null ? '' : `&workOrderJobId=${jobId}`}${caseId === null ? '' : `&callCaseId=${caseId}`}`;
        if (session) await logPublic(tx, routes.create, request, session, `resultId=${id}${of}`);
        return id;
      });
    for (let tries = 1; ; tries++)
      try {
        return await write();
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        // What it was checked against has changed meanwhile: it is checked once more.
        if (tries === MOST_TRIES) throw conflict('问卷正在被修改，答案没有提交；填写的内容还在，请稍等片刻再次提交');
      }
  },

  async findResult({ resultId, key, jobId }, context) {
    const { tx, session } = context;
    if (resultId === undefined && (key === undefined || jobId === undefined)) throw invalid('请指定要查看的问卷');
    const id = resultId ?? (await recordOf(context, key as string, jobId as number));
    const own = await tx.row(
      db
        .selectFrom('questionnaire_results')
        .select(['user_id', 'job_id', 'call_case_id', 'questionnaire_id', 'revision', 'original_data'])
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', id),
    );
    if (!own) throw notFound('问卷结果');
    const mine = own.user_id === session.userId;
    const seesOrders = own.job_id !== null && session.permissions.has('members_workorder_view');
    const seesCalls = own.call_case_id !== null && session.permissions.has('cloudcall_cloudcallcalljob_view');
    if (!mine && !seesOrders && !seesCalls && !session.permissions.has('questionnaire_result_view')) throw forbidden();
    const row: Row = await readOne(resultList, id, context);
    const { describe, items: projectItems } = await formAt(tx, own.questionnaire_id, own.revision);
    const ofJob = own.job_id !== null && mine && mayCorrect(await jobOf(tx, session, own.job_id), own.user_id, session);
    const editable = ofJob || (own.call_case_id !== null && mine && (await mayCorrectCase(tx, own.call_case_id, session)));
    const changeable = own.job_id === null && session.permissions.has('questionnaire_result_edit');
    return {
      ...row,
      describe,
      projectItems,
      editable,
      changeable,
      edits: await editsOf(tx, id),
      originalData: editable || changeable ? (own.original_data as Record<string, unknown>) : null,
    };
  },

  publicPage,
  update: changeResult,

  page: (input, context) => page({ ...input, conditions: conditionsOf(input) }, context),
  ...attachments,

  async export(input, context) {
    const { tx, session } = context;
    const conditions = conditionsOf(input);
    const questionnaire = input.projectKey === undefined ? undefined : await readQuestionnaire(tx, input.projectKey);
    if (input.projectKey !== undefined && !questionnaire) throw notFound('问卷');
    const rows = matching(resultList, { ...input, conditions }, session);
    if (questionnaire && !(await tx.row(rows.select('id').limit(1)))) throw refused('此表单无有效反馈，不能导出');
    const items = questionnaire ? pipedNames(await itemsOf(tx, questionnaire)).filter(({ displayType }) => !displayType) : [];
    const asked = items
      .flatMap(columnsOfAnswer)
      .map(({ key, title, text }): ExportColumn<Row> => ({ key, title, value: ({ processData }) => text(processData), width: 24 }));
    const columns: ExportColumn<Row>[] = titled(questionnaireResultLabels, [
      { key: 'createTime', format: 'dateTime', width: 20 },
      { key: 'submitAddress', width: 20 },
      ...asked,
      ...(questionnaire ? [] : [{ key: 'projectName' as const, width: 28 }]),
      { key: 'serialNumber', width: 10 },
      { key: 'userName', width: 12 },
      { key: 'personName', width: 12 },
      { key: 'workNo', width: 20 },
      { key: 'serverProjectName', width: 20 },
      { key: 'editTime', format: 'dateTime', width: 20 },
      { key: 'editUserName', width: 12 },
    ]);
    const list = { ...listOf(resultList), matching: () => rows };
    return exporting(routes.export, { name: questionnaire?.name ?? '问卷结果', list: () => list, columns })(input, context);
  },
};
