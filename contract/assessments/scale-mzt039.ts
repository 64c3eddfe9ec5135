/** MZ/T 039-2013, kept for what was assessed by it before. Its text leaves 9 of 256 combinations without a level and gives 60 two of them: see levelOf. */
import { bands, choice, type Scale } from './scale-parts.ts';
import { barthelItems } from './scale-barthel.ts';

const worse = (labels: readonly string[]) => labels.map((label, score) => [score, label] as const);

const mind = [
  choice(
    'mind',
    'cognition',
    '认知功能',
    worse(['画钟正确，且能回忆2～3个词', '画钟错误，或只能回忆0～1个词', '已确诊认知障碍']),
    '画钟10点45分；三个词：苹果、手表、国旗',
  ),
  choice(
    'mind',
    'attack',
    '攻击行为',
    worse(['无身体攻击行为和语言攻击行为', '每月有几次身体攻击，或每周有几次语言攻击', '每周有几次身体攻击，或每日有语言攻击']),
  ),
  choice('mind', 'depression', '抑郁症状', worse(['无', '情绪低落，不爱说话，不爱梳洗，不爱活动', '有自杀念头或自杀行为'])),
];

const senses = [
  choice('senses', 'consciousness', '意识水平', worse(['神志清醒', '嗜睡', '昏睡', '昏迷'])),
  choice(
    'senses',
    'sight',
    '视力',
    worse(['能看清书报上的标准字体', '能看清大字体', '看不清报纸标题，能辨认物体', '辨认物体有困难，但能跟随物体移动', '没有视力']),
  ),
  choice(
    'senses',
    'hearing',
    '听力',
    worse([
      '可正常交谈',
      '轻声说话或距离超过2米时听不清',
      '正常交流有困难，需安静或大声说话',
      '大声、缓慢说话时才能部分听见',
      '完全听不见',
    ]),
  ),
  choice(
    'senses',
    'talk',
    '沟通交流',
    worse(['无困难', '能表达需要和理解他人的话，需增加时间或帮助', '表达需要或理解有困难，需频繁重复或简化', '不能表达需要或理解他人的话']),
  ),
];

const social = [
  choice(
    'social',
    'living',
    '生活能力',
    worse([
      '个人生活自理，能料理家务',
      '个人生活自理，家务需安排',
      '个人生活能自理，但家务做不好',
      '基本生活需部分协助',
      '基本生活完全需要协助',
    ]),
  ),
  choice(
    'social',
    'working',
    '工作能力',
    worse(['原来熟练的工作照常进行', '原来熟练的工作能力有所下降', '明显不如以往，部分遗忘', '对熟练工作只有片段保留', '完全遗忘']),
  ),
  choice(
    'social',
    'orientation',
    '时间/空间定向',
    worse([
      '时间观念清楚，可单独出远门',
      '时间观念有下降，可单独来往于近街',
      '时间观念较差，只能单独在家附近行动',
      '时间观念很差，只能在左邻右舍间串门',
      '无时间观念，不能单独外出',
    ]),
  ),
  choice(
    'social',
    'people',
    '人物定向',
    worse([
      '知道周围人的关系和称呼',
      '只知家中亲密近亲的关系',
      '只能称呼家中人，不知辈分',
      '只认识常同住的亲人',
      '只认识保护人，不辨熟人和生人',
    ]),
  ),
  choice(
    'social',
    'contact',
    '社会交往能力',
    worse([
      '参与社会，适应环境，待人接物恰当',
      '能适应单纯环境，主动接触人',
      '脱离社会，可被动接触，谈话中有不适词句',
      '勉强可与人交往，谈吐内容不清楚',
      '难以与人接触',
    ]),
  ),
];

/** 0 to 3 by consciousness, sight, hearing and talk; the worst that holds counts. */
export function sensoryGrade({ consciousness, sight, hearing, talk }: Readonly<Record<string, number>>): number {
  const sense = Math.max(sight!, hearing!);
  if (consciousness! >= 2 || sense === 4 || talk === 3) return 3;
  if (consciousness === 1 || sense === 3 || talk === 2) return 2;
  return sense === 2 || talk === 1 ? 1 : 0;
}

/** The level by the grades of ADL, mind, senses and social: the worst that holds counts, and what the text leaves open is the nearest. */
export function mzt039Level([adl, ...others]: number[]): number {
  const worst = Math.max(...others);
  if (adl === 3 || (adl === 2 && (worst === 3 || others.every((grade) => grade === 2)))) return 3;
  if (adl === 2) return 2;
  if (adl === 1) return worst === 3 || others.every((grade) => grade === 2) ? 2 : 1;
  const [mental, sensory, society] = others as [number, number, number];
  return mental === 0 && sensory === 0 && society <= 1 ? 0 : 1;
}

export const mzt039: Scale = {
  code: 'mzt039',
  version: 1,
  name: '能力评估（MZ/T 039-2013）',
  purpose: '能力等级（旧标准）',
  source: 'MZ/T 039-2013',
  confidence: 'B',
  effectiveFrom: '2013-10-01',
  domains: [
    {
      code: 'adl',
      name: '日常生活活动',
      bands: bands([100, 100, '能力完好'], [65, 95, '轻度受损'], [45, 60, '中度受损'], [0, 40, '重度受损']),
    },
    { code: 'mind', name: '精神状态', bands: bands([0, 0, '能力完好'], [1, 1, '轻度受损'], [2, 3, '中度受损'], [4, 6, '重度受损']) },
    { code: 'senses', name: '感知觉与沟通', gradeOf: sensoryGrade },
    { code: 'social', name: '社会参与', bands: bands([0, 2, '能力完好'], [3, 7, '轻度受损'], [8, 13, '中度受损'], [14, 20, '重度受损']) },
  ],
  items: [...barthelItems('adl'), ...mind, ...senses, ...social],
  summed: false,
  levelOf: mzt039Level,
  bands: bands([0, 0, '能力完好'], [1, 1, '轻度失能'], [2, 2, '中度失能'], [3, 3, '重度失能']),
  facts: [
    { code: 'coma', name: '处于昏迷状态', most: 1 },
    { code: 'dementia', name: '确诊认知障碍、痴呆或精神疾病', most: 1 },
    { code: 'fall', name: '近30天跌倒次数', most: 30 },
    { code: 'choke', name: '近30天噎食次数', most: 30 },
    { code: 'harm', name: '近30天自杀次数', most: 30 },
    { code: 'lost', name: '近30天走失次数', most: 30 },
  ],
  adjustments: [
    { code: 'coma', text: '处于昏迷状态，直接评为重度失能', when: { facts: ['coma'], atLeast: 1 }, effect: { to: 3 } },
    { code: 'dementia', text: '确诊认知障碍、痴呆或精神疾病', when: { facts: ['dementia'], atLeast: 1 }, effect: 'worsen' },
    {
      code: 'events',
      text: '近30天内发生2次及以上跌倒、噎食、自杀或走失',
      when: { facts: ['fall', 'choke', 'harm', 'lost'], atLeast: 2 },
      effect: 'worsen',
    },
  ],
  stackAdjustments: false,
  ability: true,
};
