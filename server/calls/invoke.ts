/** The one way in which a seat acts on calls, with every provider: actions of CCC with their keys. */
import { randomUUID } from 'node:crypto';
import { callProviders } from '#contract/calls/call-services.ts';
import { SUPERVISE, workbench, workbenchActions, type WorkbenchAction } from '#contract/calls/workbench.ts';
import { need, type Context } from '../context.ts';
import { invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { dialInCloud } from './aliyun/dials.ts';
import { forward } from './aliyun/forward.ts';
import { aboutOf, actOnCall, seenOf } from './invoke-calls.ts';
import { actOnDuty } from './invoke-duty.ts';
import { readForSeat } from './invoke-reads.ts';
import { needSeat, type SeatRow } from './seats.ts';

/** The parameters of an action: keys begin in either case; the instance and the user that were sent are dropped, those of the seat count. */
export class Parameters {
  readonly #values: Map<string, unknown>;
  constructor(sent: Record<string, unknown>) {
    this.#values = new Map(Object.entries(sent).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]));
    for (const key of ['InstanceId', 'UserId']) this.#values.delete(key);
  }
  /** All, as they were sent, for a provider that reads them itself. */
  all(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }
  /** A text; '' when it was not sent. */
  text(key: string): string {
    const value = this.#values.get(key);
    if (value === undefined || value === null) return '';
    if (typeof value === 'object' || String(value).length > 2000) throw invalid(`参数${key}格式不正确`);
    return String(value).trim();
  }
  need(key: string): string {
    const value = this.text(key);
    if (value === '') throw invalid(`缺少参数${key}`);
    return value;
  }
  number(key: string): number | null {
    const value = this.text(key);
    if (value === '') return null;
    if (!/^[1-9]\d{0,14}$/.test(value)) throw invalid(`参数${key}应为数字`);
    return Number(value);
  }
  /** What was sent as JSON, in text or as it is. */
  json(key: string): unknown {
    const value = this.#values.get(key);
    if (typeof value !== 'string') return value ?? null;
    try {
      return value === '' ? null : JSON.parse(value);
    } catch {
      throw invalid(`参数${key}不是有效的JSON`);
    }
  }
}

export type Act = (context: Context, seat: SeatRow, given: Parameters) => Promise<unknown>;
export type Acts = Partial<Record<WorkbenchAction, Act>>;

const ACTS = { ...readForSeat, ...actOnDuty, ...actOnCall } as Record<WorkbenchAction, Act>;
const KNOWN = new Set<string>(workbenchActions);
const SUPERVISED = new Set<string>(['MonitorCall', 'CoachCall', 'BargeInCall', 'InterceptCall']);

function read(request: unknown, rest: Record<string, unknown>): Parameters {
  if (request === undefined) return new Parameters(rest);
  if (typeof request === 'object') return new Parameters(request as Record<string, unknown>);
  try {
    const value: unknown = JSON.parse(String(request) || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new Parameters(value as Record<string, unknown>);
  } catch {
    /* Said below. */
  }
  throw invalid('request不是有效的JSON');
}

/** Throws 400 for an action that is not on the list, 403 without the right, and refusals in CCC's shape. */
export const invoke: Handlers<typeof workbench>['invoke'] = async ({ action, request, ...rest }, context) => {
  if (!KNOWN.has(action)) throw invalid(`不支持的通话操作：${action}`);
  const given = read(request, rest);
  if (SUPERVISED.has(action)) need(context, SUPERVISE);
  const seat = await needSeat(context);
  if (seat.provider === callProviders.aliyun && action === 'RemoveParticipant') throw refused('阿里云联络中心不支持移出单个成员');
  if (seat.provider === callProviders.aliyun) {
    if (action !== 'MakeCall') return forward(context, seat, action as WorkbenchAction, given.all());
    return (await dialInCloud(context, seat, given.all(), await seenOf(context, aboutOf(given)))).answer;
  }
  const data = await ACTS[action as WorkbenchAction](context, seat, given);
  return { code: 'OK', httpStatusCode: 200, message: 'OK', requestId: randomUUID(), params: [], data };
};
