/** Whom an institution visits above all, and when the coordinator is told: its parameters. */
import { specialTags } from '../visits/visit-plans.rules.ts';
import type { KnownParameter } from './parameter-kinds.ts';

export const visitParameters: Readonly<Record<string, KnownParameter>> = {
  VISIT_TAGS: {
    title: '特殊困难老人的标签',
    topic: 'visits',
    kind: 'text',
    check: (value) => (specialTags(value).length <= 20 ? null : '最多20个标签'),
    hint: '档案“照护提醒”中有这些标签之一的居家老人应纳入探访计划，多个用逗号分隔；未纳入的列在“探访概览”。',
  },
  VISIT_AGE: {
    title: '应探访的高龄',
    topic: 'visits',
    unit: '岁',
    kind: 'number',
    min: 60,
    max: 120,
    hint: '满此年龄的居家老人应纳入探访计划。',
  },
  VISIT_MISSED: {
    title: '未见到人几次后提醒',
    topic: 'visits',
    unit: '次',
    kind: 'number',
    min: 1,
    max: 10,
    hint: '同一位老人连续几次探访未见到人后，在“现在”提醒可指派探访的人员。',
  },
};
