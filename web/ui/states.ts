/** The states that staff meet everywhere: what each is called and in which colour, once for all pages. */
import { assessmentStateLabels } from '#contract/assessments/assessment-commands.rules.ts';
import { ltciStateLabels } from '#contract/assessments/ltci-commands.rules.ts';
import { inspectionStateLabels } from '#contract/calls/call-inspections.rules.ts';
import { caseStateLabels, jobStateLabels } from '#contract/calls/call-jobs.rules.ts';
import { seatStateLabels } from '#contract/calls/seat-states.rules.ts';
import { planStateLabels } from '#contract/care/care-plan-commands.rules.ts';
import { taskPhaseLabels } from '#contract/care/care-tasks.rules.ts';
import { patrolStateLabels } from '#contract/care/patrol-commands.rules.ts';
import { restraintStateLabels } from '#contract/care/restraint-commands.rules.ts';
import { skinStateLabels } from '#contract/care/skin-commands.rules.ts';
import { arrangementStateLabels } from '#contract/elderly/arrangements.rules.ts';
import { observationStateLabels } from '#contract/health/observations.rules.ts';
import { bedLabels } from '#contract/rooms/beds.labels.ts';
import { bedStateLabels } from '#contract/rooms/beds.rules.ts';
import { deliveryLabels } from '#contract/messages/channels.rules.ts';
import { severityLabels } from '#contract/incidents/incident-types.rules.ts';
import { riskLevels } from '#contract/incidents/person-risks.rules.ts';
import { incidentStateLabels } from '#contract/incidents/incident-commands.rules.ts';
import { dietPlanStateLabels } from '#contract/meals/diet-plan-commands.rules.ts';
import { dishStateLabels } from '#contract/meals/dishes.rules.ts';
import { foodSampleStateLabels } from '#contract/meals/food-sample-commands.rules.ts';
import { admissionStateLabels } from '#contract/stay/admission-commands.rules.ts';
import { checkoutStateLabels } from '#contract/stay/checkout-commands.rules.ts';
import { signStateLabels } from '#contract/stay/checkout-departments.rules.ts';
import { erasureStateLabels } from '#contract/elderly/person-erasures.rules.ts';
import { documentStateLabels } from '#contract/elderly/person-documents.rules.ts';
import { visitPlanStateLabels } from '#contract/visits/visit-plan-commands.rules.ts';
import { visitPhaseLabels, visitResults } from '#contract/visits/visit-tasks.rules.ts';
import { enquiryStateLabels } from '#contract/stay/enquiry-commands.rules.ts';
import { contractStateLabels } from '#contract/stay/contracts.rules.ts';
import { leaveStateLabels } from '#contract/staff-leave/leave-commands.rules.ts';
import { purchaseStateLabels } from '#contract/stock/purchase-commands.rules.ts';
import { ticketPriorities, ticketStateLabels } from '#contract/tickets/tickets.rules.ts';
import { bookingStateLabels } from '#contract/home-care/home-booking-commands.rules.ts';
import { homeVisitPhaseLabels } from '#contract/home-care/home-days.rules.ts';
import { outingStateLabels } from '#contract/visitors/outing-commands.rules.ts';
import { visitorStateLabels } from '#contract/visitors/visitor-commands.rules.ts';
import { disposalLabels } from '#contract/warnings/warnings.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';

/** antd's names of the colours of meaning, and the two that tell states of one family apart. */
export type StateColor = 'error' | 'warning' | 'processing' | 'success' | 'default' | 'cyan' | 'orange' | 'purple';

export interface StateLook {
  label: string;
  color: StateColor;
  /** Staff have to act: filled. */
  loud?: boolean;
}

const looks = (labels: Readonly<Record<number, string>>, colors: Readonly<Record<number, StateColor>>, loud?: number) =>
  Object.fromEntries(
    Object.entries(labels).map(([value, label]): [string, StateLook] => [
      value,
      { label, color: colors[Number(value)] ?? 'default', ...(Number(value) === loud ? { loud: true } : {}) },
    ]),
  );

const OVERDUE = 2;
const LATE_VISIT = 3;

