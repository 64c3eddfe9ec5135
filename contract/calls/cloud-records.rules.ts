/** A record of a call as the cloud gives it (CCC's ListCallDetailRecords), and the call that it is here. Pure. */
import { z } from 'zod';
import { callKinds } from './seat-states.rules.ts';

const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim());
const whole = z.coerce.number().int().nonnegative().nullish().catch(null);
/** Several ids: a list, or text with commas. */
const names = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform((value) => (Array.isArray(value) ? value : (value ?? '').replaceAll(/[[\]"\s]/g, '').split(',')).filter(Boolean));

/** Times are milliseconds since 1970, spans are seconds; what did not happen is 0 or missing. */
export const CloudRecord = z.object({
  contactId: z.string().regex(/^[\w.:@-]{1,100}$/),
  instanceId: word,
  callingNumber: word,
  calledNumber: word,
  agentIds: names,
  skillGroupIds: names,
  startTime: z.coerce.number().int().positive(),
  establishedTime: whole,
  releaseTime: whole,
  queueTime: whole,
  ringTime: whole,
  contactType: word,
  contactDisposition: word,
  releaseInitiator: word,
  recordingReady: z.union([z.boolean(), z.stringbool()]).nullish().catch(null),
  recordingDuration: whole,
  satisfactionIndex: whole,
});
export type CloudRecord = z.output<typeof CloudRecord>;

const KINDS: Readonly<Record<string, number>> = {
  inbound: callKinds.inbound,
  outbound: callKinds.outbound,
  internal: callKinds.internal,
  predictive: callKinds.job,
};

const endedBy = (initiator: string): number => (/customer|caller|callee/i.test(initiator) ? 1 : /agent/i.test(initiator) ? 2 : 3);

/** Numbers as they are kept here: the prefix of the country and what is no part of a number fall away. */
const numberOf = (text: string): string =>
  text
    .replace(/^(\+|00)86/, '')
    .replaceAll(/[^\d*#+A-Za-z@.-]/g, '')
    .slice(0, 40);

export interface CloudCall {
  kind: number;
  caller: string;
  callee: string;
  /** The number of the other side. */
  party: string;
  beganAt: number;
  establishedAt: number | null;
  endedAt: number;
  disposition: string;
  endedBy: number;
  satisfaction: number | null;
}

/** The call of a record; null of one that goes on: its record comes again. */
export function cloudCall(record: CloudRecord): CloudCall | null {
  const { startTime, establishedTime, releaseTime, contactDisposition, satisfactionIndex } = record;
  if (!releaseTime || releaseTime < startTime) return null;
  const kind = KINDS[record.contactType.toLowerCase()] ?? callKinds.outbound;
  const [caller, callee] = [numberOf(record.callingNumber), numberOf(record.calledNumber)];
  const stars = satisfactionIndex ?? 0;
  return {
    kind,
    caller,
    callee,
    party: kind === callKinds.inbound ? caller : callee,
    beganAt: startTime,
    establishedAt: establishedTime && establishedTime >= startTime ? Math.min(establishedTime, releaseTime) : null,
    endedAt: releaseTime,
    disposition: /^[A-Za-z]{3,30}$/.test(contactDisposition) ? contactDisposition : establishedTime ? 'Success' : 'NoAnswer',
    endedBy: endedBy(record.releaseInitiator),
    satisfaction: stars >= 1 && stars <= 5 ? stars : null,
  };
}
