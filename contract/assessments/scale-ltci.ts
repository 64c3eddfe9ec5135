/** Disability grades of long-term care insurance (trial, 2021). Items are from public texts; limits and the table of grades are to be verified. */
import { bands, choice, type Scale } from './scale-parts.ts';

const FIVE = (labels: readonly [string, string, string, string, string]) => labels.map((label, index) => [4 - index, label] as const);

const adl = [
  choice('adl', 'eating', '进食', [
    [10, '自理'],
    [5, '需部分帮助（夹菜、盛饭）'],
    [0, '较大或完全依赖，或留置营养管'],
  ]),
  choice('adl', 'dressing', '穿衣', [
    [10, '自理'],
    [5, '需部分帮助'],
    [0, '依赖他人'],
  ]),
  choice('adl', 'grooming', '面部与口腔清洁', [
    [5, '独立完成'],
    [0, '需要帮助'],
  ]),
  choice('adl', 'bowels', '大便控制', [
    [10, '能控制'],
    [5, '偶有失禁（每周少于1次），或需提示、人工帮助排便'],
    [0, '失禁（平均每周1次及以上，或完全不能控制）'],
  ]),
  choice('adl', 'bladder', '小便控制', [
    [10, '能控制，或可自行管理导尿管'],
    [5, '偶有失禁（每天少于1次，但每周多于1次），或需提示'],
    [0, '失禁（平均每天1次及以上），或留置导尿管且不能自行管理'],
  ]),
  choice('adl', 'toilet', '用厕', [
    [10, '自理'],
    [5, '需部分帮助'],
    [0, '需极大帮助或完全依赖'],
  ]),
  choice('adl', 'walking', '平地行走', [
    [15, '独立步行，可自用辅具'],
    [10, '1人搀扶、提示，或他人帮助下用辅具'],
    [5, '2人及以上搀扶，或他人帮助使用轮椅'],
    [0, '卧床或需完全帮助'],
  ]),
  choice('adl', 'transfer', '床椅转移', [
    [15, '自理'],
    [10, '需少量帮助（1人、拐杖、扶墙、监护提示）'],
    [5, '需大量帮助（至少2人），能坐'],
    [0, '完全依赖，不能坐'],
  ]),
  choice('adl', 'stairs', '上下楼', [
    [10, '独立，可用电梯'],
    [5, '需部分帮助'],
    [0, '不能，或需极大帮助'],
  ]),
  choice('adl', 'bathing', '洗澡', [
    [5, '独立完成'],
    [0, '需他人帮助'],
  ]),
];

const cognition = [
  choice(
    'cognition',
    'time',
    '时间定向',
    FIVE(['清楚', '日期或星期不清楚', '月份或季节不清楚', '只知上午、下午或白天、夜间', '无时间观念']),
  ),
  choice('cognition', 'person', '人物定向', FIVE(['认识长期共同生活的人', '认识大部分', '认识部分', '只认识自己或极少数', '不认识任何人'])),
  choice(
    'cognition',
    'place',
    '空间定向',
    FIVE(['能单独外出', '不能单独外出，知道住址', '知道较多地址信息', '知道较少地址信息', '无空间观念']),
  ),
  choice(
    'cognition',
    'memory',
    '记忆力',
    FIVE(['记住3个词', '记住2个词', '记得大部分往事，记住1个词', '记得少部分往事，不记得近事', '完全不能回忆']),
  ),
];

const senses = [
  choice('senses', 'sight', '视力', FIVE(['能看清标准字体', '能看清大字体', '能辨认物体', '能看到光、颜色和形状', '完全失明'])),
  choice('senses', 'hearing', '听力', FIVE(['能正常听见', '轻声或较远时听不清', '需大声才能听见', '大声、缓慢时部分听见', '完全失聪'])),
  choice(
    'senses',
    'talk',
    '沟通能力',
    FIVE(['无困难', '需增加时间或帮助', '勉强可交流，需频繁重复', '只有简单单词或手势', '完全不能交流']),
  ),
];

const TABLE = [
  [0, 0, 1, 1],
  [1, 1, 1, 2],
  [2, 2, 2, 3],
  [3, 3, 4, 5],
];

export const ltci: Scale = {
  code: 'ltci',
  version: 1,
  name: '长期护理失能等级评估（试行）',
  purpose: '长护险失能等级',
  source: '《长期护理失能等级评估标准（试行）》（2021）；分级界限和组合表待核实',
  confidence: 'C',
  effectiveFrom: '2021-07-16',
  domains: [
    {
      code: 'adl',
      name: '日常生活活动能力',
      bands: bands([100, 100, '完好'], [65, 95, '轻度受损'], [45, 60, '中度受损'], [0, 40, '重度受损']),
    },
    { code: 'cognition', name: '认知能力', bands: bands([16, 16, '完好'], [4, 15, '轻度受损'], [2, 3, '中度受损'], [0, 1, '重度受损']) },
    {
      code: 'senses',
      name: '感知觉与沟通能力',
      bands: bands([12, 12, '完好'], [4, 11, '轻度受损'], [2, 3, '中度受损'], [0, 1, '重度受损']),
    },
  ],
  items: [...adl, ...cognition, ...senses],
  summed: false,
  levelOf: ([activity, mind, sense]) => TABLE[activity!]![Math.max(mind!, sense!)]!,
  bands: bands(
    [0, 0, '基本正常'],
    [1, 1, '轻度失能'],
    [2, 2, '中度失能'],
    [3, 3, '重度失能Ⅰ级'],
    [4, 4, '重度失能Ⅱ级'],
    [5, 5, '重度失能Ⅲ级'],
  ),
  facts: [],
  adjustments: [],
  stackAdjustments: false,
  ability: true,
};
