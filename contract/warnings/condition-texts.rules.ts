/** The institution's own rules in words: as a sentence, as the text of a warning, and what is wrong with one. Pure. */
import { metrics } from '../health/metrics.ts';
import { defaultLimits } from '../health/thresholds.rules.ts';
import {
  beyonds,
  compares,
  conditionsOf,
  MOST_CONDITIONS,
  situations,
  type Condition,
  type ConditionRule,
  type RuleState,
  type Truth,
} from './conditions.rules.ts';

const spanOf = (minutes: number) =>
  minutes % 60 === 0 ? `${minutes / 60}小时` : minutes > 60 ? `${Math.floor(minutes / 60)}小时${minutes % 60}分钟` : `${minutes}分钟`;

/** `心率高于100次/分，最近3次中2次，持续10分钟`. */
export function conditionText({ metric, compare, value, beyond, situation, minutes, needed, windowSize }: Condition): string {
  const known = metric ? metrics[metric] : undefined;
  const core = situation
    ? situations[situation].label
    : beyond
      ? `${known?.label ?? ''}${beyonds[beyond]}`
      : `${known?.label ?? ''}${compare ? compares[compare] : ''}${value ?? '…'}${known?.unit ?? ''}`;
  const often = windowSize > 1 ? `，最近${windowSize}次中${needed}次` : '';
  return `${core}${often}${minutes > 0 ? `，持续${spanOf(minutes)}` : ''}`;
}

/** The conditions of a rule: `（甲 或 乙）且 丙`. */
export function expressionText({ every, groups }: Pick<ConditionRule, 'every' | 'groups'>): string {
  const parts = groups.map((group) => {
    const inner = group.conditions.map(conditionText).join(group.every ? ' 且 ' : ' 或 ');
    return group.conditions.length > 1 && groups.length > 1 ? `（${inner}）` : inner;
  });
  return parts.join(every ? ' 且 ' : ' 或 ');
}

/** What the text of a warning may mention. */
export const placeholders = { 姓名: '服务对象姓名', 规则: '规则名称', 条件: '成立的条件与数值', 时长: '已持续的时间' } as const;
export const DEFAULT_CONTENT = '{条件}';

const unknownPlaceholder = (content: string) =>
  [...content.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string).find((name) => !Object.hasOwn(placeholders, name));

/** What holds, with the newest values: `心率 112次/分（高于100次/分）`. */
export function holdingText(rule: ConditionRule, state: RuleState, each: readonly Truth[]): string {
  return conditionsOf(rule)
    .flatMap((condition, index) => {
      const held = state[index];
      if (each[index] !== true) return [];
      const known = condition.metric ? metrics[condition.metric] : undefined;
      if (!known || !held) return [conditionText(condition)];
      const words = conditionText(condition).replace(known.label, '');
      return [`${known.label} ${Number(held.value.toPrecision(6))}${known.unit}（${words}）`];
    })
    .join('，');
}

/** The text of a warning; `minutes`: how long the oldest condition has held. */
export const contentOf = (content: string, values: { name: string; rule: string; holding: string; minutes: number }): string =>
  content
    .replaceAll('{姓名}', values.name)
    .replaceAll('{规则}', values.rule)
    .replaceAll('{条件}', values.holding)
    .replaceAll('{时长}', values.minutes < 1 ? '刚刚' : spanOf(values.minutes))
    .slice(0, 200);

function problemOf(condition: Condition): string | null {
  const { kind, metric, compare, value, beyond, situation, needed, windowSize } = condition;
  if (kind === 'situation') {
    if (!situation) return '请选择状态';
    if (windowSize > 1) return '“最近几次”只用于测量值';
    return null;
  }
  if (!metric) return '请选择指标';
  const { label, unit, plausible } = metrics[metric];
  if (kind === 'level' && !defaultLimits.has(metrics[metric].number)) return `${label}没有个人界限，请改为与数值比较`;
  if (kind === 'level' && !beyond) return '请选择超出个人界限的方式';
  if (kind === 'value' && (!compare || value === null)) return `请填写${label}的比较方式和数值`;
  if (kind === 'value' && value !== null && (value < plausible[0] || value > plausible[1]))
    return `${label}应在${plausible[0]}到${plausible[1]}${unit}之间，不能是${value}`;
  if (needed > windowSize) return '“最近几次”中，需要的次数不能多于总次数';
  return null;
}

/** What is wrong with a rule that staff typed; null when it can be used. */
export function ruleProblem(rule: ConditionRule & { content: string }): string | null {
  const all = conditionsOf(rule);
  if (all.length === 0) return '请至少添加一个条件';
  if (rule.groups.some(({ conditions }) => conditions.length === 0)) return '条件组不能为空';
  if (all.length > MOST_CONDITIONS) return `最多${MOST_CONDITIONS}个条件`;
  for (const [at, condition] of all.entries()) {
    const problem = problemOf(condition);
    if (problem) return all.length > 1 ? `条件${at + 1}：${problem}` : problem;
  }
  if (new Set(all.map((condition) => JSON.stringify(condition))).size < all.length) return '有两个条件完全相同';
  if (rule.windows.some(({ from, to }) => from === to)) return '时段的开始与结束不能相同';
  const strange = unknownPlaceholder(rule.content);
  return strange === undefined
    ? null
    : `预警内容中没有“{${strange}}”这一项，可用：${Object.keys(placeholders)
        .map((name) => `{${name}}`)
        .join('')}`;
}
