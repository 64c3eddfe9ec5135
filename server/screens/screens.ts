/** The big screens: an institution's figures in one answer, and the sums of a group's institutions (docs/decisions/027-screens.md). */
import { dayOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { NameCover } from '#contract/screens/screens.rules.ts';
import type { GroupInstitution, screens as routes } from '#contract/screens/screens.ts';
import type { Context } from '../context.ts';
import { planned, type Tx } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { devicesOf, placesOf } from './device-figures.ts';
import { healthOf } from './health-figures.ts';
import { peopleOf, roomsOf, staffOf } from './house.ts';
import { ordersOf } from './order-figures.ts';
import { warningsOf } from './warning-figures.ts';

const COVERS: readonly string[] = ['', 'all', 'none'] satisfies NameCover[];
const MOST_CHOICE = 200;

/** Whose names this institution's wall covers. */
export async function coverOf({ tenantId, row }: Tx): Promise<NameCover> {
  const found = await row<{ value: string }>(sql`select value from parameters where tenant_id = ${tenantId} and key = 'SCREEN_NAMES'`);
  return (COVERS.includes(found?.value ?? '') ? (found?.value ?? '') : '') as NameCover;
}

/** Whose wall it is. */
export const tenantOf = async ({ tenantId, row }: Tx) => {
  const found = await row<{ name: string; logo: string | null }>(sql`select name, logo from tenants where id = ${tenantId}`);
  return { tenantName: found?.name ?? '', tenantLogo: found?.logo ?? null };
};

/** As app.group_figures gives them. */
interface Sums {
  tenant_id: number;
  name: string;
  in_force: boolean;
  people_in: number;
  people_away: number;
  beds: number;
  beds_taken: number;
  beds_free: number;
  on_duty: number;
  devices: number;
  devices_online: number;
  warnings_today: number;
  warnings_critical: number;
  warnings_closed: number;
  warnings_open: number;
  warnings_unanswered: number;
  answered: number;
  answer_seconds: number | null;
  answer_p90: number | null;
  orders_today: number;
  orders_done: number;
  orders_overdue: number;
}

const toInstitution = (row: Sums): GroupInstitution => ({
  tenantId: row.tenant_id,
  name: row.name,
  inForce: row.in_force,
  people: { inCare: row.people_in, away: row.people_away },
  beds: { total: row.beds, taken: row.beds_taken, free: row.beds_free },
  onDuty: row.on_duty,
  devices: { total: row.devices, online: row.devices_online },
  warnings: {
    today: row.warnings_today,
    critical: row.warnings_critical,
    closed: row.warnings_closed,
    open: row.warnings_open,
    unanswered: row.warnings_unanswered,
  },
  response: { count: row.answered, average: row.answer_seconds, p90: row.answer_p90 },
  orders: { today: row.orders_today, done: row.orders_done, overdue: row.orders_overdue },
});

/** What stands below: institutions of a group; below the platform whatever has nothing below itself. As in app.group_figures. */
const choiceOf = ({ tenantId, rows }: Tx) =>
  rows<{ tenantId: number; name: string }>(sql`
    select t.id as "tenantId", t.name from tenants t where t.deleted_at is null and t.id <> ${tenantId}
      and ${
        tenantId === PLATFORM
          ? sql`not exists (select from tenants c where c.parent_id = t.id
        and c.deleted_at is null)`
          : sql`t.parent_id = ${tenantId}`
      }
    order by t.id limit ${sql.lit(MOST_CHOICE)}`);

async function institution(context: Context) {
  const { tx, deps } = context;
  const now = deps.now();
  const [today, clock] = [dayOf(now), textOf(now)];
  const cover = await coverOf(tx);
  const [tenant, people, rooms, staff, devices, places, warnings, health, orders] = await Promise.all([
    tenantOf(tx),
    peopleOf(context, today),
    roomsOf(context),
    staffOf(tx, clock, cover),
    devicesOf(context),
    placesOf(context, cover),
    warningsOf(context, today, cover),
    healthOf(context),
    ordersOf(tx, today, clock, cover),
  ]);
  return { ...tenant, time: clock, people, ...rooms, staff, devices, places, warnings, health, orders };
}

export const screens: Handlers<typeof routes> = {
  tenant: (_input, context) => institution(context),

  async group(_input, { tx, deps, request }) {
    const now = deps.now();
    const at = new Date(now).toISOString();
    const [tenant, choice, sums] = await Promise.all([
      tenantOf(tx),
      choiceOf(tx),
      tx.rows<Sums>(planned(sql`select * from app.group_figures(${request.tenantIds}::bigint[], ${at}::timestamptz)`)),
    ]);
    return { ...tenant, time: textOf(now), choice, institutions: sums.map(toInstitution) };
  },
};
