/** Every service of the contract; server/services.ts must implement each, `npm run openapi` prints them all. The web imports the single files. */
import { devices } from './devices/devices.ts';
import { people } from './elderly/people.ts';
import type { Route } from './http.ts';
import { regions } from './regions.ts';
import { serviceProjects, serviceTypes } from './services/services.ts';
import { dictionaries, dictionaryItems } from './system/dictionaries.ts';
import { files } from './system/files.ts';
import { menus } from './system/menus.ts';
import { operationLogs } from './system/operation-logs.ts';
import { parameters } from './system/parameters.ts';
import { tenants } from './tenants/tenants.ts';
import { departments } from './users/departments.ts';
import { logins } from './users/logins.ts';
import { roles } from './users/roles.ts';
import { users } from './users/users.ts';
import { warnings } from './warnings/warnings.ts';
import { workOrders } from './work-orders/work-orders.ts';

export const contract = {
  departments,
  devices,
  dictionaries,
  dictionaryItems,
  files,
  logins,
  menus,
  operationLogs,
  parameters,
  people,
  regions,
  roles,
  serviceProjects,
  serviceTypes,
  tenants,
  users,
  warnings,
  workOrders,
} satisfies Record<string, Record<string, Route>>;

export type Contract = typeof contract;
