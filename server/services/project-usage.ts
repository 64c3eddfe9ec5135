/** Where a service project is used: what stands against deleting it, and what disabling it means. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { ProjectUsage } from '#contract/services/services.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';

const OVER = [jobStatus.finished, jobStatus.cancelled];

const packagesWith = (tx: Tx, id: number) =>
  tx.rows<{ name: string }>(sql`
    select k.name from service_package_projects l join service_packages k on k.tenant_id = l.tenant_id and k.id = l.package_id
    where l.tenant_id = ${tx.tenantId} and l.project_id = ${id} and k.enabled order by k.name`);

/** Jobs, offers and people's packages with the project. */
export async function usageOf(tx: Tx, id: number): Promise<z.input<typeof ProjectUsage>> {
  const packages = await packagesWith(tx, id);
  const counted = await tx.row<{ openJobs: number; jobs: number; personPackages: number }>(sql`
    select count(*) filter (where status <> all (${OVER}::smallint[])) as "openJobs", count(*) as jobs,
      (select count(*) from person_package_projects p join person_packages k on k.tenant_id = p.tenant_id and k.id = p.person_package_id
        where p.tenant_id = ${tx.tenantId} and p.project_id = ${id} and p.used < p.total
          and k.status = 1 and k.deleted_at is null and k.ends_on >= current_date) as "personPackages"
    from work_order_jobs where tenant_id = ${tx.tenantId} and project_id = ${id}`);
  return { openJobs: 0, jobs: 0, personPackages: 0, ...counted, packages: packages.map(({ name }) => name) };
}

/** Refuses what has just disabled a project that is part of an enabled package. Asked afterwards: the project's row is locked by then. */
export async function refusePacked(tx: Tx, id: number): Promise<void> {
  const [first] = await packagesWith(tx, id);
  if (first) throw refused(`该服务项目在启用的套餐“${first.name}”中，请先停用套餐或从套餐中移除`);
}
