/** The two clocks of an order as pages show them. Pure: whoever needs the clock passes it. */
import { MINUTE } from '#contract/time.ts';
import { targetLabels, targetState, type TargetState } from '#contract/work-orders/work-order-targets.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { toMillis } from '#web/ui/display.ts';
import type { OrderSummary } from './order-calls.ts';

export interface Clock {
  /** 响应: until somebody is sent; 完成: until all is finished. */
  title: '响应' | '完成';
  /** `yyyy-MM-dd HH:mm:ss` */
  by: string;
  state: TargetState;
  /** What the state means in time: `剩余 20 分钟`, `超时 2 小时`. */
  text: string;
}

export type Timed = Pick<OrderSummary, 'state' | 'respondBy' | 'completeBy' | 'respondedAt' | 'pausedAt' | 'endTime'>;

/** `45 分钟`, `3 小时 5 分钟`, `2 天 4 小时`; less than a minute is `不到 1 分钟`. */
export function spanText(millis: number): string {
  const minutes = Math.floor(Math.abs(millis) / MINUTE);
  if (minutes < 1) return '不到 1 分钟';
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return `${days} 天${hours ? ` ${hours} 小时` : ''}`;
  return hours > 0 ? `${hours} 小时${rest ? ` ${rest} 分钟` : ''}` : `${rest} 分钟`;
}

/** The same in the room of a cell: `剩余 3 小时 5 分钟` is `剩余3小时`. */
export const roughly = (text: string): string => text.replace(/(\d+ \S+) .+$/, '$1').replaceAll(' ', '');

/** `now`, or when the order's clock stopped. */
function clockOf(title: Clock['title'], by: string | null, done: string | null, now: number, paused: boolean): Clock | null {
  if (by === null) return null;
  const [limit, doneAt] = [toMillis(by), done === null ? null : toMillis(done)];
  const state = targetState(limit, doneAt, now, paused);
  const texts: Record<TargetState, string> = {
    met: doneAt === null ? '' : `提前 ${spanText(limit - doneAt)}`,
    missed: doneAt === null ? '' : `超时 ${spanText(doneAt - limit)}`,
    running: `剩余 ${spanText(limit - now)}`,
    soon: `剩余 ${spanText(limit - now)}`,
    late: `超时 ${spanText(now - limit)}`,
    paused: targetLabels.paused,
  };
  return { title, by, state, text: texts[state] };
}

/** Both clocks at `now` (epoch milliseconds); none of a cancelled order, and none that has no limit. */
export function clocksOf({ state, respondBy, completeBy, respondedAt, pausedAt, endTime }: Timed, now: number): Clock[] {
  if (state === orderStatus.cancelled) return [];
  const paused = pausedAt !== null;
  const at = paused ? toMillis(pausedAt) : now;
  return [clockOf('响应', respondBy, respondedAt, at, paused), clockOf('完成', completeBy, endTime, at, paused)].filter(
    (clock) => clock !== null,
  );
}

const WAITING = new Set<TargetState>(['running', 'soon', 'late', 'paused']);

/** The one clock that a list shows: the first that is still running, else the last one. */
export const nextClock = (order: Timed, now: number): Clock | undefined => {
  const clocks = clocksOf(order, now);
  return clocks.find(({ state }) => WAITING.has(state)) ?? clocks.at(-1);
};
