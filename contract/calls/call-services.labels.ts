/** What the fields of call services are called. */
import type { LabelsOf } from '../labels.ts';
import type { callServices } from './call-services.ts';

export const callServiceLabels = {
  name: '服务名称',
  provider: '服务商',
  enabled: '状态',
  instanceId: '实例ID',
  regionId: '地域',
  endpoint: '接口地址',
  sdkUrl: 'SDK地址',
  trunk: 'SIP中继',
  trunkPassword: '中继密码',
  accessKeyId: 'AccessKey ID',
  accessKeySecret: 'AccessKey Secret',
  hasSecret: '密钥',
  trunkStatus: '中继注册',
  numbers: '号码',
  consentAnnounced: '播报录音提示',
  announcementId: '录音提示语音',
  recorded: '通话录音',
  keptDays: '录音保存天数',
  afterCallSeconds: '话后处理秒数',
  ringSeconds: '振铃秒数',
  supervisionTold: '监听告知',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callServices>;
