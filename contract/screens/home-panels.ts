/** What stands beside 现在 on the first page, by rights: duty, money of the day, tenants, what tenants pay. */
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { get } from '../http.ts';

/** Where money comes from. */
export const takings = ['goods', 'accounts', 'earnests'] as const;
export type Taking = (typeof takings)[number];

const count = z.number();
const span = z.object({ startTime: z.string(), endTime: z.string() });

export const HomePanels = z.object({
  /** For those who see the roster, where one is kept: who is on duty now until when, and the hours of the next 24 without a person on duty. */
  duty: z
    .object({ now: z.array(z.object({ userId: z.number(), name: z.string(), endTime: z.string() })), uncovered: z.array(span) })
    .nullable(),
  /**
   * For those who take money or give it back: what came in today and what went out again. Money is what reaches the till or the
   * bank: goods orders that are paid, what is paid into an account or when somebody leaves, earnest money. An order that is paid
   * out of an account brings no money: that came when it was paid in. Of what the session reaches. Yuan.
   */
  finance: z
    .object({
      /** What this person sees and so is in the figures. */
      counted: z.array(z.enum(takings)),
      income: z.number(),
      payments: count,
      refunds: z.number(),
      /** Goods orders that are not paid yet, of any day. */
      receivable: z.number(),
      unpaid: count,
    })
    .nullable(),
  /** Of the platform: tenants by how they stand. */
  platform: z.object({ tenants: count, ending: count, ended: count, frozen: count }).nullable(),
  /** Of the platform, for those who verify what tenants pay, or see the revenue. Yuan. */
  sales: z
    .object({
      /** Of today, and of this month. */
      income: z.number(),
      month: z.number(),
      /** Receipts that wait. */
      toVerify: count,
      verifying: z.number(),
      /** Orders that are not paid, without those whose receipt waits. */
      receivable: z.number(),
      unpaid: count,
      toRefund: z.number(),
    })
    .nullable(),
});

export const homePanels = {
  read: get('/admin/home/panels', '首页侧栏', { access: 'session', input: nothing, output: HomePanels }),
};
