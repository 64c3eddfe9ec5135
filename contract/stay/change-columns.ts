/** What rows of stays say of themselves in the record of changes: their fields, and columns that are no field. */
import { admissionLabels } from './admissions.labels.ts';
import { checkoutLabels } from './checkouts.labels.ts';
import { contractLabels } from './contracts.labels.ts';

export const stayFields = {
  admissions: admissionLabels,
  contracts: contractLabels,
  checkouts: checkoutLabels,
  checkout_signs: checkoutLabels,
};

const terms = {
  bed_fen: '床位费（分/月）',
  care_fen: '护理费（分/月）',
  meal_fen: '膳食费（分/月）',
  other_fen: '其他费用（分/月）',
  deposit_fen: '押金（分）',
  trial_until: '试住至',
};
export const stayColumns: Readonly<Record<string, Record<string, string>>> = {
  admissions: {
    ...terms,
    person_id: '服务对象',
    person_name: '姓名',
    admit_on: '入住日期',
    ends_on: '合同到期',
    case_id: '审批编号',
    contract_id: '入住合同',
    admitted_at: '办理时间',
    admitted_by: '办理人',
  },
  contracts: {
    ...terms,
    person_id: '服务对象',
    part: '版次',
    effective_on: '生效日期',
    ends_on: '到期日期',
    signed_on: '签订日期',
    ended_on: '终止日期',
  },
  checkouts: {
    person_id: '服务对象',
    person_name: '姓名',
    leave_on: '退住日期',
    died_at: '去世时间',
    due_fen: '应收费用（分）',
    deposit_fen: '押金抵扣（分）',
    refund_fen: '退款金额（分）',
    paid_fen: '补交金额（分）',
    owed_fen: '欠费金额（分）',
    settled_at: '结算时间',
    settled_by: '结算人',
    left_at: '办理时间',
    left_by: '办理人',
  },
  checkout_signs: {
    checkout_id: '退住申请',
    turn: '轮次',
    signed_at: '审核时间',
  },
};
