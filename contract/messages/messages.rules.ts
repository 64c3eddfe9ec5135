/** Kinds of messages. Pure. */

export const messageKinds = {
  notice: '通知',
  invitation: '邀请',
  application: '申请',
  account: '账号',
  warning: '预警',
  workorder: '工单',
  ticket: '问诊',
} as const;

export type MessageKind = keyof typeof messageKinds;
