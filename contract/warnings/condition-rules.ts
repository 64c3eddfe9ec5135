/** 条件规则: rules that the institution makes itself. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, clock, decimal, flag, id, int, orNull, required, text } from '../fields.ts';
import { post } from '../http.ts';
import { metrics, type MetricName } from '../health/metrics.ts';
import { beyonds, compares, situations, type Beyond, type Compare, type Situation } from './conditions.rules.ts';

const keys = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as [K, ...K[]];
const Window = z.object({ days: z.array(z.int().min(1).max(7)).max(7), from: clock, to: clock });
/** What a device or a nurse gives as a number; consciousness is a code. */
export const comparedMetrics = keys(metrics).filter((name) => name !== 'consciousness') as [MetricName, ...MetricName[]];

const Condition = z.object({
  kind: z.enum(['value', 'level', 'situation'], { error: '请选择条件类型' }),
  metric: z.enum(comparedMetrics, { error: '请选择指标' }).nullable().default(null),
  compare: z.enum(keys<Compare>(compares), { error: '请选择比较方式' }).nullable().default(null),
  value: orNull(decimal),
  beyond: z.enum(keys<Beyond>(beyonds), { error: '请选择超限方式' }).nullable().default(null),
  situation: z.enum(keys<Situation>(situations), { error: '请选择状态' }).nullable().default(null),
  minutes: int(0, 1440).default(0),
  needed: int(1, 10).default(1),
  windowSize: int(1, 10).default(1),
});
const Group = z.object({
  every: z.boolean().default(true),
  conditions: z.array(Condition).min(1, { error: '条件组不能为空' }).max(5, { error: '最多5个条件' }),
});

const expression = {
  /** All groups, or any of them. */
  every: z.boolean().default(true),
  groups: z.array(Group).min(1, { error: '请至少添加一个条件' }).max(5, { error: '最多5个条件组' }),
  windows: z.array(Window).max(14, { error: '时段最多14个' }).default([]),
  /** 1 everybody, 2 departments, 3 people. */
  scope: int(1, 3).default(1),
  scopeIds: z.array(id).max(500, { error: '适用对象最多500个' }).default([]),
  /** So long after it was measured a value speaks for the present. */
  validMinutes: int(5, 1440).default(60),
};

const Named = z.object({ id: z.number(), name: z.string() });

export const ConditionRuleRow = z.object({
  id: z.number(),
  name: z.string(),
  severity: z.number(),
  every: z.boolean(),
  groups: z.array(Group),
  windows: z.array(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() })),
  scope: z.number(),
  scopeIds: z.array(z.number()),
  /** Departments or people with their names. */
  scopeNames: z.array(Named),
  validMinutes: z.number(),
  content: z.string(),
  enabled: z.boolean(),
  remarks: z.string().nullable(),
  /** People for whom it is in force just now. */
  active: z.number(),
  version: z.number(),
  createTime: z.string(),
});

export const conditionRules = {
  ...crudRoutes('/warning/condition', '条件规则', {
    permission: 'warning_condition',
    row: ConditionRuleRow,
    form: {
      name: required(30, '请输入规则名称'),
      severity: int(1, 4),
      ...expression,
      content: required(200, '请输入预警内容'),
      enabled: z.boolean().default(true),
      remarks: clearable(text(100)),
    },
    query: { name: text(30).optional(), enabled: flag.optional() },
  }),
  /** The last seven days' values as if the rule had been there; `people` of `total` were calculated within the time there is. */
  trial: post('/warning/condition/trial', '试算条件规则', {
    access: 'warning_condition_view',
    rate: 'export',
    input: z.object({ ...expression, content: text(200).default('{条件}') }),
    output: z.object({
      count: z.number(),
      people: z.number(),
      total: z.number(),
      calculated: z.number(),
      values: z.number(),
      from: z.string(),
      to: z.string(),
      days: z.array(z.object({ day: z.string(), count: z.number() })),
      /** Those for whom it would have warned most. */
      top: z.array(z.object({ id: z.number(), name: z.string(), count: z.number(), last: z.string() })),
    }),
    message: '试算完成',
  }),
};
