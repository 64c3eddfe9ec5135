/** The jobs of an order's form: checked, priced by our own catalogue, written. */
import type { z } from 'zod';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { takeUse } from '../elderly/package-uses.ts';
import type { Staff } from './dispatches.ts';
import { writeChanges } from './job-part-changes.ts';
import { readyParts, type ReadyParts } from './job-parts.ts';
import { announce, type ToldOrder } from './staff-notices.ts';

export type JobForm = z.output<typeof routes.create.input>['jobLists'][number];

export interface Project {
  id: number;
  name: string;
  minutes: number;
  price_fen: number;
  service_type_id: number;
  service_type_name: string;
  requires_signature: boolean;
  requires_photo: boolean;
  fence_metres: number | null;
}

/** The enabled projects of these ids; refuses when one is not there. */
export async function projectsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Project>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await tx.rows(
    db
      .selectFrom('service_projects as p')
      .innerJoin('service_types as t', (on) => on.onRef('t.tenant_id', '=', 'p.tenant_id').onRef('t.id', '=', 'p.service_type_id'))
      .select(['p.id', 'p.name', 'p.minutes', 'p.price_fen', 'p.service_type_id', 't.name as service_type_name'])
      .select(['p.requires_signature', 'p.requires_photo', 'p.fence_metres'])
      .where('p.tenant_id', '=', tx.tenantId)
      .where('p.id', 'in', wanted)
      .where('p.enabled', '=', true),
  );
  if (found.length < wanted.length) throw refused('服务项目不存在或已停用');
  return new Map(found.map((project) => [project.id, project]));
}

/** The earliest time that a service may be planned for: the specification's pickers go back one day. */
const earliest = (now: number) => `${new Date(now + (8 - 24) * 3_600_000).toISOString().slice(0, 10)} 00:00:00`;

export function checkTime(work: Work, serviceTime: string): void {
  if (serviceTime < earliest(work.deps.now())) throw refused('服务时间不能早于昨天');
}

/** What the job copies of its project: later changes of the catalogue leave it alone. */
export const ofProject = (project: Project) => ({
  project_id: project.id,
  project_name: project.name,
  service_type_id: project.service_type_id,
  service_type_name: project.service_type_name,
  minutes: project.minutes,
  price_fen: project.price_fen,
  requires_signature: project.requires_signature,
  requires_photo: project.requires_photo,
  fence_metres: project.fence_metres,
});

export interface ReadyJobs {
  jobs: readonly JobForm[];
  rows: readonly ReturnType<typeof rowOf>[];
  parts: ReadyParts;
  given: { staff: Staff; project: string }[];
}

const rowOf = (job: JobForm, project: Project, person: Staff | null) => ({
  status: person ? jobStatus.assigned : jobStatus.unassigned,
  ...ofProject(project),
  package_id: job.serverPackageId ?? 0,
  service_at: job.serverTime,
  remarks: job.remarks ?? null,
  user_id: person?.id ?? null,
  user_name: person?.name ?? null,
  user_phone: person?.phone ?? null,
});

/** Reads and checks what new jobs need, and writes nothing: whoever takes a number has done this before. */
export async function readyJobs(
  context: Pick<Work, 'tx' | 'actor'>,
  jobs: readonly JobForm[],
  projects: Map<number, Project>,
  staff: Map<number, Staff>,
): Promise<ReadyJobs> {
  const all = jobs.map((form) => ({
    form,
    project: projects.get(form.serverProjectId) as Project,
    person: form.serverUserId ? (staff.get(form.serverUserId) as Staff) : null,
  }));
  return {
    jobs,
    rows: all.map(({ form, project, person }) => rowOf(form, project, person)),
    parts: await readyParts(
      context,
      all.map(({ form, project }) => ({ projectId: project.id, projectName: project.name, form, locked: false, isNew: true })),
    ),
    given: all.flatMap(({ project, person }) => (person ? [{ staff: person, project: project.name }] : [])),
  };
}

/**
 * Writes new jobs with what belongs to them, takes the counts of packages and tells the staff who
 * got the jobs or was named for a questionnaire; it does not tell of the many orders of a plan, which tells of them at once.
 */
export async function addJobs(
  work: Work,
  order: ToldOrder & { person_id: number },
  { jobs, rows, parts, given }: ReadyJobs,
  ofPlan = false,
) {
  const { tx } = work;
  if (rows.length === 0) return;
  const its = { tenant_id: tx.tenantId, work_order_id: order.id };
  const made = await tx.rows(
    db
      .insertInto('work_order_jobs')
      .values(rows.map((row) => ({ ...its, ...row })))
      .returning('id'),
  );
  const ids = made.map(({ id }) => id);
  for (const [index, job] of jobs.entries()) {
    const { serverPackageId: packageId, serverProjectId: projectId, serverTime: serviceAt } = job;
    if (packageId) await takeUse(work, { jobId: ids[index] as number, packageId, projectId, personId: order.person_id, serviceAt });
  }
  const asked = parts.asked.map(({ staff, questionnaire }) => ({ staff, project: `填写《${questionnaire}》` }));
  await Promise.all([writeChanges(work, order.id, ids, parts.changes), announce(work, order, ofPlan ? asked : [...given, ...asked])]);
}
