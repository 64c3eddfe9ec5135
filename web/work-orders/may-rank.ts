/** Whether this person may have the staff ranked where a carer is chosen: sees orders, and chooses carers by any of the rights for it. */
import { boards, RANKS_STAFF } from '#contract/work-orders/boards.ts';
import { useCan } from '#web/api/permissions.ts';

export function useMayRankStaff(): boolean {
  const can = useCan();
  return can(boards.candidates.access) && RANKS_STAFF.some(can);
}
