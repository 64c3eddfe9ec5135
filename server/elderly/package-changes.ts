/** The ledger of people's packages: who changed what, when and why. */
import type { PackageAction } from '#contract/elderly/person-packages.rules.ts';
import { db, type Tx } from '../db/tenant.ts';

/** The unit of work and who acts in it; a handler's context is one. `userId` is null for what the system does by itself. */
export interface Actor {
  readonly tx: Tx;
  readonly session: { readonly userId: number | null; readonly name: string };
}

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
export async function note({ tx, session }: Actor, changes: readonly PackageChange[]): Promise<void> {
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
    user_id: session.userId,
    user_name: session.name,
  }));
  await tx.run(db.insertInto('person_package_changes').values(rows));
}
