/** Everything that is implemented: a service of the contract without its handlers does not compile. */
import type { Contract } from '#contract/index.ts';
import { devices } from './devices/devices.ts';
import { people } from './elderly/people.ts';
import { externalAccounts } from './external/external-accounts.ts';
import { invitations } from './external/invitations.ts';
import { registrations } from './external/registrations.ts';
import type { Handlers } from './implement.ts';
import { messages } from './messages/messages.ts';
import { serviceProjects } from './services/service-projects.ts';
import { serviceTypes } from './services/service-types.ts';
import { audits } from './system/audits.ts';
import { dictionaries, dictionaryItems } from './system/dictionaries.ts';
import { embedded } from './system/embedded.ts';
import { files } from './system/files.ts';
import { home } from './system/home.ts';
import { menus } from './system/menus.ts';
import { operationLogs } from './system/operation-logs.ts';
import { parameters } from './system/parameters.ts';
import { regions } from './system/regions.ts';
import { memberships } from './tenants/memberships.ts';
import { tenants } from './tenants/tenants.ts';
import { clients } from './users/client-administration.ts';
import { transfers } from './transfers/transfers.ts';
import { departments } from './users/departments.ts';
import { loginLogs } from './users/login-logs.ts';
import { logins } from './users/logins.ts';
import { ownAccounts } from './users/own-accounts.ts';
import { roles } from './users/roles.ts';
import { screenLogins } from './users/screen-logins.ts';
import { secondFactors } from './users/second-factors.ts';
import { sessions } from './users/sessions-online.ts';
import { socialAccounts } from './users/social-accounts.ts';
import { users } from './users/users.ts';
import { endVisitsWithRights } from './users/visits.ts';
import { warnings } from './warnings/warnings.ts';
import { workOrders } from './work-orders/work-orders.ts';

endVisitsWithRights();

export const services: { [S in keyof Contract]: Handlers<Contract[S]> } = {
  audits,
  clients,
  departments,
  devices,
  dictionaries,
  dictionaryItems,
  embedded,
  externalAccounts,
  files,
  home,
  invitations,
  loginLogs,
  logins,
  memberships,
  menus,
  messages,
  operationLogs,
  ownAccounts,
  parameters,
  people,
  regions,
  registrations,
  roles,
  screenLogins,
  secondFactors,
  serviceProjects,
  serviceTypes,
  sessions,
  socialAccounts,
  tenants,
  transfers,
  users,
  warnings,
  workOrders,
};
