/** The states of an approval case, and what its applicant and others may do with it. Pure. */

export const caseStates = { running: 1, approved: 2, rejected: 3, withdrawn: 4, returned: 5 } as const;
export const caseStateLabels: Record<number, string> = { 1: '审批中', 2: '已通过', 3: '已拒绝', 4: '已撤回', 5: '待修改' };

export type CaseAction = 'decide' | 'withdraw' | 'remind' | 'resubmit' | 'comment' | 'copy';
export const caseActionLabels: Record<CaseAction, string> = {
  decide: '审批',
  withdraw: '撤回',
  remind: '催办',
  resubmit: '重新提交',
  comment: '评论',
  copy: '抄送',
};

const OPEN: Record<CaseAction, readonly number[]> = {
  decide: [caseStates.running],
  withdraw: [caseStates.running, caseStates.returned],
  remind: [caseStates.running],
  resubmit: [caseStates.returned],
  comment: [1, 2, 3, 4, 5],
  copy: [1, 2, 3, 4, 5],
};

/** Why an action is not open to a case in its state; null when it is. */
export const closedCase = (state: number, action: CaseAction): string | null =>
  OPEN[action].includes(state) ? null : `申请${caseStateLabels[state]}，不能${caseActionLabels[action]}`;

/** Reminders of one case are this far apart (ms). */
export const REMIND_EVERY = 10 * 60_000;

/** The boxes of the page of approvals. `all` is for those who watch over all of them. */
export const caseBoxes = { todo: '待我审批', done: '我已审批', mine: '我发起的', copied: '抄送我的', all: '全部' } as const;
export type CaseBox = keyof typeof caseBoxes;
