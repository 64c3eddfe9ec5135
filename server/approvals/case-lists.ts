/** The boxes of the page of approvals: what waits for the caller, what they decided, applied for, were copied on, or all. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { CaseBox } from '#contract/approvals/approval-cases.rules.ts';
import { approvalCases as routes, type CaseRow } from '#contract/approvals/approval-cases.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden } from '../errors.ts';
import { containing } from '../lists/like.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import type { AnyQuery, QueryOf } from '../lists/query.ts';

type Row = z.input<typeof CaseRow>;
type Search = SearchOf<typeof routes.page>;

/** The right to see every case of the institution. */
export const SEES_ALL = 'approval_case_all';

/** Whose cases a box has; over the alias `approval_cases`. */
const boxes: Record<CaseBox, (userId: number) => RawBuilder<boolean>> = {
  todo: (user) => sql`approval_cases.state = 1 and exists (select from approval_tasks t where t.tenant_id = approval_cases.tenant_id
    and t.case_id = approval_cases.id and t.user_id = ${user} and t.state = 2)`,
  done: (user) => sql`exists (select from approval_tasks t where t.tenant_id = approval_cases.tenant_id and t.case_id = approval_cases.id
    and t.user_id = ${user} and t.decided_at is not null)`,
  mine: (user) => sql`approval_cases.applicant_id = ${user}`,
  copied: (user) => sql`exists (select from approval_copies c where c.tenant_id = approval_cases.tenant_id
    and c.case_id = approval_cases.id and c.user_id = ${user})`,
  all: () => sql`true`,
};

/** What the steps that wait say: their names and people. */
const waiting = sql<string | null>`(select string_agg(s.name || '：' || coalesce((select string_agg(t.user_name, '、' order by t.place)
    from approval_tasks t where t.tenant_id = s.tenant_id and t.step_id = s.id and t.state = 2), ''), '；' order by s.id)
  from approval_steps s where s.tenant_id = approval_cases.tenant_id and s.case_id = approval_cases.id and s.state = 1)`;
const due = sql<string | null>`(select min(s.due_at) from approval_steps s where s.tenant_id = approval_cases.tenant_id
  and s.case_id = approval_cases.id and s.state = 1)`;

export const caseList = (userId: number) =>
  listFrom<Search, AnyQuery, Row>({
    matching({ box, kind, state, title, applicantName, startDate, endDate }, { tx, session }: Context) {
      if (box === 'all' && !session.permissions.has(SEES_ALL)) throw forbidden();
      let query = db.selectFrom('approval_cases').where('tenant_id', '=', tx.tenantId).where(boxes[box](userId));
      if (kind) query = query.where('kind', '=', kind);
      if (state) query = query.where('state', '=', state);
      if (title) query = query.where('title', 'like', containing(title));
      if (applicantName) query = query.where('applicant_name', 'like', containing(applicantName));
      if (startDate) query = query.where('created_at', '>=', startDate);
      if (endDate) query = query.where('created_at', '<=', `${endDate} 23:59:59.999999`);
      return query as unknown as AnyQuery;
    },
    listed: (query) =>
      query.select([
        'id',
        'kind',
        'name',
        'title',
        'applicant_name as applicantName',
        'state',
        'created_at as createTime',
        'ended_at as endTime',
        waiting.as('waiting'),
        due.as('dueTime'),
        sql`(select t.id from approval_tasks t where t.tenant_id = approval_cases.tenant_id and t.case_id = approval_cases.id
          and t.user_id = ${userId} and t.state = 2 limit 1)`.as('taskId'),
        sql`exists (select from approval_copies c where c.tenant_id = approval_cases.tenant_id and c.case_id = approval_cases.id
          and c.user_id = ${userId} and c.read_at is null)`.as('unread'),
      ] as never) as unknown as QueryOf<Row>,
    // What waits for longest is first to be decided; elsewhere the newest is looked for.
    order: ({ box }): SortOrder => {
      const direction = box === 'todo' ? 'asc' : 'desc';
      return [
        { column: 'created_at', direction },
        { column: 'id', direction },
      ];
    },
  });
