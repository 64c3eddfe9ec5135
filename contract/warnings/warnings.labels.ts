/** What the fields of warnings are called. */
import type { LabelsOf } from '../labels.ts';
import type { warnings } from './warnings.ts';

export const warningLabels = {
  severity: '级别',
  name: '姓名',
  warningText: '预警类型',
  warningContent: '预警内容',
  lastValue: '最近值',
  limitValue: '界限',
  clearTime: '恢复时间',
  isDisposed: '状态',
  dataHappenTime: '异常时间',
  lastTime: '最近时间',
  count: '次数',
  mobile: '联系电话',
  roomName: '房间',
  lastAddress: '位置',
  source: '来源',
  imei: '设备号',
  acknowledgeTime: '确认时间',
  acknowledgeName: '确认人',
  handleTime: '处理时间',
  handlerName: '处理人',
  processMode: '处理方式',
  remark: '备注',
  groupCount: '同类',
  flags: '提醒',
  open: '关闭情况',
  rule: '预警类型',
  building: '位置',
  startTime: '异常时间',
} satisfies LabelsOf<typeof warnings>;
