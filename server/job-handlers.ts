/** Who does the jobs of each kind (server/jobs/kinds.ts): every process that runs jobs runs all of them. */
import type { JobKind } from '#contract/system/dead-jobs.rules.ts';
import { cloudJobs } from './calls/aliyun/records.ts';
import { lockJobs } from './devices/lock-work.ts';
import { placeJobs } from './devices/place-work.ts';
import type { NetworkLocator } from './geo/network-locator.ts';
import type { JobHandler } from './jobs/attempts.ts';
import { messageJobs } from './messages/message-jobs.ts';
import { textJobs } from './messages/text-messages.ts';
import { letterJobs } from './questionnaires/answer-letters.ts';
import { ticketJobs } from './tickets/ticket-calendars.ts';
import { clipJobs } from './warnings/clip-work.ts';
import { warningJobs } from './warnings/deliveries.ts';
import { planJobs } from './work-orders/plan-changes.ts';

/** A kind without a handler does not compile. With `locator` null no location service is asked. */
export const jobHandlers = (locator: NetworkLocator | null): { readonly [K in JobKind]: JobHandler<K> } => ({
  ...warningJobs,
  ...textJobs,
  ...messageJobs,
  ...clipJobs,
  ...lockJobs,
  ...placeJobs(locator),
  ...planJobs,
  ...ticketJobs,
  ...letterJobs,
  ...cloudJobs,
});
