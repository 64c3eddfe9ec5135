/** What implements the services of the call centre: one without its handlers does not compile. */
import type { callRoutes } from '#contract/calls/call-routes.ts';
import type { Handlers } from '../http/implement.ts';
import { cloudNotices } from './aliyun/notices.ts';
import { callCustomers } from './call-customers.ts';
import { callJobCases } from './call-job-cases.ts';
import { callJobs } from './call-jobs.ts';
import { callGroups } from './call-groups.ts';
import { callInspections } from './call-inspections.ts';
import { callLinks } from './call-links.ts';
import { callNotes } from './call-notes.ts';
import { callRecordings } from './recordings.ts';
import { callRecords } from './call-records.ts';
import { callMenus } from './call-menus.ts';
import { callSamplePlans } from './call-sample-plans.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';
import { callSheets } from './call-sheets.ts';
import { callSounds } from './call-sounds.ts';
import { callStatistics } from './call-statistics.ts';
import { publicCalls } from './public-calls.ts';
import { inspectionStatistics } from './inspection-statistics.ts';
import { workbench } from './workbench.ts';

type Services = typeof callRoutes;

export const callHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
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
};
