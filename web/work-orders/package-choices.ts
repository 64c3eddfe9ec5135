/** Which of a person's packages a job may be covered by. Pure. */
import type { Output } from '#contract/http.ts';
import type { personPackages } from '#contract/elderly/person-packages.ts';
import type { JobValues } from './job-values.ts';

export type HeldPackage = Output<typeof personPackages.ofPerson>[number];

export interface PackageProject {
  projectId: number;
  projectName: string;
  left: number;
}

export interface PackageChoice {
  id: number;
  name: string;
  /** `yyyy-MM-dd`, the last day; null of the package that the job holds already, when it is not listed any more. */
  endDate: string | null;
  projects: PackageProject[];
}

/** Counts that the other jobs on the form will take when it is saved: of new jobs, and of existing ones that change to a package. */
function wanted(jobs: readonly (JobValues | undefined)[], self: number, packageId: number, projectId: number): number {
  return jobs.filter(
    (job, index) =>
      index !== self &&
      job?.activeName === 'second' &&
      job.packageId === packageId &&
      job.serverProjectId === projectId &&
      job.clonePackageId !== packageId,
  ).length;
}

/**
 * The packages of `held` with a count left for the job at `self`, once the other jobs of
 * the form have theirs. An existing job keeps its project, so that only packages with it are
 * given, and the one it holds, which costs no further count.
 */
export function packageChoices(held: readonly HeldPackage[], jobs: readonly (JobValues | undefined)[], self: number): PackageChoice[] {
  const job = jobs[self];
  const own = job?.id === undefined ? undefined : job.clonePackageId || undefined;
  const choices = held.flatMap(({ id, packageName, endDate, projects }): PackageChoice[] => {
    const open = projects
      .filter(({ projectId }) => job?.id === undefined || projectId === job.serverProjectId)
      .map(({ projectId, projectName, left }) => ({ projectId, projectName, left: left - wanted(jobs, self, id, projectId) }))
      .filter(({ left }) => left > 0 || id === own);
    return open.length > 0 ? [{ id, name: packageName, endDate, projects: open }] : [];
  });
  if (own === undefined || choices.some(({ id }) => id === own)) return choices;
  const project = { projectId: job?.serverProjectId ?? 0, projectName: job?.name ?? '', left: 0 };
  return [{ id: own, name: job?.packageName ?? '', endDate: null, projects: [project] }, ...choices];
}

/** What the list of packages says of one. */
export function choiceText({ name, endDate, projects }: PackageChoice): string {
  const left = projects.reduce((sum, project) => sum + project.left, 0);
  return endDate === null ? `${name}（已使用）` : `${name}（余${left}次，有效期至${endDate}）`;
}

/** The project of a job after a package was chosen: the one it has when the package covers it, the only one, or none. */
export const projectWith = (choice: PackageChoice | undefined, projectId: number | undefined): number | undefined =>
  choice?.projects.some((one) => one.projectId === projectId)
    ? projectId
    : choice?.projects.length === 1
      ? choice.projects[0]?.projectId
      : undefined;
