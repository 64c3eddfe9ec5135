/** The sources of 时间线. A new area adds its line here, and its kind and page to contract/screens/timeline.rules.ts. */
import type { TimelineSource } from '../lists/timeline-sources.ts';
import { movement } from '../accounts/accounts-timeline.ts';
import { centreCalled } from '../calls/calls-timeline.ts';
import { careDone, careMissed, careNoted, planBegun, planEnded } from '../care/care-timeline.ts';
import { patrolMarked } from '../care/patrols-timeline.ts';
import { restraintBegun, restraintEnded } from '../care/restraints-timeline.ts';
import { skinSeen } from '../care/skin-timeline.ts';
import { deviceBound, deviceReleased } from '../devices/devices-timeline.ts';
import { paperFiled } from '../elderly/documents-timeline.ts';
import { packageGranted, packageUsed, packageVoided } from '../elderly/packages-timeline.ts';
import {
  arrangementBegun,
  bedMoved,
  called,
  contactsChanged,
  identityRevealed,
  recordChanged,
  statusChanged,
} from '../elderly/records-timeline.ts';
import { goodsOrdered } from '../goods-orders/goods-orders-timeline.ts';
import { measured, observationBegun, observationEnded, observationSkipped } from '../health/health-timeline.ts';
import { homeBooked, homeEnded } from '../home-care/home-bookings-timeline.ts';
import { personAssessed } from '../assessments/assessments-timeline.ts';
import { incidentHappened, riskAssessed } from '../incidents/incidents-timeline.ts';
import { mealLeft } from '../meals/meals-timeline.ts';
import { questionnaireAnswered } from '../questionnaires/questionnaires-timeline.ts';
import { admitted, checkoutAsked, checkoutLeft, contractSigned } from '../stay/stays-timeline.ts';
import { ticketWritten } from '../tickets/tickets-timeline.ts';
import { outingBack, outingLeft, visited } from '../visitors/visitors-timeline.ts';
import { caringVisit } from '../visits/visits-timeline.ts';
import { warningClosed, warningRaised } from '../warnings/warnings-timeline.ts';
import { orderFinished } from '../work-orders/work-orders-timeline.ts';

export const allTimelineSources: readonly TimelineSource[] = [
  warningRaised,
  warningClosed,
  incidentHappened,
  measured,
  observationBegun,
  observationEnded,
  observationSkipped,
  careDone,
  careMissed,
  careNoted,
  planBegun,
  planEnded,
  skinSeen,
  patrolMarked,
  mealLeft,
  restraintBegun,
  restraintEnded,
  personAssessed,
  riskAssessed,
  orderFinished,
  homeBooked,
  homeEnded,
  visited,
  caringVisit,
  outingLeft,
  outingBack,
  admitted,
  checkoutAsked,
  checkoutLeft,
  bedMoved,
  statusChanged,
  arrangementBegun,
  contractSigned,
  paperFiled,
  movement,
  goodsOrdered,
  packageGranted,
  packageUsed,
  packageVoided,
  ticketWritten,
  called,
  centreCalled,
  questionnaireAnswered,
  deviceBound,
  deviceReleased,
  recordChanged,
  identityRevealed,
  contactsChanged,
];
