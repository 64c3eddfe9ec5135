/** 时间线 of a person: what can be in it, what it is called, and where each thing leads. Pure; times are `yyyy-MM-dd HH:mm:ss`. */
import { DAY, clockOf, dayOf, instantOf } from '../time.ts';
import { weekdayText } from '../visitors/visitor-slots.rules.ts';

/** What staff filter by: its name, and its colour among those of the kit's states. */
export const timelineKinds = {
  warning: { label: '预警', color: 'error' },
  incident: { label: '不良事件', color: 'error' },
  measurement: { label: '测量', color: 'processing' },
  observation: { label: '观察', color: 'processing' },
  care: { label: '照护任务', color: 'success' },
  note: { label: '照护随记', color: 'success' },
  plan: { label: '照护计划', color: 'success' },
  skin: { label: '皮肤', color: 'success' },
  patrol: { label: '巡视', color: 'success' },
  meal: { label: '用餐', color: 'success' },
  restraint: { label: '约束', color: 'warning' },
  assessment: { label: '评估', color: 'processing' },
  risk: { label: '九防评估', color: 'orange' },
  order: { label: '工单', color: 'cyan' },
  home: { label: '居家预约', color: 'cyan' },
  visit: { label: '来访', color: 'purple' },
  caring: { label: '探访', color: 'purple' },
  outing: { label: '外出', color: 'purple' },
  stay: { label: '入住退住', color: 'warning' },
  bed: { label: '床位与在院', color: 'warning' },
  arrangement: { label: '护理与膳食', color: 'warning' },
  contract: { label: '合同', color: 'warning' },
  document: { label: '档案文件', color: 'warning' },
  account: { label: '账户', color: 'orange' },
  goods: { label: '商品订单', color: 'cyan' },
  package: { label: '服务包', color: 'cyan' },
  ticket: { label: '诉求', color: 'purple' },
  call: { label: '通话', color: 'purple' },
  questionnaire: { label: '问卷', color: 'processing' },
  device: { label: '设备', color: 'default' },
  record: { label: '档案变更', color: 'default' },
} as const satisfies Record<string, { label: string; color: string }>;

export type TimelineKind = keyof typeof timelineKinds;
export const timelineKindNames = Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]];

/** How grave a thing is. */
export const timelineLevels = ['info', 'warn', 'danger'] as const;
export type TimelineLevel = (typeof timelineLevels)[number];

/** A warning's severity 1 and 2 is grave, 3 is to be looked at. */
export const levelOfSeverity = (severity: number): TimelineLevel => (severity <= 2 ? 'danger' : severity === 3 ? 'warn' : 'info');

interface Linked {
  /** Of the row in its area. */
  id: number;
  /** Of what it belongs to, where the page is that of another row. */
  link: number | null;
  personId: number;
  personName: string;
}

interface Source {
  readonly kind: TimelineKind;
  /** The page on which it is seen, with its query. */
  readonly page: (row: Linked) => string;
  /** Only the day is known. */
  readonly day?: true;
}

const tab =
  (name: string) =>
  ({ personId }: Linked) =>
    `/oldMan/detail?id=${personId}&tabid=${name}&isview=true`;
const health = ({ personId }: Linked) => `/health/person?id=${personId}`;
const warning = ({ id }: Linked) => `/warning/warning/index?id=${id}`;
const plan = ({ id }: Linked) => `/care/plan?id=${id}`;
const visitors =
  (name: string) =>
  ({ personName }: Linked) =>
    `/visitors/index?${new URLSearchParams({ tab: name, oldmanName: personName })}`;
const checkout = ({ id }: Linked) => `/stay/checkout/detail?id=${id}`;
const booking = ({ id }: Linked) => `/homebook?id=${id}`;
const device = ({ link }: Linked) => `/device/detail?id=${link}`;

