/** The figures of the home page, all in one answer; each within the data scope and the rights of whoever asks. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { COUNTED, type Home, type home as routes } from '#contract/screens/home.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import type { AnyQuery } from '../lists/query.ts';
import type { Handlers } from '../http/implement.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { cachedFigure } from '../lists/figure-cache.ts';
import { visibleTo } from '../lists/work-order-reach.ts';

type Figures = z.input<typeof Home>;

const { unassigned, assigned, inProgress, finished, paused } = orderStatus;
const SHOWN = [unassigned, assigned, inProgress, paused, finished];

async function bedsOf(context: Context): Promise<Figures['beds']> {
  const { free, reserved, occupied, onLeave, inRepair, isolation } = bedStates;
  const made = await cachedFigure(context, 'beds', sql`from beds where tenant_id = ${context.tx.tenantId}`, (own) =>
    own.rows<{ name: string; free: number; reserved: number; occupied: number; closed: number }>(sql`
      select r.building as name, (count(*) filter (where b.status = ${free}))::integer as free,
        (count(*) filter (where b.status = ${reserved}))::integer as reserved,
        (count(*) filter (where b.status in (${occupied}, ${onLeave})))::integer as occupied,
          (count(*) filter (where b.status in (${inRepair}, ${isolation})))::integer as closed
      from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
      where b.tenant_id = ${own.tenantId} group by r.building order by r.building`),
  );
  return { buildings: made.value ?? [], counting: made.counting };
}

/** Literals: only then is the partial index of open warnings seen to cover them. Whoever may see warnings sees all of them. */
const warningsOf = ({ tenantId, rows }: Tx) =>
  rows<{ severity: number; count: number; oldest: string | null }>(sql`
    select severity, count(*)::integer as count, min(created_at) filter (where status = 0) as oldest
    from warnings where tenant_id = ${tenantId} and status in (0, 2) group by severity order by severity`);

async function counted({ tx }: Work, rows: AnyQuery): Promise<number> {
  const some = rows.select(sql`1`.as('one')).limit(sql.lit(COUNTED + 1));
  return (await tx.row<{ n: number }>(sql`select count(*)::integer as n from (${some}) found`))?.n ?? 0;
}

const inStatus = ({ session }: Context, status: number) => visibleTo(session).where('work_orders.status', '=', status as never);

async function ordersOf(context: Context): Promise<Figures['orders']> {
  const counts = await Promise.all(SHOWN.map((status) => counted(context, inStatus(context, status))));
  return SHOWN.map((status, at) => ({ status, count: counts[at] as number }));
}

/** Not of the platform and of groups, which have no residents. */
const stepsOf = async ({ tenantId, row }: Tx): Promise<Figures['steps']> =>
  (await row<NonNullable<Figures['steps']>>(sql`
    select exists (select from beds where tenant_id = ${tenantId}) as beds,
      -- The first one came with the institution.
      (select count(*) > 1 from (select 1 from departments where tenant_id = ${tenantId} limit 2) found) as departments,
      (select count(*) > 1 from (select 1 from users where tenant_id = ${tenantId} and deleted_at is null limit 2) found) as staff,
      exists (select from duties where tenant_id = ${tenantId}) as duties,
      exists (select from service_projects where tenant_id = ${tenantId}) as services,
      exists (select from people where tenant_id = ${tenantId} and deleted_at is null) as people,
      exists (select from devices where tenant_id = ${tenantId} and deleted_at is null and (person_id is not null or room_id is not null))
        as devices,
      exists (select from warning_policies where tenant_id = ${tenantId}) as policies,
      exists (select from warnings where tenant_id = ${tenantId} and rule = 'sos' and status <> 0) as trial
    where ${tenantId}::bigint <> ${PLATFORM} and not exists (select from tenants where parent_id = ${tenantId} and deleted_at is null)`)) ??
  null;

export const home: Handlers<typeof routes> = {
  async read(_input, context) {
    const { tx, session } = context;
    const can = (permission: string) => session.permissions.has(permission);
    const [beds, open, orders, steps] = await Promise.all([
      can('members_oldman_view') ? bedsOf(context) : null,
      can(warnings.top.access) ? warningsOf(tx) : null,
      can('members_workorder_view') ? ordersOf(context) : null,
      can('members_oldman_add') && can('sys_user_add') ? stepsOf(tx) : null,
    ]);
    return { beds, warnings: open, orders, steps };
  },
};
