/** Risks: falls, pressure injuries, malnutrition, and the early warning score of vital signs. */
import { bands, choice, measure, plainScale, type Scale } from './scale-parts.ts';

const ONE = [{ code: 'all', name: '总分' }];

export const morse: Scale = {
  ...plainScale,
  code: 'morse',
  version: 1,
  name: 'Morse跌倒评估',
  purpose: '跌倒风险',
  source: 'Morse跌倒评估量表；各家分界不同，这里为25和45',
  confidence: 'A',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [
    choice('all', 'history', '近3个月跌倒史', [
      [0, '无'],
      [25, '有'],
    ]),
    choice('all', 'diagnosis', '超过1个医学诊断', [
      [0, '否'],
      [15, '是'],
    ]),
    choice('all', 'aid', '行走辅助', [
      [0, '不需要、卧床或护士协助'],
      [15, '拐杖、手杖或助行器'],
      [30, '扶家具行走'],
    ]),
    choice('all', 'infusion', '静脉输液或留置肝素锁', [
      [0, '否'],
      [20, '是'],
    ]),
    choice('all', 'gait', '步态', [
      [0, '正常、卧床或轮椅'],
      [10, '虚弱'],
      [20, '受损'],
    ]),
    choice('all', 'mind', '认知', [
      [0, '了解自己的能力'],
      [15, '高估能力或忘记限制'],
    ]),
  ],
  bands: bands(
    [0, 24, '低风险', '一般防跌倒措施'],
    [25, 44, '中风险', '标准防跌倒措施'],
    [45, 125, '高风险', '重点防跌倒措施，床头标识，告知家属'],
  ),
};

const good = (...labels: string[]) => labels.map((label, index) => [index + 1, label] as const);

export const falls12: Scale = {
  ...plainScale,
  code: 'falls12',
  version: 1,
  name: '跌倒风险（12项）',
  purpose: '跌倒风险',
  source: '民政机构常用的12项跌倒风险表，分越低风险越高',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [
    choice('all', 'legs', '下肢肌力', good('明显无力', '轻度无力', '正常')),
    choice('all', 'balance', '平衡', good('不稳', '稳定')),
    choice('all', 'age', '年龄与性别', good('60岁及以上，女', '60岁及以上，男', '60岁以下')),
    choice('all', 'nutrition', '营养', good('差', '一般', '良好')),
    choice('all', 'disease', '慢性病', good('有', '无')),
    choice('all', 'fracture', '骨折', good('有', '无')),
    choice('all', 'sleep', '睡眠', good('差', '好')),
    choice('all', 'sight', '视力', good('差', '好')),
    choice('all', 'drugs', '增加跌倒风险的药物', good('使用', '未使用')),
    choice('all', 'aid', '助行器', good('需要而不用', '使用', '不需要')),
    choice('all', 'history', '跌倒史', good('有', '无')),
    choice('all', 'company', '陪护', good('无', '有')),
  ],
  bands: bands(
    [23, 28, '轻度风险'],
    [21, 22, '中度风险'],
    [18, 20, '高度风险', '重点防跌倒措施'],
    [12, 17, '极高风险', '必须上报，重点防跌倒措施'],
  ),
};

export const braden: Scale = {
  ...plainScale,
  code: 'braden',
  version: 1,
  name: 'Braden压力性损伤评估',
  purpose: '压疮风险',
  source: 'Braden评分，分越低风险越高',
  confidence: 'A',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [
    choice('all', 'sense', '感觉', good('完全受限', '非常受限', '轻度受限', '未受损')),
    choice('all', 'moisture', '潮湿', good('持续潮湿', '经常潮湿', '偶尔潮湿', '很少潮湿')),
    choice('all', 'activity', '活动', good('卧床', '坐椅', '偶尔行走', '经常行走')),
    choice('all', 'mobility', '移动', good('完全不能移动', '非常受限', '轻度受限', '不受限')),
    choice('all', 'nutrition', '营养', good('非常差', '可能不足', '足够', '非常好')),
    choice('all', 'friction', '摩擦和剪切', good('有问题', '有潜在问题', '无明显问题')),
  ],
  bands: bands(
    [19, 23, '无风险'],
    [15, 18, '轻度风险', '两周内再评', 14],
    [13, 14, '中度风险', '两周内再评，定时翻身', 14],
    [10, 12, '高度风险', '一周内再评，定时翻身，减压床垫', 7],
    [6, 9, '极高风险', '一周内再评，定时翻身，减压床垫', 7],
  ),
};

