/** What the fields of accounts and of their ledger are called. */
import type { LabelsOf } from '../labels.ts';
import type { accountMovements, AccountRequest, accounts } from './accounts.ts';

export const accountLabels = {
  oldmanName: '服务对象',
  place: '床位',
  availableBalance: '可用余额',
  virtualAvailableBalance: '虚拟余额',
  depositBalance: '押金',
  alertBalance: '余额提醒',
  low: '余额不足',
  owing: '欠费',
  updateTime: '最近变动',
} satisfies LabelsOf<typeof accounts>;

export const movementFieldLabels = {
  number: '收据号',
  oldmanName: '服务对象',
  tradingType: '类型',
  amount: '金额',
  cash: '可用余额变动',
  grant: '虚拟余额变动',
  deposit: '押金变动',
  cashAfter: '可用余额',
  grantAfter: '虚拟余额',
  depositAfter: '押金',
  payType: { title: '支付方式', dictionary: 'pay_type' },
  remarks: '说明',
  createBy: '经办人',
  createTime: '时间',
  startDate: '日期',
} satisfies LabelsOf<typeof accountMovements>;

export const accountFormLabels = {
  purse: '账户',
  amount: '金额',
  payType: { title: '支付方式', dictionary: 'pay_type' },
  remarks: '备注',
  source: '补贴来源',
  expireDate: '有效期至',
  uses: '可用于',
  receiver: '收款人',
  reason: '原因',
} satisfies LabelsOf<typeof accounts>;

export const requestLabels = {
  tradingType: '类型',
  purse: '账户',
  amount: '金额',
  reason: '原因',
  receiver: '收款人',
  state: '状态',
  createBy: '申请人',
  createTime: '申请时间',
} satisfies LabelsOf<{ request: typeof AccountRequest }>;
