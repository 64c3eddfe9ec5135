/** Invitations of an institution and applications to join one. Pure. */

export const kinds = { invitation: 1, application: 2 } as const;
export const kindLabels: Record<number, string> = { 1: '机构邀请', 2: '加入申请' };

export const states = { waiting: 0, accepted: 1, refused: 2, withdrawn: 3, expired: 4 } as const;
export const stateLabels: Record<number, string> = { 0: '待处理', 1: '已加入', 2: '已拒绝', 3: '已撤回', 4: '已过期' };

/** Days that an invitation may wait, and the usual number. */
export const WAIT_DAYS = { most: 30, usual: 7 } as const;
/** How often one invitation may be sent in all. */
export const MOST_SENT = 5;

export type InvitationAction = 'resend' | 'withdraw' | 'audit';

/** What an administrator may do with a row in this state; an expired invitation may be sent again. */
export function mayDo(action: InvitationAction, kind: number, status: number): boolean {
  const waiting = status === states.waiting;
  if (action === 'audit') return kind === kinds.application && waiting;
  if (kind !== kinds.invitation) return false;
  return waiting || (action === 'resend' && status === states.expired);
}
