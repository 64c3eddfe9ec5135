/** How often ability is assessed, and what it suggests: parameters of institutions. */
import type { KnownParameter } from './parameter-kinds.ts';

const events: Record<string, string> = {
  ADMISSION: '入住',
  FALL: '跌倒',
  INCIDENT: '不良事件',
  RETURN: '住院返院',
  LEVEL: '护理等级变更',
};
const levels = ['能力完好', '轻度受损', '中度受损', '重度受损', '完全丧失'];

export const assessmentParameters: Readonly<Record<string, KnownParameter>> = {
  ASSESSMENT_MONTHS: {
    title: '能力评估周期',
    topic: 'care',
    unit: '月',
    kind: 'number',
    min: 1,
    max: 12,
    hint: '能力评估完成后几个月内应再次评估，最长12个月；状况变化时应即时评估。修改后用于新签名的评估。',
  },
  ...Object.fromEntries(
    Object.entries(events).map(([key, name]): [string, KnownParameter] => [
      `ASSESSMENT_DUE_${key}`,
      {
        title: `${name}后评估期限`,
        topic: 'care',
        unit: '天',
        kind: 'number',
        min: 0,
        max: 99,
        hint: `${name}后几天内应完成${key === 'FALL' ? '跌倒风险' : '能力'}评估，到期列在“评估”的“到期”页；0为不要求。`,
      },
    ]),
  ),
  ...Object.fromEntries(
    levels.map((name, level): [string, KnownParameter] => [
      `ASSESSMENT_CARE_LEVEL_${level}`,
      {
        title: `${name}建议的护理等级`,
        topic: 'care',
        kind: 'number',
        min: 0,
        max: 20,
        hint: `能力评估结果为“${name}”时建议的护理等级，填写字典“护理等级”中的值；0为不建议。`,
      },
    ]),
  ),
};
