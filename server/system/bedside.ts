/** Which pages of the menu are of no use to who looks at institutions from above (docs/decisions/119). */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** Daily work with residents. 服务对象 and 房间床位 are not here: with them a tenant begins to have residents of its own. */
export const bedsidePages: ReadonlySet<string> = new Set([
  '/health/entry',
  '/health/observation',
  '/health/index',
  '/care/task',
  '/care/round',
  '/care/restraint',
  '/care/plan',
  '/care/chart',
  '/care/skin',
  '/handover/index',
  '/business/bcroom/house',
  '/business/bcroom/virtual',
  '/visitors/index',
  '/incident/index',
  '/risk/index',
  '/assessment/index',
  '/assessment/ltci',
  '/stay/enquiry',
  '/stay/admission',
  '/stay/checkout',
  '/stay/contract',
  '/stay/reconciliation',
  '/files',
  '/management/visittask/index',
  '/management/managevisitplan/index',
  '/ailecare',
  '/homebook',
  '/homebook/area',
  '/order/board',
  '/order/plan',
  '/warning/duty',
  '/oldManPackage/index',
  '/members/account',
  '/management/managedietplan/index',
  '/management/mealorder',
  '/management/kitchen',
  '/management/mealrecord',
  '/management/foodsample',
  '/business/dish',
  '/device/map',
  '/device/indoor',
  '/device/lock',
]);

/** Whether the tenant has institutions below it, and neither residents nor rooms of its own: the platform, a group. */
export async function looksFromAbove(tx: Tx): Promise<boolean> {
  const found = await tx.row(sql`
    select 1 where exists (select from tenants t where t.parent_id = ${tx.tenantId} and t.deleted_at is null)
      and not exists (select from people p where p.tenant_id = ${tx.tenantId} and p.deleted_at is null)
      and not exists (select from rooms r where r.tenant_id = ${tx.tenantId})`);
  return found !== undefined;
}
