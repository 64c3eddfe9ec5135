/** By what the care of an institution is judged: parameters of institutions. */
import type { KnownParameter } from './parameter-kinds.ts';

export const careParameters: Readonly<Record<string, KnownParameter>> = {
  CARE_TURN_HOURS: {
    title: '翻身间隔',
    topic: 'care',
    unit: '小时',
    kind: 'number',
    min: 1,
    max: 12,
    hint: '照护计划没有写明翻身间隔时，记录单按这个间隔把超时未翻身的时段标红。',
  },
  PATROL_DAY_HOURS: {
    title: '白天巡视间隔',
    topic: 'care',
    unit: '小时',
    kind: 'number',
    min: 0,
    max: 8,
    hint: '白班（8至16点）和中班（16至24点）每隔几小时每层巡视一次；0为不要求。从机构第一次登记巡视起计算漏巡。',
  },
  PATROL_NIGHT_ROUNDS: {
    title: '夜间巡视次数',
    topic: 'care',
    unit: '次',
    kind: 'number',
    min: 0,
    max: 16,
    hint: '夜班（0至8点）每层至少巡视几次，平均分布；0为不要求。从机构第一次登记巡视起计算漏巡。',
  },
  RESTRAINT_MOST_HOURS: {
    title: '约束最长时限',
    topic: 'care',
    unit: '小时',
    kind: 'number',
    min: 1,
    max: 24,
    hint: '一张约束单最多约束几小时；到时必须解除，仍需约束的重新评估、重新开单。',
  },
  RESTRAINT_LOOK_MINUTES: {
    title: '约束观察间隔',
    topic: 'care',
    unit: '分钟',
    kind: 'number',
    min: 5,
    max: 120,
    hint: '约束期间每隔几分钟观察一次血运、皮肤和情绪；超过时间没有观察的在“现在”和“我的服务”中标红。',
  },
  RESTRAINT_LOOSEN_MINUTES: {
    title: '约束松解间隔',
    topic: 'care',
    unit: '分钟',
    kind: 'number',
    min: 30,
    max: 480,
    hint: '约束期间每隔几分钟松解一次，活动肢体、查看皮肤。修改后只影响新开的约束单。',
  },
};
