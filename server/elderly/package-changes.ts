/** The ledger of people's packages: who changed what, when and why. */
import type { PackageAction } from '#contract/elderly/person-packages.rules.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';

export interface PackageChange {
  packageId: number;
  action: PackageAction;
  projectName?: string | null;
  /** Counts: what is left for uses, the total for changes of it. */
  before?: number | null;
  after?: number | null;
  reason?: string | null;
  jobId?: number | null;
}

/** Appends to the ledger, in the caller's transaction. */
export async function note({ tx, actor }: Pick<Work, 'tx' | 'actor'>, changes: readonly PackageChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ packageId, action, projectName = null, before = null, after = null, reason = null, jobId = null }) => ({
    tenant_id: tx.tenantId,
    person_package_id: packageId,
    action,
    project_name: projectName,
    before,
    after,
    reason,
    job_id: jobId,
    user_id: actor.userId,
    user_name: actor.name,
  }));
  await tx.run(db.insertInto('person_package_changes').values(rows));
}
