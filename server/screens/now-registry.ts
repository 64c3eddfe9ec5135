/** The sources of 现在. A new area adds its line here, and its kind to contract/screens/now.rules.ts. */
import type { NowSource } from '../lists/now-sources.ts';
import { lowAccountsNow } from '../accounts/accounts-now.ts';
import { approvalsNow } from '../approvals/approvals-now.ts';
import { careReviewsNow, overdueCareNow, patrolsNow } from '../care/care-now.ts';
import { restraintsNow } from '../care/restraints-now.ts';
import { callbacksNow } from '../calls/callbacks-now.ts';
import { appealsNow, ownResultsNow, waitingInspectionsNow } from '../calls/inspections-now.ts';
import { batteryNow, offlineNow } from '../devices/devices-now.ts';
import { unpaidGoodsNow, unsentGoodsNow } from '../goods-orders/goods-orders-now.ts';
import { documentsNow } from '../elderly/documents-now.ts';
import { handoversNow } from '../handovers/handovers-now.ts';
import { dueSamplesNow, missingMenusNow, missingSamplesNow, refusedMealsNow } from '../meals/meals-now.ts';
import { missingNow, observationsNow } from '../health/health-now.ts';
import { incidentsNow, measuresNow } from '../incidents/incidents-now.ts';
import { assessmentEventsNow, assessmentsNow } from '../assessments/assessment-due.ts';
import { risksNow } from '../incidents/person-risks.ts';
import { applicationsNow, invitationsNow, registrationsNow } from '../onboarding/decisions-now.ts';
import { homeBookingsNow } from '../home-care/home-bookings-now.ts';
import { admissionsNow, earnestsNow, endingContractsNow, enquiriesNow } from '../stay/stays-now.ts';
import { checkoutsNow } from '../stay/checkouts-now.ts';
import { lowStockNow } from '../stock/materials-now.ts';
import { purchasesNow } from '../stock/purchases-now.ts';
import {
  claimsNow,
  invoicesNow,
  packagePaymentNow,
  receiptsNow,
  refundsNow,
  renewalNow,
  tenantEndsNow,
} from '../subscriptions/subscriptions-now.ts';
import { deadJobsNow } from '../system/dead-jobs-now.ts';
import { ticketsNow } from '../tickets/tickets-now.ts';
import { bookingsNow, overdueOutingsNow, overdueVisitorsNow } from '../visitors/visitors-now.ts';
import { lostVisitsNow, missedPeopleNow, ownVisitsNow } from '../visits/visits-now.ts';
import { alarmsNow } from '../warnings/warnings-now.ts';
import { dispatchNow, followupsNow, lateNow, ownJobsNow, returnedNow } from '../work-orders/orders-now.ts';

export const nowSources: readonly NowSource[] = [
  alarmsNow,
  returnedNow,
  dispatchNow,
  lateNow,
  ownJobsNow,
  incidentsNow,
  measuresNow,
  ticketsNow,
  observationsNow,
  restraintsNow,
  overdueCareNow,
  patrolsNow,
  refusedMealsNow,
  ownVisitsNow,
  lostVisitsNow,
  missedPeopleNow,
  handoversNow,
  approvalsNow,
  overdueOutingsNow,
  overdueVisitorsNow,
  bookingsNow,
  offlineNow,
  batteryNow,
  callbacksNow,
  followupsNow,
  appealsNow,
  ownResultsNow,
  waitingInspectionsNow,
  receiptsNow,
  claimsNow,
  refundsNow,
  invoicesNow,
  registrationsNow,
  tenantEndsNow,
  renewalNow,
  packagePaymentNow,
  unpaidGoodsNow,
  unsentGoodsNow,
  applicationsNow,
  invitationsNow,
  deadJobsNow,
  purchasesNow,
  homeBookingsNow,
  enquiriesNow,
  admissionsNow,
  earnestsNow,
  endingContractsNow,
  checkoutsNow,
  documentsNow,
  lowAccountsNow,
  careReviewsNow,
  lowStockNow,
  missingMenusNow,
  missingSamplesNow,
  dueSamplesNow,
  assessmentsNow,
  assessmentEventsNow,
  risksNow,
  missingNow,
];
