/** What implements the services of the call centre: one without its handlers does not compile. */
import type { callRoutes } from '#contract/calls/call-routes.ts';
import type { Handlers } from '../http/implement.ts';
import { callCustomers } from './call-customers.ts';
import { callJobCases } from './call-job-cases.ts';
import { callJobs } from './call-jobs.ts';
import { callGroups } from './call-groups.ts';
import { callLinks } from './call-links.ts';
import { callNotes } from './call-notes.ts';
import { callRecordings } from './recordings.ts';
import { callRecords } from './call-records.ts';
import { callMenus } from './call-menus.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';
import { publicCalls } from './public-calls.ts';
import { workbench } from './workbench.ts';

type Services = typeof callRoutes;

export const callHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
  callCustomers,
  callGroups,
  callJobCases,
  callJobs,
  callLinks,
  callNotes,
  callRecordings,
  callRecords,
  callMenus,
  callSeats,
  callServices,
  publicCalls,
  workbench,
};
