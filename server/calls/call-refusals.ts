/** A refused command of a call: an error of our envelope, whose `data` says it in CCC's shape (docs/decisions/106). */
import { randomUUID } from 'node:crypto';
import type { CallRefusal } from '#contract/calls/call-state.ts';
import { Refusal } from '../errors.ts';

export const callRefusal = ({ code, refusal, status }: CallRefusal) =>
  new Refusal(status, refusal, { code, httpStatusCode: status, message: refusal, requestId: randomUUID(), data: null });
