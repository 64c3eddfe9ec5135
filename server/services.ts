/** Everything that is implemented: a service of the contract without its handlers does not compile. */
import type { Contract } from '#contract/index.ts';
import { devices } from './devices/devices.ts';
import { people } from './elderly/people.ts';
import type { Handlers } from './implement.ts';
import { serviceProjects } from './services/service-projects.ts';
import { serviceTypes } from './services/service-types.ts';
import { dictionaries, dictionaryItems } from './system/dictionaries.ts';
import { files } from './system/files.ts';
import { menus } from './system/menus.ts';
import { operationLogs } from './system/operation-logs.ts';
import { parameters } from './system/parameters.ts';
import { regions } from './system/regions.ts';
import { tenants } from './tenants/tenants.ts';
import { departments } from './users/departments.ts';
import { logins } from './users/logins.ts';
import { roles } from './users/roles.ts';
import { users } from './users/users.ts';
import { warnings } from './warnings/warnings.ts';
import { workOrders } from './work-orders/work-orders.ts';

export const services: { [S in keyof Contract]: Handlers<Contract[S]> } = {
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
};
