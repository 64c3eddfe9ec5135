/** Kinds of messages. Pure. */

export const messageKinds = {
  notice: '通知',
  invitation: '邀请',
  application: '申请',
  account: '账号',
  warning: '预警',
  workorder: '工单',
  approval: '审批',
  ticket: '诉求',
  visitor: '访客',
  handover: '交接',
  incident: '不良事件',
  inspection: '质检',
} as const;

export type MessageKind = keyof typeof messageKinds;
