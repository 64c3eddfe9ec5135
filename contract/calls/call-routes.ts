/** Every service of the call centre: `contract/index.ts` takes them in, `server/calls/call-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { callCustomers } from './call-customers.ts';
import { callJobCases, callJobs } from './call-jobs.ts';
import { callGroups } from './call-groups.ts';
import { callLinks, publicCalls } from './call-links.ts';
import { callNotes } from './call-notes.ts';
import { callRecordings } from './call-recordings.ts';
import { callRecords } from './call-records.ts';
import { callMenus } from './call-menus.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';
import { workbench } from './workbench.ts';

export const callRoutes = {
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
} satisfies Record<string, Record<string, Route>>;
