/** The text that the system proposes for a shift handover, from what happened in the shift. Pure; times are `yyyy-MM-dd HH:mm:ss`. */
import type { HandoverText } from './handover-commands.rules.ts';

/** Whom a line is about. */
interface Named {
  name: string;
  /** In the house; null: lives at home. */
  place: string | null;
}

export interface ShiftFacts {
  /** Raised in the shift, or open since before. */
  alarms: readonly (Named & { time: string; what: string; state: string; remark: string | null; before: boolean })[];
  /** Adverse events of the shift. */
  incidents: readonly (Named & { time: string; what: string; state: string })[];
  vitals: readonly (Named & { values: readonly string[] })[];
  orders: readonly (Named & { number: string; what: string; state: string; carer: string | null; due: string | null })[];
  missing: readonly (Named & { metrics: readonly string[]; since: string })[];
  /** What of the care plans was not done in the shift: missed, or with the reason. */
  care: readonly (Named & { what: string; due: string; why: string })[];
  /** Floors with the rounds that were not made. */
  patrols: readonly { place: string; windows: readonly string[] }[];
  /** Who is under restraint at the end of the shift, or was in it. */
  restrained: readonly (Named & { what: string; state: string })[];
  away: readonly (Named & { state: string })[];
  arrived: readonly Named[];
  /** So many more of each there are than are named. */
  more: Partial<Record<'alarms' | 'vitals' | 'orders' | 'missing' | 'care' | 'away' | 'arrived', number>>;
}

const who = ({ name, place }: Named) => (place === null ? name : `${name}（${place}）`);
const clock = (time: string) => time.slice(5, 16);

/** Lines one below the other; `none` where there are none. */
function listed(lines: readonly string[], none: string, more = 0): string {
  if (lines.length === 0) return none;
  return [...lines, ...(more > 0 ? [`另有 ${more} 项，见系统列表`] : [])].join('\n');
}

/** Proposes the parts of a handover; the remarks are left to the nurse. */
export function draftOf({
  alarms,
  incidents,
  vitals,
  orders,
  missing,
  care,
  patrols,
  restrained,
  away,
  arrived,
  more,
}: ShiftFacts): HandoverText {
  const people = [
    ...restrained.map((one) => `${who(one)}：${one.what}，${one.state}`),
    ...away.map((one) => `${who(one)}：${one.state}`),
    ...(more.away ? [`另有 ${more.away} 人不在院，见服务对象列表`] : []),
    ...arrived.map((one) => `${who(one)}：本班新入`),
    ...(more.arrived ? [`另有 ${more.arrived} 人本班新入，见服务对象列表`] : []),
  ];
  return {
    alarms: [
      ...incidents.map((one) => `${clock(one.time)} 不良事件：${one.what} ${one.name === '' ? '' : who(one)}：${one.state}`),
      listed(
        alarms.map(
          (one) =>
            `${clock(one.time)} ${one.what} ${who(one)}：${one.before ? '上一班遗留，' : ''}${one.state}${one.remark ? `，${one.remark}` : ''}`,
        ),
        '本班无预警',
        more.alarms,
      ),
    ].join('\n'),
    vitals: listed(
      vitals.map((one) => `${who(one)}：${one.values.join('、')}`),
      '无异常体征',
      more.vitals,
    ),
    orders: listed(
      orders.map(
        (one) =>
          `${one.what} ${who(one)}：${one.state}${one.carer ? `，${one.carer}` : ''}${one.due ? `，应在 ${clock(one.due)} 前完成` : ''}（${one.number}）`,
      ),
      '无未完成工单',
      more.orders,
    ),
    measurements: listed(
      missing.map((one) => `${who(one)}：${one.metrics.join('、')}，自 ${clock(one.since)} 缺测`),
      '无缺测',
      more.missing,
    ),
    care: listed(
      care.map((one) => `${clock(one.due)} ${one.what} ${who(one)}：${one.why}`),
      '照护任务均已完成',
      more.care,
    ),
    patrols: listed(
      patrols.map(({ place, windows }) => `${place}：漏巡 ${windows.join('、')}`),
      '无漏巡',
    ),
    people: people.length > 0 ? people.join('\n') : '无人请假、住院或新入',
    remarks: '',
  };
}
