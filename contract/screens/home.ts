/** The figures of the home page: what there is. Each part is null for those who may not see it. */
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { get } from '../http.ts';

/** Counts stop here: what is above is shown as "10000+". */
export const COUNTED = 10_000;

/** What an institution sets up before its first day, in this order; at last an SOS is sent and answered. */
export const steps = ['beds', 'departments', 'staff', 'duties', 'services', 'people', 'devices', 'policies', 'trial'] as const;
export type Step = (typeof steps)[number];

const count = z.number();

export const Home = z.object({
  /** `counting`: a large institution, whose figures are being made or renewed aside. Residents: resident-panel.ts. */
  beds: z
    .object({
      buildings: z.array(z.object({ name: z.string(), free: count, reserved: count, occupied: count, closed: count })),
      counting: z.boolean(),
    })
    .nullable(),
  /** Open ones by severity; `oldest` is when the longest waiting of those that nobody has taken up was raised. */
  warnings: z.array(z.object({ severity: z.number(), count, oldest: z.string().nullable() })).nullable(),
  /** Within the session's data scope, by the dialog's reading of the status; at most `COUNTED` + 1 each. */
  orders: z.array(z.object({ status: z.number(), count })).nullable(),
  /** What an institution begins with, and whether it is done; null for those who do not set things up. */
  steps: z.object(Object.fromEntries(steps.map((step) => [step, z.boolean()])) as Record<Step, z.ZodBoolean>).nullable(),
});

export const home = {
  read: get('/admin/home', '首页概况', { access: 'session', input: nothing, output: Home }),
};
