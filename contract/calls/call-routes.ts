/** Every service of the call centre: `contract/index.ts` takes them in, `server/calls/call-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { callCustomers } from './call-customers.ts';
import { callJobCases, callJobs } from './call-jobs.ts';
import { callGroups } from './call-groups.ts';
import { callInspections } from './call-inspections.ts';
import { callLinks, publicCalls } from './call-links.ts';
import { callNotes } from './call-notes.ts';
import { callRecordings } from './call-recordings.ts';
import { callRecords } from './call-records.ts';
import { callMenus } from './call-menus.ts';
import { callSamplePlans } from './call-sample-plans.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';
import { callSheets } from './call-sheets.ts';
import { callSounds } from './call-sounds.ts';
import { cloudNotices } from './cloud-notices.ts';
import { callStatistics } from './call-statistics.ts';
import { inspectionStatistics } from './inspection-statistics.ts';
import { workbench } from './workbench.ts';

export const callRoutes = {
  callCustomers,
  callGroups,
  callInspections,
  callJobCases,
  callJobs,
  callLinks,
  callNotes,
  callRecordings,
  callRecords,
  callMenus,
  callSamplePlans,
  callSeats,
  callServices,
  callSheets,
  callSounds,
  cloudNotices,
  callStatistics,
  inspectionStatistics,
  publicCalls,
  workbench,
} satisfies Record<string, Record<string, Route>>;
