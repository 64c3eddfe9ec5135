/** What the pages of check-outs have in common. */
import type { Output } from '#contract/http.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { people } from '#contract/elderly/people.ts';
import { checkouts } from '#contract/stay/checkouts.ts';

export type CheckoutShown = Output<typeof checkouts.get>;
export type CheckoutFee = Output<typeof checkouts.fee>;

/** What is read again after any change. */
export const checkoutChanges = { changes: [checkouts.page, checkouts.get, checkouts.fee] };
/** What is read again once a person has left: their record and account as well. */
export const leavingChanges = { changes: [...checkoutChanges.changes, people.page, people.get, accounts.page, accounts.get] };
