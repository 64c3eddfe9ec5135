/** Where a self-registration stands, as the platform sees it. Pure. */

/**
 * `open`: registered, belongs nowhere yet. `waiting`: its institution waits for a decision.
 * `opened`: the institution works. `joined`: taken in by another one.
 */
export const registrationStates = { open: 0, waiting: 1, opened: 2, refused: 3, joined: 4, expired: 5 } as const;

export const registrationStateLabels: Record<number, string> = {
  0: '未创建机构',
  1: '待审核',
  2: '已开通',
  3: '已拒绝',
  4: '已加入机构',
  5: '已失效',
};

/** `registrations.review`. */
export const reviews = { waiting: 0, approved: 1, refused: 2 } as const;
