/** What the fields of 定金 are called. */
import type { LabelsOf } from '../labels.ts';
import type { earnests } from './earnests.ts';

export const earnestFieldLabels = {
  amount: '定金金额',
  payType: { title: '支付方式', dictionary: 'pay_type' },
  payer: '交款人',
  terms: '退还约定',
  left: '定金余额',
  returned: '退还金额',
  kept: '不退金额',
  receiver: '收款人',
  reason: '处理原因',
} satisfies LabelsOf<typeof earnests>;
