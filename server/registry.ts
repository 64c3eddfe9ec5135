/** Everything that is implemented: a service of the contract without its handlers does not compile. */
import type { Contract } from '#contract/index.ts';
import { deviceHandlers } from './devices/device-handlers.ts';
import { callHandlers } from './calls/call-handlers.ts';
import { homeHandlers } from './home-care/home-handlers.ts';
import { mealHandlers } from './meals/meal-handlers.ts';
import { questionnaireHandlers } from './questionnaires/questionnaire-handlers.ts';
import { stayHandlers } from './stay/stay-handlers.ts';
import { approvalCases } from './approvals/approval-cases.ts';
import { approvalDefinitions } from './approvals/approval-definitions.ts';
import { approvalPeople } from './approvals/approval-people.ts';
import { people } from './elderly/people.ts';
import { virtualBeds } from './work-orders/virtual-beds.ts';
import { residentPanel } from './screens/resident-panel.ts';
import { personCodes } from './elderly/person-codes.ts';
import { residents } from './elderly/residents.ts';
import { personMerge } from './elderly/person-merge.ts';
import { personErasures } from './elderly/person-erasures.ts';
import { personDossiers } from './elderly/person-dossiers.ts';
import { personDocuments } from './elderly/person-documents.ts';
import { personContacts } from './elderly/person-contacts.ts';
import { assessments } from './assessments/assessments.ts';
import { ltciVersions } from './assessments/ltci-versions.ts';
import { arrangements } from './elderly/arrangements.ts';
import { placements } from './elderly/placements.ts';
import { personPackages } from './elderly/person-packages.ts';
import { externalAccounts } from './onboarding/external-accounts.ts';
import { invitations } from './onboarding/invitations.ts';
import { registrationReviews } from './onboarding/registration-reviews.ts';
import { registrations } from './onboarding/registrations.ts';
import { earlyWarnings } from './health/early-warnings.ts';
import { expectations } from './health/expectations.ts';
import { measurements } from './health/measurements.ts';
import { observations } from './health/observations.ts';
import { overviews } from './health/overviews.ts';
import { rounds } from './health/rounds.ts';
import { thresholds } from './health/thresholds.ts';
import { vitals } from './health/vitals.ts';
import type { Handlers } from './http/implement.ts';
import { messageDeliveries } from './messages/message-deliveries.ts';
import { messagePreferences } from './messages/message-preferences.ts';
import { messages } from './messages/messages.ts';
import { pushSubscriptions } from './messages/push-subscriptions.ts';
import { goodsOrders, saleProducts } from './goods-orders/goods-orders.ts';
import { posts } from './users/posts.ts';
import { productCategories } from './goods-orders/product-categories.ts';
import { products } from './goods-orders/products.ts';
import { beds } from './rooms/beds.ts';
import { house } from './rooms/house.ts';
import { rooms } from './rooms/rooms.ts';
import { callWallboard } from './screens/call-wallboard.ts';
import { screens } from './screens/screens.ts';
import { servicePackages } from './services/service-packages.ts';
import { serviceProjects } from './services/service-projects.ts';
import { serviceTypes } from './services/service-types.ts';
import { projectMaterials } from './stock/material-picks.ts';
import { materialMovements, materials } from './stock/materials.ts';
import { accountRequests, accounts } from './accounts/accounts.ts';
import { accountMovements } from './accounts/movements.ts';
import { materialPurchases } from './stock/material-purchases.ts';
import { staffLeaves } from './staff-leave/staff-leaves.ts';
import { externalOrders } from './subscriptions/external-orders.ts';
import { invoiceIssues } from './subscriptions/invoice-issues.ts';
import { invoices } from './subscriptions/invoices.ts';
import { orderVerifications } from './subscriptions/order-verifications.ts';
import { platformSales } from './subscriptions/platform-sales.ts';
import { packageOrders } from './subscriptions/package-orders.ts';
import { packages } from './subscriptions/packages.ts';
import { audits } from './system/audits.ts';
import { dictionaries, dictionaryItems } from './system/dictionaries.ts';
import { embedded } from './system/embedded.ts';
import { deadJobs } from './system/dead-jobs.ts';
import { errorLogs } from './system/error-logs.ts';
import { files } from './files/files.ts';
import { home } from './screens/home.ts';
import { handovers } from './handovers/handovers.ts';
import { incidentMeasures } from './incidents/incident-measures.ts';
import { incidentStatistics } from './incidents/incident-statistics.ts';
import { incidents } from './incidents/incidents.ts';
import { personRisks } from './incidents/person-risks.ts';
import { homePanels } from './screens/home-panels.ts';
import { now } from './screens/now.ts';
import { timeline } from './screens/timeline.ts';
import { menus } from './users/menus.ts';
import { operationLogs } from './system/operation-logs.ts';
import { parameters } from './system/parameters.ts';
import { regions } from './geo/regions.ts';
import { memberships } from './tenants/memberships.ts';
import { tenants } from './tenants/tenants.ts';
import { familyTickets } from './tickets/family-tickets.ts';
import { savedTicketViews } from './tickets/saved-ticket-views.ts';
import { ticketGroups } from './tickets/ticket-groups.ts';
import { ticketReplies } from './tickets/ticket-replies.ts';
import { ticketSettings } from './tickets/ticket-settings.ts';
import { ticketStatistics } from './tickets/ticket-statistics.ts';
import { tickets } from './tickets/tickets.ts';
import { careNotes } from './care/care-notes.ts';
import { careCharts } from './care/care-charts.ts';
import { carePlans } from './care/care-plans.ts';
import { careTasks } from './care/care-tasks.ts';
import { patrols } from './care/patrols.ts';
import { restraints } from './care/restraints.ts';
import { skinFindings } from './care/skin-findings.ts';
import { careTemplates } from './care/care-templates.ts';
import { outings } from './visitors/outings.ts';
import { restrictedVisitors } from './visitors/restricted-visitors.ts';
import { visitorBookings } from './visitors/visitor-bookings.ts';
import { visitorRecords } from './visitors/visitor-records.ts';
import { visitorSettings, visitorSlots } from './visitors/visitor-settings.ts';
import { visitorStatistics } from './visitors/visitor-statistics.ts';
import { clients } from './users/client-administration.ts';
import { transfers } from './transfers/transfers.ts';
import { departments } from './users/departments.ts';
import { loginLogs } from './users/login-logs.ts';
import { logins } from './users/logins.ts';
import { visitPlans } from './visits/visit-plans.ts';
import { visitTasks } from './visits/visit-tasks.ts';
import { ownAccounts } from './users/own-accounts.ts';
import { roles } from './users/roles.ts';
import { screenLogins } from './users/screen-logins.ts';
import { secondFactors } from './users/second-factors.ts';
import { sessions } from './users/sessions-online.ts';
import { socialAccounts } from './users/social-accounts.ts';
import { users } from './users/users.ts';
import { alarmFacts } from './warnings/alarm-facts.ts';
import { conditionRules } from './warnings/condition-rules.ts';
import { deliveryPreferences } from './warnings/delivery-preferences.ts';
import { duties } from './warnings/duties.ts';
import { fences } from './warnings/fences.ts';
import { lifeWindows } from './warnings/life-windows.ts';
import { warningPolicies } from './warnings/policies.ts';
import { warningClips } from './warnings/warning-clips.ts';
import { warningRecords } from './warnings/warning-records.ts';
import { warningStatistics } from './warnings/warning-statistics.ts';
import { warnings } from './warnings/warnings.ts';
import { holidays } from './work-orders/holidays.ts';
import { ownJobs } from './work-orders/own-jobs.ts';
import { workOrderPlans } from './work-orders/work-order-plans.ts';
import { workOrderRatings } from './work-orders/work-order-ratings.ts';
import { workOrderSettings } from './work-orders/work-order-settings.ts';
import { boards } from './work-orders/boards.ts';
import { responders } from './work-orders/responders.ts';
import { staffSkills } from './work-orders/staff-skills.ts';
import { workOrderStatistics } from './work-orders/work-order-statistics.ts';
import { workOrders } from './work-orders/work-orders.ts';
import './subscribers.ts';

