/** What the rows of a person's tables are called on the screen. */
import { tableLabels } from '#contract/system/table-labels.ts';

/** Where the record of changes has no name for the table. */
const NAMES: Readonly<Record<string, string>> = {
  account_movements: '账户记录',
  account_grants: '账户记录',
  account_requests: '账户记录',
  goods_orders: '商品订单',
  measurements: '体征记录',
  readings: '设备数据',
  hourly_readings: '设备数据',
  daily_readings: '设备数据',
  positions: '位置记录',
  sleep_reports: '睡眠报告',
  warnings: '预警',
  work_orders: '工单',
};

/** The name of a table's rows; those without one are together. */
export const recordName = (table: string): string => NAMES[table] ?? tableLabels[table] ?? '其他记录';
