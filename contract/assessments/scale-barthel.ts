/** Activities of daily living: the Barthel index, and a longer list of what a person still does alone. */
import { bands, choice, plainScale, type Scale, type ScaleItem } from './scale-parts.ts';

const PARTLY = [
  [10, '可独立完成'],
  [5, '需部分帮助'],
  [0, '需极大帮助或完全依赖他人'],
] as const;
const ALONE = [
  [5, '可独立完成'],
  [0, '需他人帮助'],
] as const;
const CONTROL = [
  [10, '可控制'],
  [5, '偶尔失控，或需他人提示'],
  [0, '完全失控'],
] as const;

/** The ten items, at most 100 points. They are a domain of MZ/T 039 as well. */
export const barthelItems = (domain: string): ScaleItem[] => [
  choice(domain, 'eating', '进食', PARTLY),
  choice(domain, 'bathing', '洗澡', ALONE),
  choice(domain, 'grooming', '修饰', ALONE, '洗脸、刷牙、梳头、剃须'),
  choice(domain, 'dressing', '穿衣', PARTLY),
  choice(domain, 'bowels', '大便控制', CONTROL),
  choice(domain, 'bladder', '小便控制', CONTROL),
  choice(domain, 'toilet', '如厕', PARTLY),
  choice(domain, 'transfer', '床椅转移', [
    [15, '可独立完成'],
    [10, '需少量帮助'],
    [5, '需大量帮助'],
    [0, '完全依赖他人'],
  ]),
  choice(domain, 'walking', '平地行走', [
    [15, '可独立平地行走45米'],
    [10, '需少量帮助，或使用辅具'],
    [5, '需大量帮助，或使用轮椅'],
    [0, '完全依赖他人'],
  ]),
  choice(domain, 'stairs', '上下楼梯', PARTLY),
];

export const barthel: Scale = {
  ...plainScale,
  code: 'barthel',
  version: 1,
  name: 'Barthel指数',
  purpose: '日常生活活动',
  source: 'Barthel指数；分级采用国内常用的五级',
  confidence: 'B',
  effectiveFrom: '2013-10-01',
  domains: [{ code: 'adl', name: '日常生活活动' }],
  items: barthelItems('adl'),
  bands: bands(
    [100, 100, '生活自理'],
    [75, 95, '轻度功能缺陷'],
    [50, 70, '中度功能缺陷'],
    [25, 45, '严重功能缺陷'],
    [0, 20, '极严重功能缺陷'],
  ),
};

const STEPS = [
  [1, '自己完全可以做'],
  [2, '有些困难'],
  [3, '需要帮助'],
  [4, '根本不能做'],
] as const;
const listed = (domain: string, names: readonly string[]) =>
  names.map((name, index) => choice(domain, `${domain}${index + 1}`, name, STEPS));

export const iadl: Scale = {
  ...plainScale,
  code: 'iadl',
  version: 1,
  name: '日常生活能力（ADL/IADL）',
  purpose: '日常生活能力',
  source: 'Lawton型日常生活能力量表，1～4分，分越低越好；分界待核实',
  confidence: 'C',
  effectiveFrom: '2020-01-01',
  domains: [
    { code: 'adl', name: '躯体生活自理' },
    { code: 'iadl', name: '工具性日常生活' },
  ],
  items: [
    ...listed('adl', ['吃饭', '穿脱衣', '洗漱', '上下床、坐下或站起', '室内走动', '上厕所', '大小便控制', '洗澡']),
    ...listed('iadl', [
      '乘公共交通',
      '在附近活动',
      '做饭',
      '吃药',
      '轻的家务',
      '较重的家务',
      '洗衣',
      '剪趾甲',
      '购物',
      '打电话',
      '管钱',
      '独自在家',
    ]),
  ],
  bands: bands([20, 20, '正常'], [21, 80, '功能下降', '有需要帮助的项目的，写入照护计划']),
};
