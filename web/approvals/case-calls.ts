/** What the parts of an approval's page share. */
import type { approvalCases } from '#contract/approvals/approval-cases.ts';
import { approvalCases as routes } from '#contract/approvals/approval-cases.ts';
import { taskStates } from '#contract/approvals/approval-steps.rules.ts';
import type { Output, Route } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';

export type ApprovalCase = Output<typeof approvalCases.get>;
export type CaseStep = ApprovalCase['steps'][number];
export type CaseTask = CaseStep['tasks'][number];

/** What a decision makes stale. */
export const caseChanges = [routes.get, routes.page, routes.count] as const;

/** Sends what changes a case. Refused, the page is read again too: another signer may have been faster, and the message says so. */
export function useCaseSend<R extends Route>(route: R, onSuccess?: () => void, reread?: () => void) {
  return useSend(route, {
    once: true,
    changes: caseChanges,
    ...(onSuccess ? { onSuccess } : {}),
    onError: ({ status }) => status === 409 && reread?.(),
  });
}

/** The step that the caller's own task belongs to, and the task. */
export function ownTask({ steps, taskId }: ApprovalCase): { step: CaseStep; task: CaseTask } | null {
  for (const step of steps) {
    const task = step.tasks.find(({ id }) => id === taskId);
    if (task) return { step, task };
  }
  return null;
}

const RUNNING: readonly number[] = [taskStates.waiting, taskStates.open, taskStates.delegated];
export const isWaiting = ({ state }: CaseTask): boolean => RUNNING.includes(state);
