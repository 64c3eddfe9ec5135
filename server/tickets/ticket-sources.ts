/** What a ticket comes from: a row of another area that the caller may see. */
import { sql } from 'kysely';
import { rules, isRule } from '#contract/warnings/warnings.rules.ts';
import type { TicketSource } from '#contract/tickets/tickets.rules.ts';
import { need, type Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { readOne } from '../lists/crud.ts';
import { reach } from '../lists/people-reach.ts';
import { resultList } from '../questionnaires/result-rows.ts';
import { readWarning } from '../warnings/warning-rows.ts';
import { readSummary } from '../work-orders/work-order-rows.ts';

export interface Found {
  /** What it is called. */
  text: string;
  personId: number | null;
}

/** Throws 403 without the right to see it, 404 where there is none, 422 for what only the product itself writes. */
export async function sourceOf(context: Context, { kind, id }: { kind: TicketSource; id: number }): Promise<Found> {
  const { tx } = context;
  switch (kind) {
    case 'warning': {
      need(context, 'warning_devicewarning_view');
      const { rule, oldmanId, createTime } = await readWarning(tx, id);
      return { text: `${createTime.slice(5, 16)} ${isRule(rule) ? rules[rule].label : rule}`, personId: oldmanId };
    }
    case 'workorder': {
      need(context, 'members_workorder_view');
      const { workNo, oldmanId } = await readSummary(context, id);
      return { text: workNo, personId: oldmanId };
    }
    case 'questionnaire-result': {
      need(context, 'questionnaire_result_view');
      const { projectName, serialNumber, personId } = await readOne(resultList, id, context);
      return { text: `${projectName} 第${serialNumber}份`, personId };
    }
    case 'visitor': {
      need(context, 'business_bcvisitorsrecord_view');
      const row = await tx.row<{ name: string; person_id: number | null }>(sql`
        select name, person_id from visitor_records where tenant_id = ${tx.tenantId} and id = ${id}`);
      if (!row) throw notFound('访客登记');
      return { text: row.name, personId: row.person_id };
    }
    case 'visit': {
      need(context, 'members_visittask_view');
      const row = await tx.row<{ name: string; day: string; person_id: number }>(sql`
        select v.name, t.due_on as day, t.person_id from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id
        where t.tenant_id = ${tx.tenantId} and t.id = ${id}`);
      if (!row) throw notFound('探访任务');
      return { text: `${row.name} ${row.day}`, personId: row.person_id };
    }
    default:
      throw refused('该来源不能手工登记');
  }
}

/** The person that a ticket is about, of those whom the caller reaches. Throws 404. */
export async function personOf({ tx, session }: Context, id: number | null): Promise<{ id: number; name: string } | null> {
  if (id === null) return null;
  const row = await tx.row(
    db
      .selectFrom('people')
      .select(['id', 'name'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => (reach(eb as never, session) ?? eb.lit(true)) as never),
  );
  if (!row) throw notFound('服务对象');
  return row;
}
