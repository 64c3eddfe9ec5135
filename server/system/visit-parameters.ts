/** Whom an institution visits above all: parameters of a new tenant, see contract/system/known-parameters.ts. */
import { visitSettingDefaults } from '#contract/visits/visit-plans.rules.ts';

const names = {
  VISIT_TAGS: '特殊困难老人的标签',
  VISIT_AGE: '应探访的高龄（岁）',
  VISIT_MISSED: '未见到人几次后提醒（次）',
} as const;

export const visitParameters = (Object.keys(names) as (keyof typeof names)[]).map((key) => ({
  name: names[key],
  key,
  value: visitSettingDefaults[key],
  public: false,
  system: true,
  since: 15,
}));