export const services: { [S in keyof Contract]: Handlers<Contract[S]> } = {
  ...deviceHandlers,
  ...callHandlers,
  callWallboard,
  ...homeHandlers,
  ...mealHandlers,
  ...questionnaireHandlers,
  ...stayHandlers,
  alarmFacts,
  audits,
  boards,
  beds,
  approvalCases,
  approvalDefinitions,
  approvalPeople,
  clients,
  conditionRules,
  deliveryPreferences,
  departments,
  dictionaries,
  dictionaryItems,
  duties,
  earlyWarnings,
  embedded,
  deadJobs,
  errorLogs,
  expectations,
  externalAccounts,
  externalOrders,
  fences,
  files,
  goodsOrders,
  holidays,
  home,
  house,
  handovers,
  careNotes,
  careCharts,
  carePlans,
  careTasks,
  patrols,
  restraints,
  skinFindings,
  careTemplates,
  incidentMeasures,
  incidentStatistics,
  incidents,
  personRisks,
  outings,
  restrictedVisitors,
  visitorBookings,
  visitorRecords,
  visitorSettings,
  visitorSlots,
  visitorStatistics,
  homePanels,
  now,
  timeline,
  invitations,
  invoiceIssues,
  invoices,
  lifeWindows,
  loginLogs,
  logins,
  materialMovements,
  accounts,
  accountRequests,
  accountMovements,
  visitPlans,
  visitTasks,
  materialPurchases,
  materials,
  measurements,
  memberships,
  menus,
  messages,
  messageDeliveries,
  messagePreferences,
  pushSubscriptions,
  observations,
  operationLogs,
  orderVerifications,
  platformSales,
  overviews,
  rounds,
  ownAccounts,
  ownJobs,
  packageOrders,
  packages,
  parameters,
  people,
  personCodes,
  residents,
  residentPanel,
  virtualBeds,
  personMerge,
  personDossiers,
  personErasures,
  personDocuments,
  personContacts,
  arrangements,
  assessments,
  ltciVersions,
  placements,
  personPackages,
  posts,
  productCategories,
  products,
  projectMaterials,
  regions,
  registrationReviews,
  registrations,
  responders,
  roles,
  rooms,
  saleProducts,
  screenLogins,
  screens,
  secondFactors,
  servicePackages,
  serviceProjects,
  serviceTypes,
  sessions,
  socialAccounts,
  staffLeaves,
  staffSkills,
  tenants,
  thresholds,
  familyTickets,
  savedTicketViews,
  ticketGroups,
  ticketReplies,
  ticketSettings,
  ticketStatistics,
  tickets,
  transfers,
  users,
  vitals,
  warningClips,
  warningPolicies,
  warningRecords,
  warningStatistics,
  warnings,
  workOrderPlans,
  workOrderRatings,
  workOrderSettings,
  workOrderStatistics,
  workOrders,
};
