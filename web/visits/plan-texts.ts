/** What a plan says of whom it covers. Pure. */
import type { Output } from '#contract/http.ts';
import { serviceKinds } from '#contract/elderly/service-kinds.ts';
import type { visitPlans } from '#contract/visits/visit-plans.ts';

type Row = Output<typeof visitPlans.page>['records'][number];

/** `居家 独居或空巢 80岁以上，另指定3人`. */
export function whoText({ byRule, tags, minAge, careLevels, serviceType, departmentName, chosen }: Row): string {
  const rule = byRule
    ? [
        serviceType === null ? '' : serviceType === serviceKinds.home ? '居家' : '机构',
        departmentName ?? '',
        tags.join('或'),
        minAge === null ? '' : `${minAge}岁以上`,
        careLevels.length === 0 ? '' : '指定护理等级',
      ].filter(Boolean)
    : [];
  const named = chosen === 0 ? '' : `${byRule ? '另' : ''}指定${chosen}人`;
  return [rule.join(' '), named].filter(Boolean).join('，');
}
