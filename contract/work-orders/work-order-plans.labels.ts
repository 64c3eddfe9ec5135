/** What the fields of recurring work orders and of holidays are called. */
import type { LabelsOf } from '../labels.ts';
import type { holidays, workOrderPlans } from './work-order-plans.ts';

export const workOrderPlanLabels = {
  name: '计划名称',
  oldmanName: '服务对象',
  jobs: '服务',
  frequency: '周期',
  holidayMode: '节假日',
  startsOn: '开始日期',
  endsOn: '结束日期',
  status: '状态',
  generatedUntil: '已生成至',
  createBy: '创建人',
  createTime: '创建时间',
  problem: '问题',
  every: '间隔',
  weekdays: '星期',
  monthDays: '日期',
  daysAhead: '提前生成',
  emergencyType: '紧急程度',
  payType: '支付方式',
  remarks: '备注',
} satisfies LabelsOf<typeof workOrderPlans>;

export const holidayLabels = {
  day: '日期',
  name: '名称',
  kind: '类型',
  year: '年份',
} satisfies LabelsOf<typeof holidays>;
