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
};
