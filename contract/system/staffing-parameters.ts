/** How many carers there should be for whom, compared with the roster: parameters of institutions. */
import { hoursProblem, ratiosProblem } from '../warnings/staffing.rules.ts';
import type { KnownParameter } from './parameter-kinds.ts';

const LEVELS = '能力完好、轻度失能、中度失能、重度失能、完全失能';

export const staffingParameters: Readonly<Record<string, KnownParameter>> = {
  CARE_RATIOS: {
    title: '日间照护配比',
    topic: 'staff',
    kind: 'text',
    check: ratiosProblem,
    hint: `日间每名护理员照护多少人，依次为${LEVELS}，用逗号分隔；0表示不需要，留空则不核对。值班表据此提示缺员。`,
  },
  CARE_RATIOS_NIGHT: {
    title: '夜间照护配比',
    topic: 'staff',
    kind: 'text',
    check: ratiosProblem,
    hint: `夜间每名护理员照护多少人，依次为${LEVELS}，用逗号分隔；留空则不核对。`,
  },
  CARE_DAY_HOURS: {
    title: '日间起止时刻',
    topic: 'staff',
    kind: 'text',
    check: hoursProblem,
    hint: '日间从几点到几点，如07:00-21:00，其余为夜间。用于核对照护配比。',
  },
  CARE_RATIO_ROLES: {
    title: '计入照护配比的角色',
    topic: 'staff',
    kind: 'text',
    check: (text) => (/^[\w-]+(\s*[,，]\s*[\w-]+)*$/.test(text.trim()) ? null : '请填写角色标识，多个用逗号分隔，如carer'),
    hint: '哪些角色的人员算作护理员，填写角色标识，多个用逗号分隔。',
  },
};