/** Each source of an area. Things of one moment stand in this order. */
export const timelineSources = {
  warning_raised: { kind: 'warning', page: warning },
  warning_closed: { kind: 'warning', page: warning },
  incident: { kind: 'incident', page: ({ id }) => `/incident/detail?id=${id}` },
  measurement: { kind: 'measurement', page: health },
  observation_begun: { kind: 'observation', page: health },
  observation_ended: { kind: 'observation', page: health },
  observation_skipped: { kind: 'observation', page: health },
  care_done: { kind: 'care', page: tab('care') },
  care_missed: { kind: 'care', page: tab('care') },
  care_note: { kind: 'note', page: tab('care') },
  plan_begun: { kind: 'plan', page: plan },
  plan_ended: { kind: 'plan', page: plan },
  skin: { kind: 'skin', page: tab('care') },
  patrol_mark: { kind: 'patrol', page: ({ id }) => `/care/round?id=${id}` },
  meal_left: { kind: 'meal', page: tab('care') },
  restraint_begun: { kind: 'restraint', page: ({ id }) => `/care/restraint/detail?id=${id}` },
  restraint_ended: { kind: 'restraint', page: ({ id }) => `/care/restraint/detail?id=${id}` },
  assessment: { kind: 'assessment', page: ({ id }) => `/assessment/detail?id=${id}` },
  risk: { kind: 'risk', page: tab('risk') },
  order_finished: { kind: 'order', page: ({ id }) => `/order/workorder/detail?id=${id}` },
  home_booked: { kind: 'home', page: booking },
  home_ended: { kind: 'home', page: booking },
  visit: { kind: 'visit', page: visitors('bookings') },
  caring_visit: { kind: 'caring', page: tab('visit') },
  outing_left: { kind: 'outing', page: visitors('outings') },
  outing_back: { kind: 'outing', page: visitors('outings') },
  admission: { kind: 'stay', page: () => '/stay/admission' },
  checkout_asked: { kind: 'stay', page: checkout },
  checkout_left: { kind: 'stay', page: checkout },
  bed: { kind: 'bed', page: tab('basic') },
  status: { kind: 'bed', page: tab('basic') },
  arrangement: { kind: 'arrangement', page: tab('basic'), day: true },
  contract: { kind: 'contract', page: tab('contract'), day: true },
  document: { kind: 'document', page: tab('document') },
  movement: { kind: 'account', page: tab('account') },
  goods_order: { kind: 'goods', page: ({ id }) => `/order/detail?id=${id}` },
  package_granted: { kind: 'package', page: tab('package') },
  package_used: { kind: 'package', page: tab('package') },
  package_voided: { kind: 'package', page: tab('package') },
  ticket: { kind: 'ticket', page: ({ id }) => `/ticket/detail?id=${id}` },
  call: { kind: 'call', page: tab('today') },
  centre_call: { kind: 'call', page: ({ id }) => `/cloudcall/record?id=${id}` },
  questionnaire: { kind: 'questionnaire', page: ({ id }) => `/questionnaire/view?id=${id}` },
  device_bound: { kind: 'device', page: device },
  device_released: { kind: 'device', page: device },
  record: { kind: 'record', page: tab('basic') },
  revealed: { kind: 'record', page: tab('basic') },
  contacts: { kind: 'record', page: tab('basic') },
} as const satisfies Record<string, Source>;

export type TimelineSourceName = keyof typeof timelineSources;
export const timelineSourceNames = Object.keys(timelineSources) as [TimelineSourceName, ...TimelineSourceName[]];

/** What staff filter a source by. */
export const kindOfSource = (source: TimelineSourceName): TimelineKind => timelineSources[source].kind;

/** The page on which a thing is seen whole, with its query. */
export const pageOfTimeline = (source: TimelineSourceName, row: Linked): string => (timelineSources[source] as Source).page(row);

/** Where a page of the timeline ends. */
export interface TimelineEnd {
  /** ISO 8601 in UTC with microseconds. */
  moment: string;
  source: TimelineSourceName;
  id: number;
}

/** The end of a page as the text that asks for the next one. */
export const cursorOf = ({ moment, source, id }: TimelineEnd): string => `${moment}~${source}~${id}`;

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~(\w+)~(\d{1,15})$/;

/** The end that a text says; null when it is none. */
export function endOf(cursor: string): TimelineEnd | null {
  const [, moment = '', source = '', id = ''] = CURSOR.exec(cursor) ?? [];
  if (Number.isNaN(Date.parse(moment)) || !Object.hasOwn(timelineSources, source)) return null;
  return { moment, source: source as TimelineSourceName, id: Number(id) };
}

/**
 * After which id a source goes on at the very moment at which a page ended: sources before that of the end gave all of that moment already
 * (0), those after it nothing yet (null), its own all down to the id.
 */
export function idAfter(source: TimelineSourceName, end: TimelineEnd): number | null {
  const place = timelineSourceNames.indexOf(source) - timelineSourceNames.indexOf(end.source);
  return place < 0 ? 0 : place > 0 ? null : end.id;
}

/** `今天`, `昨天`, `11月20日 周五`, in another year `2025年11月20日 周四`: the heading of a day (`yyyy-MM-dd`) at `now` (epoch ms). */
export function dayHeading(day: string, now: number): string {
  const today = dayOf(now);
  if (day === today) return '今天';
  if (day === dayOf(now - DAY)) return '昨天';
  const [year, month, date] = day.split('-').map(Number);
  return `${day.slice(0, 4) === today.slice(0, 4) ? '' : `${year}年`}${month}月${date}日 ${weekdayText(day)}`;
}

/** `14:05`; 全天 where only the day is known. */
export const clockText = (source: TimelineSourceName, time: string): string =>
  (timelineSources[source] as Source).day ? '全天' : clockOf(instantOf(time));

/** Things in the order of the timeline as days, each with its things. */
export function byDay<T extends { time: string }>(things: readonly T[]): { day: string; things: T[] }[] {
  const days: { day: string; things: T[] }[] = [];
  for (const thing of things) {
    const day = thing.time.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.things.push(thing);
    else days.push({ day, things: [thing] });
  }
  return days;
}
