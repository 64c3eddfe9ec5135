/** Ends an approval at once, for tests of what follows from it; how people decide is tested in server/approvals. */
import { endCase } from '#server/approvals/case-work.ts';
import { lockCase } from '#server/approvals/case-rows.ts';
import type { Outcome } from '#server/approvals/approval-subjects.ts';
import { workIn } from '#server/events.ts';
import type { Harness, TestUser } from './harness.ts';

export const endApproval = (t: Harness, by: TestUser, caseId: number, outcome: Outcome): Promise<void> =>
  t.deps.inTenant(by.tenantId, async (tx) => {
    const work = workIn(tx, t.deps, { userId: by.userId, name: '院长' });
    await endCase(work, await lockCase(tx, caseId), outcome);
  });
