/** Whether this person may send a carer to a warning by one press. By name: their contracts are not needed before a card stands. */
import { awaitsCarer } from '#contract/warnings/handling.rules.ts';
import { useCan } from '#web/api/permissions.ts';
import type { WarningRow } from './use-open-warnings.ts';

/** The same rights that contract/work-orders/responders.ts and its handlers ask for. */
const RIGHTS = ['members_workorder_dispatch', 'members_workorder_view', 'warning_devicewarning_handle'];

/** Whether the staff may be ranked for a warning, open or closed: it is about a person. */
export function useMayRank(): (row: WarningRow) => boolean {
  const can = useCan();
  const rights = RIGHTS.every(can);
  return ({ oldmanId }) => rights && oldmanId !== null;
}

export function useMaySend(): (row: WarningRow) => boolean {
  const can = useCan();
  const rights = RIGHTS.every(can);
  return (row) => rights && awaitsCarer(row);
}
