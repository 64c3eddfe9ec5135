/** Counts of people's packages, taken by the jobs of work orders and given back: each exactly once. */
import { sql } from 'kysely';
import { packageAction, unusable } from '#contract/elderly/person-packages.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import type { Work } from '../context.ts';
import { note } from './package-changes.ts';

export interface UsablePackage {
  packageId: number;
  packageProjectId: number;
  name: string;
  projectId: number;
  projectName: string;
  left: number;
  /** yyyy-MM-dd, the last day. */
  endsOn: string;
}

/**
 * What a person's packages still cover on the day of `at` (`yyyy-MM-dd HH:mm:ss` or a
 * day; today by default), the one that ends first coming first. With `projectId` for that project only.
 */
export async function usablePackages(tx: Tx, personId: number, projectId?: number, at?: string): Promise<UsablePackage[]> {
  const day = at ? sql`${at.slice(0, 10)}::date` : sql`current_date`;
  return tx.rows<UsablePackage>(sql`
    select k.id as "packageId", p.id as "packageProjectId", k.name, p.project_id as "projectId", p.project_name as "projectName",
      p.total - p.used as left, k.ends_on as "endsOn"
    from person_packages k join person_package_projects p on p.tenant_id = k.tenant_id and p.person_package_id = k.id
    where k.tenant_id = ${tx.tenantId} and k.person_id = ${personId} and k.deleted_at is null and k.status = 1
      and k.starts_on <= ${day} and k.ends_on >= ${day} and p.used < p.total
      ${projectId === undefined ? sql`` : sql`and p.project_id = ${projectId}`}
    order by k.ends_on, k.id, p.id`);
}

export interface Take {
  jobId: number;
  /** The person's package (`person_packages.id`), not the catalogue's. */
  packageId: number;
  projectId: number;
  personId: number;
  /** When the service takes place, yyyy-MM-dd HH:mm:ss: the package must be valid on that day. */
  serviceAt: string;
}

interface Use {
  person_package_id: number;
  project_id: number;
}

const heldBy = (tx: Tx, jobId: number) =>
  tx.row<Use>(sql`
    select u.person_package_id, p.project_id
    from person_package_uses u join person_package_projects p on p.tenant_id = u.tenant_id and p.id = u.person_package_project_id
    where u.tenant_id = ${tx.tenantId} and u.job_id = ${jobId} and u.released_at is null`);

/**
 * Takes one count for a job, in the caller's transaction. Does nothing when the job holds it already; a job that holds another gives that
 * back first. Refused (422, in Chinese) when the package is another person's, void, not valid on that day, does not cover the project, or
 * has no count left; then the unit of work must end.
 */
export async function takeUse(work: Pick<Work, 'tx' | 'actor'>, { jobId, packageId, projectId, personId, serviceAt }: Take): Promise<void> {
  const { tx, actor } = work;
  // The package's row is the lock of its counts: takers come one after the other and each sees what the last one left.
  const held = await tx.row(
    db
      .selectFrom('person_packages')
      .select(['name', 'person_id', 'status', 'starts_on', 'ends_on'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', packageId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  );
  const before = await heldBy(tx, jobId);
  if (before?.person_package_id === packageId && before.project_id === projectId) return;
  if (before) await releaseUse(work, jobId);
  if (!held || held.person_id !== personId) throw refused('该服务包不属于该服务对象，请重新选择');
  const { name, status, starts_on: startsOn, ends_on: endsOn } = held;
  const problem = unusable({ name, voided: status !== 1, startsOn, endsOn }, serviceAt.slice(0, 10));
  if (problem) throw refused(problem);
  const project = await tx.row<{ id: number; project_name: string; left: number }>(sql`
    select id, project_name, total - used as left from person_package_projects
    where tenant_id = ${tx.tenantId} and person_package_id = ${packageId} and project_id = ${projectId}`);
  if (!project) throw refused(`服务包“${name}”不包含该服务项目`);
  const counted = await tx.run(
    sql`update person_package_projects set used = used + 1 where tenant_id = ${tx.tenantId} and id = ${project.id} and used < total`,
  );
  if (counted === 0) throw refused(`服务包“${name}”的“${project.project_name}”已无剩余次数`);
  await tx.run(
    db.insertInto('person_package_uses').values({
      tenant_id: tx.tenantId,
      job_id: jobId,
      person_package_id: packageId,
      person_package_project_id: project.id,
      project_name: project.project_name,
      taken_by: actor.userId,
    }),
  );
  await note(work, [
    { packageId, action: packageAction.taken, projectName: project.project_name, before: project.left, after: project.left - 1, jobId },
  ]);
}

/**
 * Gives a job's count back, in the caller's transaction: exactly once, and not when
 * the job is finished. Call it while the job is still there or after it is gone, never
 * for one that will be finished. True when a count went back.
 */
export async function releaseUse(work: Pick<Work, 'tx' | 'actor'>, jobId: number): Promise<boolean> {
  const { tx, actor } = work;
  const use = await tx.row<{ person_package_id: number; person_package_project_id: number; project_name: string }>(sql`
    update person_package_uses u set released_at = now(), released_by = ${actor.userId}
    where u.tenant_id = ${tx.tenantId} and u.job_id = ${jobId} and u.released_at is null
      and not exists (select from work_order_jobs j where j.tenant_id = u.tenant_id and j.id = u.job_id
        and j.status = ${jobStatus.finished})
    returning u.person_package_id, u.person_package_project_id, u.project_name`);
  if (!use) return false;
  const now = await tx.row<{ left: number }>(sql`
    update person_package_projects set used = used - 1
    where tenant_id = ${tx.tenantId} and id = ${use.person_package_project_id} returning total - used as left`);
  const after = now?.left ?? 0;
  const { person_package_id: packageId, project_name: projectName } = use;
  await note(work, [{ packageId, action: packageAction.givenBack, projectName, before: after - 1, after, jobId }]);
  return true;
}
