/** Every service of stays: `contract/index.ts` takes them in, `server/stay/stay-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { admissions } from './admissions.ts';
import { checkouts } from './checkouts.ts';
import { contracts } from './contracts.ts';
import { earnests } from './earnests.ts';
import { enquiries } from './enquiries.ts';
import { reconciliation } from './reconciliation.ts';

export const stayServices = {
  admissions,
  checkouts,
  contracts,
  earnests,
  enquiries,
  reconciliation,
} satisfies Record<string, Record<string, Route>>;