export const mnaSf: Scale = {
  ...plainScale,
  code: 'mnasf',
  version: 1,
  name: '微型营养评定（MNA-SF）',
  purpose: '营养',
  source: 'MNA-SF，近3个月的情况',
  confidence: 'B',
  effectiveFrom: '2020-01-01',
  domains: ONE,
  items: [
    choice('all', 'food', '食量减少', [
      [0, '明显减少'],
      [1, '有些减少'],
      [2, '没有减少'],
    ]),
    choice('all', 'weight', '体重下降', [
      [0, '超过3公斤'],
      [1, '不知道'],
      [2, '1～3公斤'],
      [3, '没有下降'],
    ]),
    choice('all', 'activity', '活动能力', [
      [0, '卧床或坐轮椅'],
      [1, '能下床但不外出'],
      [2, '能外出'],
    ]),
    choice('all', 'stress', '心理创伤或急性病', [
      [0, '有'],
      [2, '无'],
    ]),
    choice('all', 'mind', '精神心理问题', [
      [0, '严重痴呆或抑郁'],
      [1, '轻度痴呆'],
      [2, '无'],
    ]),
    choice('all', 'bmi', '体质指数', [
      [0, '小于19'],
      [1, '19至不足21'],
      [2, '21至不足23'],
      [3, '23及以上'],
    ]),
  ],
  bands: bands([12, 14, '营养正常'], [8, 11, '有营养不良风险', '调整饮食，三个月内再评', 90], [0, 7, '营养不良', '请营养师或医生会诊', 30]),
};

const OXYGEN = { item: 'oxygen', value: 2 };
const HYPERCAPNIC = { fact: 'hypercapnic' };
const range = (to: number, score: number) => ({ to, score });
const two = (to: number, score: number, onOxygen = false) => ({ to, score, when: onOxygen ? [HYPERCAPNIC, OXYGEN] : [HYPERCAPNIC] });

export const news2: Scale = {
  ...plainScale,
  code: 'news2',
  version: 1,
  name: '早期预警评分（NEWS2）',
  purpose: '生命体征',
  source: '英国皇家内科医师学会，国家早期预警评分（NEWS2），2017',
  confidence: 'A',
  effectiveFrom: '2017-12-01',
  domains: ONE,
  items: [
    measure('all', 'respiration', '呼吸', {
      min: 1,
      max: 80,
      decimals: 0,
      unit: '次/分',
      ranges: [range(8, 3), range(11, 1), range(20, 0), range(24, 2), range(80, 3)],
    }),
    choice('all', 'oxygen', '吸氧', [
      [0, '未吸氧'],
      [2, '吸氧'],
    ]),
    measure('all', 'saturation', '血氧饱和度', {
      min: 40,
      max: 100,
      decimals: 0,
      unit: '%',
      ranges: [
        two(83, 3),
        two(85, 2),
        two(87, 1),
        two(92, 0),
        two(94, 1, true),
        two(96, 2, true),
        two(100, 3, true),
        two(100, 0),
        range(91, 3),
        range(93, 2),
        range(95, 1),
        range(100, 0),
      ],
    }),
    measure('all', 'systolic', '收缩压', {
      min: 30,
      max: 320,
      decimals: 0,
      unit: 'mmHg',
      ranges: [range(90, 3), range(100, 2), range(110, 1), range(219, 0), range(320, 3)],
    }),
    measure('all', 'pulse', '脉搏', {
      min: 10,
      max: 300,
      decimals: 0,
      unit: '次/分',
      ranges: [range(40, 3), range(50, 1), range(90, 0), range(110, 1), range(130, 2), range(300, 3)],
    }),
    choice('all', 'mind', '意识', [
      [0, '清醒'],
      [3, '新发的意识模糊，或只对声音、疼痛有反应，或无反应'],
    ]),
    measure('all', 'temperature', '体温', {
      min: 25,
      max: 45,
      decimals: 1,
      unit: '℃',
      ranges: [range(35, 3), range(36, 1), range(38, 0), range(39, 1), range(45, 2)],
    }),
  ],
  facts: [{ code: 'hypercapnic', name: '医嘱用第2套血氧标准（高碳酸血症，目标88～92%）', most: 1 }],
  bands: [
    { level: 0, from: 0, to: 0, name: '低风险', advice: '12小时内复测' },
    { level: 1, from: 1, to: 4, name: '低风险', advice: '4～6小时内复测，由护士决定' },
    { level: 2, from: -1, to: -1, name: '低中风险', advice: '1小时内复测，尽快请医生看' },
    { level: 3, from: 5, to: 6, name: '中风险', advice: '1小时内复测，尽快请医生看' },
    { level: 4, from: 7, to: 20, name: '高风险', advice: '持续观察，30分钟内送医或呼叫急救' },
  ],
  adjustments: [{ code: 'single', text: '有一项为3分', when: { score: 3 }, effect: { atLeast: 2 } }],
};