/** By what has the state, then by the state on the wire. Those of people have their words from the dictionary `oldman_status`. */
export const states = {
  order: looks(orderStatusLabels, { 1: 'warning', 2: 'processing', 3: 'cyan', 4: 'success', 5: 'orange', 6: 'default', 7: 'success' }),
  warning: looks(disposalLabels, { 0: 'error', 1: 'success', 2: 'processing' }),
  device: looks({ 0: '离线', 1: '在线' }, { 0: 'error', 1: 'success' }),
  bed: looks(bedStateLabels, { 0: 'success', 1: 'processing', 2: 'default', 3: 'warning', 4: 'error', 5: 'purple' }),
  /** Beside the state of a bed. */
  cleaning: looks({ 1: bedLabels.cleaningSince }, { 1: 'cyan' }),
  leave: looks(leaveStateLabels, { 1: 'processing', 2: 'success', 3: 'error', 4: 'default', 5: 'warning', 6: 'cyan' }),
  dish: looks(dishStateLabels, { 0: 'success', 1: 'default' }),
  dietPlan: looks(dietPlanStateLabels, { 1: 'processing', 2: 'success', 3: 'default' }),
  foodSample: looks(foodSampleStateLabels, { 1: 'processing', 2: 'default' }),
  homeBooking: looks(bookingStateLabels, { 1: 'warning', 2: 'processing', 3: 'default', 4: 'default', 5: 'success' }),
  homeVisit: looks(homeVisitPhaseLabels, {
    1: 'warning',
    2: 'error',
    3: 'error',
    4: 'processing',
    5: 'default',
    6: 'default',
    7: 'success',
  }),
  enquiry: looks(enquiryStateLabels, { 1: 'processing', 2: 'processing', 3: 'cyan', 4: 'warning', 5: 'success', 6: 'default' }),
  erasure: looks(erasureStateLabels, { 1: 'default', 2: 'warning', 3: 'processing' }),
  document: looks(documentStateLabels, { 1: 'success', 2: 'warning', 3: 'error', 4: 'default', 5: 'default' }),
  admission: looks(admissionStateLabels, {
    1: 'processing',
    2: 'cyan',
    3: 'error',
    4: 'default',
    5: 'warning',
    6: 'success',
    7: 'default',
  }),
  contract: looks(contractStateLabels, { 1: 'processing', 2: 'success', 3: 'default', 4: 'default', 5: 'error' }),
  checkout: looks(checkoutStateLabels, { 1: 'processing', 2: 'warning', 3: 'success', 4: 'default' }),
  checkoutSign: looks(signStateLabels, { 1: 'default', 2: 'success', 3: 'error' }),
  purchase: looks(purchaseStateLabels, {
    1: 'processing',
    2: 'cyan',
    3: 'error',
    4: 'default',
    5: 'warning',
    6: 'orange',
    7: 'success',
    8: 'default',
  }),
  ticket: looks(ticketStateLabels, { 1: 'warning', 2: 'processing', 3: 'purple', 4: 'success' }),
  ticketPriority: looks(ticketPriorities, { 1: 'error', 2: 'orange' }, 1),
  delivery: looks(deliveryLabels, { 1: 'processing', 2: 'purple', 3: 'success', 4: 'error', 5: 'default' }),
  visitor: looks(visitorStateLabels, { 1: 'warning', 2: 'processing', 3: 'success', 4: 'default', 5: 'default', 6: 'error', 7: 'orange' }),
  incidentGrade: looks(severityLabels, { 1: 'error', 2: 'orange' }),
  arrangement: looks(arrangementStateLabels, { 1: 'processing', 2: 'success', 3: 'default' }),
  risk: looks(riskLevels, { 0: 'success', 1: 'warning', 2: 'error' }),
  death: looks({ 1: '死亡' }, { 1: 'error' }),
  incident: looks(incidentStateLabels, { 1: 'error', 2: 'processing', 3: 'purple', 4: 'success' }, 1),
  outing: looks(outingStateLabels, { 1: 'processing', 2: 'warning', 3: 'success', 4: 'default' }),
  carePlan: looks(planStateLabels, { 1: 'warning', 2: 'success', 3: 'default' }),
  careTemplate: looks({ 0: '待核对', 1: '已核对' }, { 0: 'warning', 1: 'success' }),
  careTask: looks(taskPhaseLabels, { 0: 'default', 1: 'processing', [OVERDUE]: 'error', 3: 'success', 4: 'orange', 5: 'purple' }, OVERDUE),
  patrol: looks(patrolStateLabels, { 1: 'processing', 2: 'success', 3: 'default' }),
  assessment: looks(assessmentStateLabels, { 1: 'default', 2: 'warning', 3: 'success', 4: 'default' }),
  ltci: looks(ltciStateLabels, { 1: 'default', 2: 'success' }),
  ltciVerified: looks({ 0: '待核实', 1: '已核实' }, { 0: 'warning', 1: 'success' }),
  callJob: looks(jobStateLabels, { 1: 'default', 2: 'processing', 3: 'warning', 4: 'success', 5: 'default' }),
  inspection: looks(inspectionStateLabels, { 1: 'warning', 2: 'processing', 3: 'error', 4: 'success', 5: 'default' }),
  inspectionResult: looks({ 0: '不合格', 1: '合格', 2: '一票否决' }, { 0: 'error', 1: 'success', 2: 'error' }, 2),
  callCase: looks(caseStateLabels, { 1: 'warning', 2: 'processing', 3: 'success', 4: 'orange', 5: 'default' }),
  seat: looks(seatStateLabels, {
    3: 'success',
    5: 'warning',
    6: 'error',
    8: 'processing',
    9: 'processing',
    10: 'processing',
    11: 'processing',
    12: 'orange',
    16: 'processing',
    17: 'cyan',
    21: 'purple',
  }),
  restraint: looks(restraintStateLabels, { 1: 'warning', 2: 'processing', 3: 'success', 4: 'default' }),
  skin: looks(skinStateLabels, { 1: 'warning', 2: 'success' }),
  visitPlan: looks(visitPlanStateLabels, { 1: 'warning', 2: 'success', 3: 'orange', 4: 'default' }),
  visitTask: looks(
    visitPhaseLabels,
    { 0: 'default', 1: 'processing', 2: 'cyan', [LATE_VISIT]: 'error', 4: 'success', 5: 'orange', 6: 'purple' },
    LATE_VISIT,
  ),
  visitResult: looks(visitResults, { 1: 'success', 2: 'warning', 3: 'error' }),
  observation: looks(observationStateLabels, { 1: 'processing', [OVERDUE]: 'error', 3: 'success' }, OVERDUE),
} as const satisfies Record<string, Record<string, StateLook>>;

/** Of people, by the dictionary. */
export const personColors: Readonly<Record<string, StateColor>> = {
  1: 'success',
  2: 'warning',
  3: 'processing',
  4: 'default',
  5: 'default',
};
