/** What the fields of rules of scores are called. */
import type { LabelsOf } from '../labels.ts';
import type { checkinScoreRules } from './checkin-score-rules.ts';

export const checkinScoreRuleLabels = {
  name: '规则名称',
  startScore: '最低分',
  endScore: '最高分',
  careLevel: { title: '护理等级', dictionary: 'care_level' },
  createTime: '创建时间',
} satisfies LabelsOf<typeof checkinScoreRules>;
