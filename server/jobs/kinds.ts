/**
 * Every kind of job: what it carries, how many run at once, how long and how often it is
 * tried. Another kind is a line here and in contract/system/dead- jobs.rules.ts.
 */
import type { JobKind } from '#contract/system/dead-jobs.rules.ts';

/** Ids only: rows have the rest. Nothing personal, nothing secret. */
export interface JobPayloads {
  'warning-sms': { deliveryId: number };
  'warning-email': { deliveryId: number };
  'warning-webhook': { deliveryId: number };
  sms: { textId: number };
  'message-sms': { deliveryId: number };
  'message-email': { deliveryId: number };
  'message-push': { deliveryId: number };
  clip: { clipId: number };
  'lock-code': { passcodeId: number };
  'network-place': { deviceId: number } | { warningId: number };
  'planned-orders': { planId: number };
  /** The id after which tickets are reckoned anew. */
  'ticket-dues': { after: number };
  'questionnaire-mail': { letterId: number };
  'cloud-calls': { serviceId: number };
}

export interface JobPolicy {
  /** In one process, of all tenants and of one. */
  atOnce: number;
  perTenant: number;
  attempts: number;
  /** Before the second attempt; each further pause is about twice as long, up to `longestPauseSeconds`. */
  pauseSeconds: number;
  longestPauseSeconds: number;
  /** An attempt that takes longer is given up: more than all time-outs of its calls. */
  seconds: number;
  /** What used up its attempts is forgotten, because the same question comes again by itself. */
  forgotten?: true;
}

const text: JobPolicy = { atOnce: 4, perTenant: 2, attempts: 4, pauseSeconds: 10, longestPauseSeconds: 600, seconds: 60 };
const warning: JobPolicy = { atOnce: 8, perTenant: 2, attempts: 4, pauseSeconds: 5, longestPauseSeconds: 300, seconds: 60 };

/** Clips and codes have due-times of their own in their rows: another attempt here is for a process that died. */
export const kinds: Readonly<Record<JobKind, JobPolicy>> = {
  'warning-sms': warning,
  'warning-email': { ...warning, atOnce: 4 },
  'warning-webhook': warning,
  sms: text,
  'message-sms': text,
  'message-email': text,
  'message-push': text,
  clip: { atOnce: 6, perTenant: 2, attempts: 4, pauseSeconds: 10, longestPauseSeconds: 60, seconds: 120 },
  'lock-code': { atOnce: 6, perTenant: 2, attempts: 4, pauseSeconds: 10, longestPauseSeconds: 60, seconds: 120 },
  'network-place': { atOnce: 2, perTenant: 1, attempts: 1, pauseSeconds: 60, longestPauseSeconds: 60, seconds: 60, forgotten: true },
  // What it could not make the cleanup makes with all other plans.
  'planned-orders': { atOnce: 2, perTenant: 1, attempts: 4, pauseSeconds: 5, longestPauseSeconds: 60, seconds: 600, forgotten: true },
  'ticket-dues': { atOnce: 2, perTenant: 1, attempts: 6, pauseSeconds: 5, longestPauseSeconds: 300, seconds: 600 },
  'questionnaire-mail': text,
  'cloud-calls': { atOnce: 2, perTenant: 1, attempts: 1, pauseSeconds: 60, longestPauseSeconds: 60, seconds: 600, forgotten: true },
};

/** Within so many seconds a process says again that it is at a job; after it the job is another's. */
export const HEARTBEAT_SECONDS = 10;

/** A policy as the queue takes it with each job. */
export const queueOptions = ({ attempts, pauseSeconds, longestPauseSeconds, seconds }: JobPolicy) => ({
  retryLimit: attempts - 1,
  retryDelay: pauseSeconds,
  retryDelayMax: longestPauseSeconds,
  expireInSeconds: seconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
});
