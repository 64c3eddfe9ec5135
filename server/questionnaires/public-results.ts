/** The results of a questionnaire that shows them to everybody: answers alone, nothing of who gave them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { keyOf, type ItemType } from '#contract/questionnaires/item-types.rules.ts';
import type { PublicResult, questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import type { Dependencies } from '../context.ts';
import { db } from '../db/tenant.ts';
import { signedLink } from '../files/file-links.ts';
import type { Handler } from '../http/implement.ts';
import { withColumns } from '../lists/crud.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import type { AnyQuery } from '../lists/query.ts';
import { readQuestionnaire } from './questionnaire-rows.ts';
import { conditionsOf, fulfilling } from './result-rows.ts';
import { settingOf } from './setting-rows.ts';
import { resultsPlaceOf } from './visitors.ts';

type Row = z.output<typeof PublicResult>;
type Special = { formItemId: number; type: ItemType }[];

/** Questions whose answers are not shown as they are, in the form that was answered. */
const special = sql`(select coalesce(jsonb_agg(jsonb_build_object('formItemId', i -> 'formItemId', 'type', i ->> 'type')), '[]')
  from questionnaire_forms f cross join jsonb_array_elements(f.items) as i
  where f.tenant_id = questionnaire_results.tenant_id and f.questionnaire_id = questionnaire_results.questionnaire_id
    and f.revision = questionnaire_results.revision and i ->> 'type' in ('UPLOAD', 'SIGN_PAD', 'PASSWORD_INPUT', 'PHONE_VERIFICATION'))`;

/** Answers as everybody may read them: files by links that open for a while, no passwords, of numbers the first and the last digits. */
function shown(row: Row & { special: Special }, link: (url: string) => string): Row {
  const { special: asked, ...same } = row;
  const processData = { ...row.processData };
  for (const { formItemId, type } of asked) {
    const key = keyOf(formItemId);
    const value = processData[key];
    if (value === undefined) continue;
    if (type === 'PASSWORD_INPUT') delete processData[key];
    else if (type === 'PHONE_VERIFICATION') processData[key] = String(value).replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');
    else if (type === 'SIGN_PAD') processData[key] = link(String(value));
    else {
      const { files } = value as { files: { fileName: string; url: string }[] };
      processData[key] = { type: 'file', files: files.map(({ fileName, url }) => ({ fileName, url: link(url) })) };
    }
  }
  return { ...same, processData };
}

const linker =
  ({ secrets, now }: Dependencies, tenantId: number) =>
  (url: string) =>
    signedLink(secrets, tenantId, url, now());

/** Null unless the questionnaire is open to the caller and shows its results. Records of jobs and of people are never among them. */
export const publicPage: Handler<typeof routes.publicPage> = async (input, context) => {
  const { deps } = context;
  const { projectKey, beginDateTime, endDateTime } = input;
  const place = await resultsPlaceOf(context, projectKey);
  if (!place) return null;
  return deps.inTenant(place.tenantId, async (tx) => {
    const questionnaire = await readQuestionnaire(tx, projectKey);
    if (!questionnaire || !(await settingOf(tx, questionnaire))?.publicResult) return null;
    const conditions = conditionsOf(input);
    const hidden = await tx.rows(
      db
        .selectFrom('questionnaire_items')
        .select('form_item_id')
        .where('tenant_id', '=', tx.tenantId)
        .where('questionnaire_id', '=', questionnaire.id)
        .where('type', 'in', ['PASSWORD_INPUT', 'PHONE_VERIFICATION']),
    );
    const asked = conditions.filter(({ key }) => !hidden.some(({ form_item_id: id }) => key === keyOf(id)));
    const matching = db
      .selectFrom('questionnaire_results')
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaire.id)
      .where('job_id', 'is', null)
      .where('person_id', 'is', null)
      .where('call_case_id', 'is', null)
      .$if(beginDateTime !== undefined, (query) => query.where('created_at', '>=', beginDateTime as string))
      .$if(endDateTime !== undefined, (query) => query.where('created_at', '<=', endDateTime as string))
      .$if(asked.length > 0, (query) => query.where(fulfilling(asked)));
    const by = orderOf(input, { create_time: 'created_at', serial_number: 'serial_number' }, 'created_at');
    const listed = (query: AnyQuery) =>
      inOrder(
        withColumns<Row & { special: Special }>(query, {
          id: 'id',
          projectKey: () => sql`${projectKey}::text`,
          serialNumber: 'serial_number',
          processData: 'process_data',
          submitAddress: 'submit_address',
          completeTime: 'complete_ms',
          createTime: 'created_at',
          updateTime: 'updated_at',
          special: () => special,
        }),
        by,
      );
    const { records, ...page } = await pageOf({ deps, tx }, input, matching as AnyQuery, listed, by);
    const link = linker(deps, place.tenantId);
    return { ...page, records: records.map((row) => shown(row, link)) };
  });
};
