/** What implements the services of stays: one without its handlers does not compile. */
import type { stayServices } from '#contract/stay/stay-services.ts';
import type { Handlers } from '../http/implement.ts';
import { admissions } from './admissions.ts';
import { checkouts } from './checkouts.ts';
import { contracts } from './contracts.ts';
import { earnests } from './earnests.ts';
import { enquiries } from './enquiries.ts';
import { reconciliation } from './reconciliation.ts';

type Services = typeof stayServices;

export const stayHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
  admissions,
  checkouts,
  contracts,
  earnests,
  enquiries,
  reconciliation,
};
