/**
 * Who sees the numbers of people and their contacts without a press: whose work it is to call them or to write them down. Who only looks
 * gets them masked, and each whole number by a call that is noted (docs/decisions/105).
 */
import { hiddenPhone } from '#contract/warnings/warning-records.rules.ts';
import type { Session } from '../context.ts';

const USES: readonly string[] = [
  'members_oldman_add',
  'members_oldman_edit',
  'members_oldman_merge',
  'members_tmcheckinaudit_add',
  'members_enquiry_add',
  'members_caretask_do',
  'members_visittask_do',
  'members_workorder_add',
  'members_workorder_edit',
  'members_workorder_dispatch',
  'members_workorder_serve',
  'members_homebooking_add',
  'members_order_add',
  'business_ticket_add',
  'business_bcvisitor_desk',
  'warning_devicewarning_handle',
  'cloudcall_workbench',
];

export const seesPhones = ({ permissions }: Pick<Session, 'permissions'>): boolean => USES.some((one) => permissions.has(one));

/** A number as the session sees it. */
export const phoneFor = (session: Pick<Session, 'permissions'>, phone: string | null): string | null =>
  phone === null || seesPhones(session) ? phone : hiddenPhone(phone);

/** A person's row with its numbers as the session sees them. */
export const phonesFor = <Row extends { mobile: string | null; contactPhone: string | null }>(
  session: Pick<Session, 'permissions'>,
  row: Row,
): Row => ({ ...row, mobile: phoneFor(session, row.mobile), contactPhone: phoneFor(session, row.contactPhone) });
