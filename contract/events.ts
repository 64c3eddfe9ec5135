/** What areas tell each other and the open pages. Payloads carry ids only: whoever needs more reads it under their own rights. */
export interface Events {
  'warning.raised': { warningId: number; severity: number; rule: string };
  'warning.changed': { warningId: number };
  'work-order.changed': { workOrderId: number };
  /** Orders of a plan were made, or could not be. */
  'plan.changed': { planId: number };
  'goods-order.changed': { goodsOrderId: number };
  /** A tenant's order of a package; heard by the tenant and by the platform. */
  'package-order.changed': { orderId: number };
  'material.changed': { materialId: number };
  /** `bedBefore` when they have moved, gone away or come back: the bed that they had, or null. */
  'person.changed': { personId: number; bedBefore?: number | null };
  /** A room or a bed was added, changed or removed, or a floor was laid out. */
  'house.changed': { roomId: number | null };
  'device.changed': { deviceId: number };
  /** How a vendor's messages are read, signed or fetched: whoever keeps it in memory forgets it. */
  'integration.changed': { integrationId: number };
  /** Something waits to be told to a device. */
  'command.queued': { deviceId: number };
  /** Limits of a person, or with null the institution's: whoever keeps limits in memory forgets them. */
  'threshold.changed': { personId: number | null };
  /** A fence, or whom it is for: whoever keeps fences in memory forgets the tenant's. */
  'fence.changed': { fenceId: number };
  /** Values of a person were entered, corrected or taken back. */
  'measurement.changed': { personId: number };
  /** A rule of the institution, or whom it is for: whoever keeps them in memory forgets the tenant's people. */
  'condition.changed': { ruleId: number };
  /** A leave of staff was asked for, decided or ended. */
  'staff-leave.changed': { leaveId: number; userId: number };
  /** Money of a person moved, or is asked to. */
  'account.changed': { personId: number };
  /** A purchase of material was asked for, decided or received. */
  'purchase.changed': { purchaseId: number };
  /** A shift handover was written, signed or taken over. */
  'handover.changed': { handoverId: number };
  /** An application was made, decided, handed on or commented on. */
  'approval.changed': { caseId: number };
  /** A ticket was written, answered or changed; null: many at once. */
  'ticket.changed': { ticketId: number | null };
  /** Somebody has opened a ticket, writes in it or has left it. */
  'ticket.viewed': { ticketId: number };
  /** A visitor booked, came, left or was restricted; null: many at once. */
  'visitor.changed': { recordId: number | null };
  'outing.changed': { outingId: number | null };
  /** A care plan was written, put in force, reviewed or ended; null: several at once. */
  'care-plan.changed': { planId: number | null };
  /** Something was noted of a person, or taken back. */
  'care-note.changed': { personId: number };
  /** A finding of the skin was written down, looked at or healed. */
  'skin.changed': { personId: number };
  /** An assessment of a person was written, signed, voided or applied. */
  'assessment.changed': { personId: number };
  /** A restraint of a person was ordered, begun, looked at or ended. */
  'restraint.changed': { personId: number };
  /** A round through a floor began or ended. */
  'patrol.changed': { patrolId: number };
  /** A care task was dealt with; null: many were made or taken away. */
  'care-task.changed': { taskId: number | null };
  'dish.changed': { dishId: number };
  /** The plan of a week was written, published or changed. */
  'diet-plan.changed': { planId: number };
  /** The order of a person's meal differs from the default, or is the default again. */
  'meal-order.changed': { day: string };
  /** The kitchen took note of the counts of a meal. */
  'kitchen.confirmed': { day: string };
  'food-sample.changed': { day: string };
  /** An incident was reported, changed, told or closed; null: many at once. */
  'incident.changed': { incidentId: number | null };
  /** A risk of a person was looked at. */
  'risk.changed': { personId: number };
  /** A booking of care at home was made, decided, moved or ended; null: a service area changed. */
  'home-booking.changed': { bookingId: number | null };
  /** An enquiry was written down, followed up or ended. */
  'enquiry.changed': { enquiryId: number };
  /** A paper was filed, changed, renewed or removed. */
  'person-document.changed': { documentId: number };
  /** An admission was asked for, decided or carried out. */
  'admission.changed': { admissionId: number };
  /** What was agreed with a person about their stay has changed. */
  'contract.changed': { personId: number };
  /** A check-out was asked for, signed, carried through or cancelled. */
  'checkout.changed': { checkoutId: number };
  /** A call began, moved on or ended, or a leg of it changed; the process of the calls makes the sound follow. */
  'call.changed': { callId: number };
  /** A leg of a seat's page was offered, answered or closed. */
  'call-leg.changed': { legId: number };
  /** What a seat does changed. */
  'seat.changed': { seatId: number };
  /** A call was drawn for inspection, scored, appealed against or decided; null: many at once. */
  'call-inspection.changed': { inspectionId: number | null };
  /** A plan of visits changed, or a visit was begun, done or given to another visitor; null: many at once. */
  'visit.changed': { taskId: number | null };
  /** The questions, the logic or the words of a questionnaire were changed: editors compare the revision with the one they have. */
  'questionnaire.changed': { questionnaireId: number; revision: number };
  'session.ended': { sessionId: number };
  /** Roles, menus, departments or one person's account changed: what was read about their rights is stale. */
  'rights.changed': { userId: number | null };
  /** Somebody has a new message, or read or cleared some. */
  'message.changed': { userId: number };
  /** A person of this tenant is asked to do something: the reminder topic of the STOMP socket. */
  'task.assigned': { userId: number; username: string; task: string };
}

export type EventName = keyof Events;

/** What NOTIFY carries to every process: tenant, event name, payload. */
export interface Notice<N extends EventName = EventName> {
  t: number;
  k: N;
  p: Events[N];
}
