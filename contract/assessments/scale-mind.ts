/** Cognition and mood. MMSE and MoCA are licensed: only their total is entered, from the institution's own licensed form. */
import { bands, choice, measure, plainScale, yesNo, type Scale } from './scale-parts.ts';

const ONE = [{ code: 'all', name: '总分' }];
const typed = (max: number, hint: string) => measure('all', 'total', '总分', { min: 0, max, decimals: 0, unit: '分', ranges: [] }, hint);

export const mmse: Scale = {
  ...plainScale,
  code: 'mmse',
  version: 1,
  name: 'MMSE（只登记总分）',
  purpose: '认知',
  source: 'MMSE为有版权的量表，用本机构获得授权的表评估，在此登记总分',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [typed(30, '用获得授权的表评估，登记总分')],
  bands: bands([27, 30, '正常'], [21, 26, '轻度认知障碍'], [10, 20, '中度认知障碍'], [0, 9, '重度认知障碍']),
};

export const moca: Scale = {
  ...plainScale,
  code: 'moca',
  version: 1,
  name: 'MoCA（只登记总分）',
  purpose: '认知',
  source: 'MoCA需培训和授权，用本机构获得授权的表评估，在此登记总分',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [typed(30, '受教育12年及以下的，登记加1分后的总分')],
  bands: bands([26, 30, '正常'], [0, 25, '可能有认知障碍', '建议就诊进一步检查']),
};

export const miniCog: Scale = {
  ...plainScale,
  code: 'minicog',
  version: 1,
  name: 'Mini-Cog',
  purpose: '认知筛查',
  source: 'Mini-Cog：三词回忆和画钟',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [
    choice('all', 'recall', '回忆三个词', [
      [3, '3个'],
      [2, '2个'],
      [1, '1个'],
      [0, '0个'],
    ]),
    choice('all', 'clock', '画钟', [
      [2, '正确'],
      [0, '不正确或拒绝'],
    ]),
  ],
  bands: bands([3, 5, '筛查阴性'], [0, 2, '筛查阳性', '建议就诊进一步检查']),
};

const changed = (names: readonly string[]) => names.map((name, index) => yesNo('all', `q${index + 1}`, name));

export const ad8: Scale = {
  ...plainScale,
  code: 'ad8',
  version: 1,
  name: 'AD8早期筛查',
  purpose: '认知筛查',
  source: 'AD8知情者筛查，项目为概述；由了解老人的人回答近几年的变化，分界待核实',
  confidence: 'C',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: changed([
    '判断力变差',
    '对爱好和活动的兴趣减少',
    '重复问话、重复讲述',
    '学用新器具有困难',
    '记不清年份或月份',
    '处理复杂的钱款有困难',
    '记不住约好的事',
    '思考和记忆总有问题',
  ]),
  bands: bands([0, 1, '认知变化不明显'], [2, 8, '提示认知障碍', '建议就诊进一步检查']),
};

const GLAD = new Set([1, 5, 7, 11]);

export const gds15: Scale = {
  ...plainScale,
  code: 'gds15',
  version: 1,
  name: '老年抑郁量表（GDS-15）',
  purpose: '情绪',
  source: 'GDS-15，近一周的感受',
  confidence: 'A',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [
    '对现在的生活基本满意',
    '放弃了许多活动和爱好',
    '觉得生活空虚',
    '常常感到无聊',
    '大部分时间精神好',
    '害怕会有不好的事发生',
    '大部分时间感到快乐',
    '常常感到无助',
    '宁愿留在住处，不愿出去做新鲜的事',
    '觉得记忆力比多数人差',
    '觉得活着是件好事',
    '觉得现在的自己没有价值',
    '觉得精力充沛不起来',
    '觉得自己的处境没有希望',
    '觉得多数人比自己过得好',
  ].map((name, index) => (GLAD.has(index + 1) ? yesNo('all', `q${index + 1}`, name, 0, 1) : yesNo('all', `q${index + 1}`, name))),
  bands: bands(
    [0, 4, '无抑郁'],
    [5, 8, '轻度抑郁', '多陪伴，一个月内再评'],
    [9, 11, '中度抑郁', '建议就诊'],
    [12, 15, '重度抑郁', '尽快就诊'],
  ),
};

const OFTEN = [
  [0, '完全不会'],
  [1, '好几天'],
  [2, '超过一半的日子'],
  [3, '几乎每天'],
] as const;
const often = (names: readonly string[]) => names.map((name, index) => choice('all', `q${index + 1}`, name, OFTEN));

export const phq9: Scale = {
  ...plainScale,
  code: 'phq9',
  version: 1,
  name: '抑郁筛查（PHQ-9）',
  purpose: '情绪',
  source: 'PHQ-9，近两周出现的频率',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: often([
    '做事提不起劲或没有兴趣',
    '心情低落、沮丧或绝望',
    '入睡困难、睡不安稳或睡得过多',
    '疲倦或没有活力',
    '没有胃口或吃得太多',
    '觉得自己很糟，或让自己、家人失望',
    '对事物专注有困难',
    '动作或说话慢得别人能察觉，或坐立不安',
    '有不如死掉或伤害自己的念头',
  ]),
  bands: bands(
    [0, 4, '无抑郁'],
    [5, 9, '轻度抑郁'],
    [10, 14, '中度抑郁', '建议就诊'],
    [15, 19, '中重度抑郁', '尽快就诊'],
    [20, 27, '重度抑郁', '尽快就诊'],
  ),
  adjustments: [{ code: 'safety', text: '有自伤念头：立即陪护并报告负责人', when: { item: 'q9', atLeast: 1 }, effect: 'flag' }],
};

export const gad7: Scale = {
  ...plainScale,
  code: 'gad7',
  version: 1,
  name: '焦虑筛查（GAD-7）',
  purpose: '情绪',
  source: 'GAD-7，近两周出现的频率',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: often([
    '感到紧张、焦虑或急切',
    '不能停止或控制担忧',
    '对各种事担忧过多',
    '很难放松下来',
    '坐立不安，难以静坐',
    '容易烦恼或急躁',
    '害怕会有可怕的事发生',
  ]),
  bands: bands([0, 4, '无焦虑'], [5, 9, '轻度焦虑'], [10, 14, '中度焦虑', '建议就诊'], [15, 21, '重度焦虑', '尽快就诊']),
};
