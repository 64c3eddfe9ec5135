/** Plans of visits (探访计划): what they say, on which days they fall, and who would be forgotten without one. Pure; days are `yyyy-MM-dd`. */
import { occurrences, ruleInWords } from '../work-orders/work-order-plans.rules.ts';
import { nextDay } from '../time.ts';

export const visitWays: Readonly<Record<number, string>> = { 1: '上门', 2: '电话', 3: '视频' };
export const ON_SITE = 1;

/** Visits are made for so many days, today among them. */
export const DAYS_AHEAD = 14;

export const itemKinds = { yesno: '是否', choice: '单选', number: '数字', text: '文字', photo: '照片' } as const;
export type ItemKind = keyof typeof itemKinds;
export const itemKindNames = Object.keys(itemKinds) as [ItemKind, ...ItemKind[]];

export interface VisitItem {
  title: string;
  kind: ItemKind;
  /** Of a choice. */
  choices: string[];
  required: boolean;
  /** Of a text: what is written here is shown on the next visit. */
  carried: boolean;
}

const choice = (title: string, ...choices: string[]): VisitItem => ({ title, kind: 'choice', choices, required: true, carried: false });
const words = (title: string, carried = false): VisitItem => ({ title, kind: 'text', choices: [], required: false, carried });

/** What a new plan begins with. */
export const defaultItems: readonly VisitItem[] = [
  choice('身体状况', '良好', '一般', '较差', '突发不适'),
  choice('精神状态', '良好', '一般', '低落', '焦虑'),
  choice('居家安全（用火用电用气）', '无隐患', '有隐患'),
  choice('饮食起居', '正常', '需要协助', '异常'),
  choice('家庭联系', '经常联系', '偶尔联系', '很少联系', '无人联系'),
  words('服务需求'),
  words('风险隐患', true),
];

/** What a list of items has wrong; null when nothing. */
export function itemsProblem(items: readonly VisitItem[]): string | null {
  if (new Set(items.map(({ title }) => title)).size < items.length) return '探访内容的名称不能重复';
  const bare = items.find(({ kind, choices }) => kind === 'choice' && new Set(choices).size < 2);
  return bare ? `“${bare.title}”至少需要两个选项` : null;
}

export interface VisitFrequency {
  /** 1 every n days, 2 every n weeks on `weekdays`, 3 every n months on `monthDays`. */
  frequency: number;
  every: number;
  weekdays: readonly number[];
  monthDays: readonly number[];
  startsOn: string;
  endsOn: string | null;
}

/** What a frequency has wrong; null when nothing. */
export function frequencyProblem({ frequency, weekdays, monthDays, startsOn, endsOn }: VisitFrequency): string | null {
  if (frequency === 2 && weekdays.length === 0) return '请选择星期';
  if (frequency === 3 && monthDays.length === 0) return '请选择每月的日期';
  return endsOn !== null && endsOn < startsOn ? '结束日期不能早于开始日期' : null;
}

/** The days of a plan from `from` to `until`, both included. */
export const visitDays = (rule: VisitFrequency, from: string, until: string): string[] =>
  occurrences({ ...rule, holidayMode: 1, maxCount: null }, from, until, new Map()).map(({ day }) => day);

/** 每2周 周一、周四 */
export const frequencyText = (rule: Pick<VisitFrequency, 'frequency' | 'every' | 'weekdays' | 'monthDays'>): string => ruleInWords(rule);

/** The last day on which visits are made ahead. */
export const madeUntil = (today: string): string => nextDay(today, DAYS_AHEAD - 1);

export interface PeopleRule {
  tags: readonly string[];
  minAge: number | null;
  careLevels: readonly number[];
  serviceType: number | null;
  departmentId: number | null;
}

/** Whether a rule asks for anything: one that does not would find everybody. */
export const asksNothing = ({ tags, minAge, careLevels, serviceType, departmentId }: PeopleRule): boolean =>
  tags.length === 0 && minAge === null && careLevels.length === 0 && serviceType === null && departmentId === null;

/** The groups that are to be visited at least once a month, by their tags, as an institution's parameter has them. */
export const specialTags = (text: string): string[] => [...new Set(text.split(/[,，、\s]+/).filter(Boolean))];

/** What the parameters of an institution say when they were not changed. */
export const visitSettingDefaults = { VISIT_TAGS: '独居,空巢,留守,失能', VISIT_AGE: '80', VISIT_MISSED: '2' } as const;
