/** Approvals of 现在: what waits for the signature of the session's person. */
import { sql } from 'kysely';
import { taskStates } from '#contract/approvals/approval-steps.rules.ts';
import { instant } from '../db/instants.ts';
import { firstOf, severityByDue, type NowFound, type NowSource } from '../lists/now-sources.ts';

export const approvalsNow: NowSource = {
  kind: 'approval',
  may: () => true,
  query: ({ session: { tenantId, userId }, now }) => sql<NowFound>`
    select f.id, coalesce(${severityByDue(sql`s.due_at`, sql`${instant(now)}`)}, 4) as severity, 2 as phase, c.applicant_name as name,
      '的' || c.name as text, c.title as note, null::bigint as "personId", null::text as place, null::bigint as link, false as mark,
      f.since, s.due_at as due, f.total
    from ${firstOf(
      sql`select case_id as id, step_id, opened_at as since from approval_tasks
      where tenant_id = ${tenantId} and user_id = ${userId} and state = ${sql.lit(taskStates.open)}`,
      'since, id',
    )} f join approval_cases c on c.tenant_id = ${tenantId} and c.id = f.id
      join approval_steps s on s.tenant_id = ${tenantId} and s.id = f.step_id`,
};
