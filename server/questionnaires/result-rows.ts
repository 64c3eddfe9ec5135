/** Results as lists and pages show them, and which of them a session sees. */
import type { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { sql } from 'kysely';
import { dataScopes } from '#contract/users/roles.ts';
import { from, type ReadOptions } from '../lists/crud.ts';
import type { Session } from '../context.ts';
import type { RowOf } from '../lists/columns.ts';
import type { SearchOf } from '../lists/list.ts';
import { invalid } from '../errors.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { containing } from '../lists/like.ts';

export interface Condition {
  key: string;
  value: unknown;
  like: boolean;
}

function objectOf(text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw invalid('查询条件格式不正确');
}

/** The wire's `extParams` and `extComparisons` as conditions over the raw values; unset ones are left out. */
export function conditionsOf({
  extParams,
  extComparisons,
}: {
  extParams?: string | undefined;
  extComparisons?: string | undefined;
}): Condition[] {
  const comparisons = objectOf(extComparisons);
  const wanted = Object.entries(objectOf(extParams)).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (wanted.length > 20 || wanted.some(([key]) => !/^field\d{1,7}$/.test(key))) throw invalid('查询条件格式不正确');
  return wanted.map(([key, value]) => ({ key, value, like: comparisons[key] === 'like' }));
}

/** That raw values fulfil all conditions. */
export const fulfilling = (conditions: readonly Condition[]) =>
  sql<boolean>`(true ${sql.join(
    conditions.map(({ key, value, like }) =>
      like
        ? sql`and original_data ->> ${key} like ${containing(String(value))}`
        : sql`and original_data -> ${key} @> ${JSON.stringify(value)}::jsonb`,
    ),
    sql` `,
  )})`;

const job = (expression: string) => () =>
  sql.raw(`(select ${expression} from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
    where j.tenant_id = questionnaire_results.tenant_id and j.id = questionnaire_results.job_id)`);
const questionnaire = (column: string) => () =>
  sql.raw(
    `(select q.${column} from questionnaires q where q.tenant_id = questionnaire_results.tenant_id
      and q.id = questionnaire_results.questionnaire_id)`,
  );
/** Of the last change by staff. */
const edit = (expression: string) => () =>
  sql.raw(`(select ${expression} from questionnaire_edits e where e.tenant_id = questionnaire_results.tenant_id
    and e.result_id = questionnaire_results.id order by e.id desc limit 1)`);
const person = (table: string, column: string) => () =>
  sql.raw(`(select p.name from ${table} p where p.tenant_id = questionnaire_results.tenant_id and p.id = questionnaire_results.${column})`);

/** Whether a session sees every result of its institution. */
export const seesAll = ({ dataScope }: Session) => dataScope <= dataScopes.institution;

/** The call's search with what its parameters of values say, read by `conditionsOf`. */
type Search = SearchOf<typeof questionnaireResults.page> & { conditions?: Condition[] };

export const resultList: ReadOptions<RowOf<typeof questionnaireResults.page>, Search, 'questionnaire_results'> = {
  table: 'questionnaire_results',
  noun: '问卷结果',
  columns: {
    id: 'id',
    projectKey: questionnaire('key'),
    // As it was called when this was answered.
    projectName: () =>
      sql`(select f.name from questionnaire_forms f where f.tenant_id = questionnaire_results.tenant_id
        and f.questionnaire_id = questionnaire_results.questionnaire_id and f.revision = questionnaire_results.revision)`,
    serialNumber: 'serial_number',
    processData: 'process_data',
    submitOs: 'submit_os',
    submitBrowser: 'submit_browser',
    submitRequestIp: 'submit_ip',
    submitAddress: 'submit_address',
    completeTime: 'complete_ms',
    userName: person('users', 'user_id'),
    personId: 'person_id',
    personName: person('people', 'person_id'),
    workOrderJobId: 'job_id',
    workOrderId: job('o.id'),
    workNo: job('o.number'),
    serverProjectName: job('j.project_name'),
    version: 'version',
    editTime: edit('e.created_at'),
    editUserName: edit('(select u.name from users u where u.tenant_id = e.tenant_id and u.id = e.user_id)'),
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: {
    projectKey: (_eb, key: string) =>
      sql`questionnaire_id = (select q.id from questionnaires q where q.tenant_id = questionnaire_results.tenant_id and q.key = ${key})`,
    beginDateTime: from('created_at'),
    // The last second is meant as a whole.
    endDateTime: (_eb, value: string) => sql`created_at < ${value}::timestamptz + interval '1 second'`,
    conditions: (_eb, conditions: Condition[]) => fulfilling(conditions),
  },
  sorts: { serial_number: 'serial_number' },
  // Below the institution: what one filled in oneself, and the records of the orders that one sees.
  scope: (eb, session) => {
    if (seesAll(session)) return undefined;
    const jobs = visibleTo(session)
      .innerJoin('work_order_jobs as j', (on) =>
        on.onRef('j.tenant_id', '=', 'work_orders.tenant_id').onRef('j.work_order_id', '=', 'work_orders.id'),
      )
      .select('j.id');
    return eb.or([eb('user_id', '=', session.userId), eb('job_id', 'in', jobs)]);
  },
};
