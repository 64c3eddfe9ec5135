/** What falls due: bookings that no one came for, visitors who should have left, residents who should be back. Told once each. */
import { sql } from 'kysely';
import { dayOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { forTenants } from '../jobs/poller.ts';
import { emit } from '../events.ts';
import { tellThoseWith } from '../messages/messages.ts';

/** Named in one message; the others are counted. */
const NAMED = 3;
const DESK = 'business_bcvisitor_desk';

interface Late {
  id: number;
  who: string;
  due_at: string;
}

async function tell(tx: Tx, deps: Dependencies, what: string, late: readonly Late[], tab: string): Promise<void> {
  const named = late.slice(0, NAMED).map(({ who, due_at }) => `${who}（应于${due_at.slice(5, 16)}）`);
  await tellThoseWith(tx, deps, DESK, {
    kind: 'visitor',
    title: late.length === 1 ? what : `${late.length}人次${what}`,
    text: [...named, ...(late.length > NAMED ? [`等${late.length}人次`] : [])].join('；'),
    link: `/visitors/index?tab=${tab}`,
  });
}

async function sweepTenant(deps: Dependencies, tenantId: number, now: number, most: number): Promise<number> {
  return deps.inTenant(tenantId, async (tx) => {
    const missed = await tx.run(sql`
      update visitor_records set state = 7, version = version + 1, updated_at = now() where tenant_id = ${tenantId} and id in (
        select id from visitor_records where tenant_id = ${tenantId} and state in (1, 2) and day < ${dayOf(now)}::date
        order by id limit ${most} for update skip locked)`);
    const visitors = await tx.rows<Late>(sql`
      update visitor_records set alerted_at = ${instant(now)} where tenant_id = ${tenantId} and state = 3 and alerted_at is null
        and due_at <= ${instant(now)} returning id, name || coalesce(' 探访 ' || person_name, '') as who, due_at`);
    const residents = await tx.rows<Late & { hospital: boolean }>(sql`
      update outings set alerted_at = ${instant(now)} where tenant_id = ${tenantId} and state = 2 and alerted_at is null
        and due_at <= ${instant(now)} returning id, person_name || ' 同行人' || companion_name || ' ' || companion_phone as who, due_at,
        kind = 2 as hospital`);
    const [ill, out] = [residents.filter(({ hospital }) => hospital), residents.filter(({ hospital }) => !hospital)];
    if (visitors.length > 0) await tell(tx, deps, '访客超时未离院', visitors, 'desk');
    if (out.length > 0) await tell(tx, deps, '外出超时未归', out, 'outings');
    if (ill.length > 0) await tell(tx, deps, '住院超过预计返回时间', ill, 'outings');
    if (missed + visitors.length > 0) await emit('visitor.changed', { recordId: null }, tx, deps);
    if (residents.length > 0) await emit('outing.changed', { outingId: null }, tx, deps);
    return missed + visitors.length + residents.length;
  });
}

/** The task of cleanup, over all institutions; gives how many rows it changed. */
export async function sweepVisitors(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'visitors_due',
    text: 'select tenant_id from app.visitors_due(to_timestamp($1::float8 / 1000), $2)',
    values: [now, dayOf(now)],
  });
  let done = 0;
  await forTenants(deps, 'the sweep of visitors', rows, async (tenantId) => void (done += await sweepTenant(deps, tenantId, now, most)));
  return done;
}
