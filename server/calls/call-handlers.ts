/** What implements the services of the call centre: one without its handlers does not compile. */
import type { callRoutes } from '#contract/calls/call-routes.ts';
import type { Handlers } from '../http/implement.ts';
import { callCustomers } from './call-customers.ts';
import { callGroups } from './call-groups.ts';
import { callLinks } from './call-links.ts';
import { callNotes } from './call-notes.ts';
import { callMenus } from './call-menus.ts';
import { callRecordings } from './recordings.ts';
import { callRecords } from './call-records.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';
import { publicCalls } from './public-calls.ts';
import { workbench } from './workbench.ts';

type Services = typeof callRoutes;

export const callHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
  callCustomers,
  callGroups,
  callLinks,
  callNotes,
  callMenus,
  callRecordings,
  callRecords,
  callSeats,
  callServices,
  publicCalls,
  workbench,
};
