/** What the sockets and the browser agree on: paths, destinations, close codes and messages. */
import type { EventName } from './events.ts';

export const STOMP_PATH = '/act/ws';
export const DEVICE_PATH = '/tenant-device/websocket/';

/** A reminder for one person; the body is the plain task name. */
export const remindTopic = (tenantId: number, username: string) => `/task/${tenantId}/${username}/remind`;
/** Warnings of a tenant; JSON bodies of ids. */
export const warningsTopic = (tenantId: number) => `/topic/${tenantId}/warnings`;
/** Everything else that makes a page's data stale; JSON bodies of ids. */
export const eventsTopic = (tenantId: number) => `/topic/${tenantId}/events`;

/** WebSocket close codes of our own: both tell the browser that reconnecting at once is pointless. */
export const CLOSE_SESSION_ENDED = 4001;
export const CLOSE_REPLACED = 4002;

/**
 * Sub-protocols of the device socket: `device` is answered, the other carries the access token which a browser cannot put into a header.
 */
export const DEVICE_PROTOCOL = 'yian.device';
export const BEARER_PROTOCOL = 'yian.bearer.';

/** The longest silence of a living connection, in milliseconds, is three of these. */
export const HEARTBEAT_MS = 5000;

/** A message on a topic or the device socket. `resync` means: events may have been missed, read again. */
export interface RealtimeMessage {
  type: string;
  [id: string]: unknown;
}

/**
 * Which calls an event makes stale, by the beginning of their paths; not those that are
 * marked calm, such as figures of months, which single events hardly change. A session
 * that may read none of them does not hear of the event.
 */
export const staleCalls: Partial<Record<EventName, readonly string[]>> = {
  'warning.raised': ['/warning/devicewarning', '/tenant-device/simulator'],
  'warning.changed': ['/warning/devicewarning', '/tenant-device/simulator'],
  'work-order.changed': ['/members/workorder', '/members/homecare', '/members/homebooking'],
  'plan.changed': ['/members/workorderplan'],
  'goods-order.changed': ['/members/order', '/members/orderdetailed'],
  'package-order.changed': ['/admin/sysorder', '/admin/syspackageorder', '/admin/sysinvoice', '/admin/syspackageinvoice'],
  'material.changed': ['/business/bcmaterial'],
  'person.changed': ['/members/oldman', '/business/bcroom'],
  // The house view reads what single events concern by itself (web/rooms/use-house.ts).
  'house.changed': ['/business/bcroom', '/business/bcbed'],
  'device.changed': ['/tenant-device/device', '/tenant-device/lock', '/tenant-device/camera/{id}', '/tenant-device/simulator'],
  'threshold.changed': ['/tenant-device/health'],
  'measurement.changed': ['/tenant-device/health'],
  'handover.changed': ['/warning/handover'],
  'staff-leave.changed': ['/business/staffleave', '/warning/duty'],
  'account.changed': ['/members/oldmanaccount'],
  'purchase.changed': ['/business/materialpurchase'],
  'approval.changed': ['/business/approval/case'],
  'ticket.changed': ['/business/ticket/'],
  'ticket.viewed': ['/business/ticket/presence'],
  'visitor.changed': ['/business/bcvisitorsrecord', '/business/bcvisitorrestrict'],
  'home-booking.changed': ['/members/homebooking', '/members/homearea', '/members/homecare'],
  'enquiry.changed': ['/members/enquiry'],
  'person-document.changed': ['/members/persondocument'],
  'admission.changed': ['/members/tmcheckinaudit', '/members/oldman/checkInPage'],
  'contract.changed': ['/members/contract'],
  'checkout.changed': ['/members/tmcheckoutrecord'],
  'outing.changed': ['/business/bcouting', '/business/bcvisitorsrecord'],
  'care-plan.changed': ['/members/oldmanplan', '/members/caretask'],
  'care-note.changed': ['/members/carenote', '/members/carechart', '/members/mealrecord'],
  'skin.changed': ['/members/skin'],
  'patrol.changed': ['/members/round'],
  'assessment.changed': ['/members/assessment'],
  'call.changed': ['/cloudcall/cloudcallworkbench/state', '/cloudcall/cloudcallworkbench/colleagues', '/cloudcall/cloudcallwallboard'],
  'call-leg.changed': ['/cloudcall/cloudcallworkbench/leg'],
  'seat.changed': [
    '/cloudcall/cloudcallworkbench/state',
    '/cloudcall/cloudcallworkbench/colleagues',
    '/cloudcall/cloudcallcalljobhandle/atHand',
    '/cloudcall/cloudcallwallboard',
  ],
  'call-inspection.changed': ['/cloudcall/cloudcallinspection/'],
  'restraint.changed': ['/members/restraint'],
  'dish.changed': ['/business/dish'],
  'diet-plan.changed': ['/members/dietplan', '/members/mealorder', '/members/kitchen', '/members/foodsample'],
  'meal-order.changed': ['/members/mealorder', '/members/kitchen'],
  'kitchen.confirmed': ['/members/kitchen'],
  'food-sample.changed': ['/members/foodsample'],
  'care-task.changed': ['/members/caretask', '/members/carechart'],
  'incident.changed': ['/members/adverseeventrecord/page', '/members/adverseeventrecord/{id}', '/members/oldmanrisk'],
  'risk.changed': ['/members/oldmanrisk'],
  'visit.changed': ['/members/visitplan', '/members/visittask'],
  'questionnaire.changed': ['/questionnaire/user/project/page', '/questionnaire/user/project/details', '/questionnaire/item/list'],
  'session.ended': ['/admin/user/info'],
};

/** Turns text from a socket into a message; null when it is not one. */
export function readMessage(text: string): RealtimeMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isMessage ? (value as RealtimeMessage) : null;
  } catch {
    return null;
  }
}
