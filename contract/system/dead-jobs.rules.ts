/** What leaves the house or may be slow, by the kinds of its jobs; what becomes of a job that used up its attempts. */

/** Every kind of job, as staff read it. The server tries each by its policy (server/jobs/kinds.ts). */
export const jobKinds = {
  'warning-sms': '预警短信',
  'warning-email': '预警邮件',
  'warning-webhook': '预警推送',
  sms: '通知短信',
  'message-sms': '消息短信',
  'message-email': '消息邮件',
  'message-push': '消息推送',
  clip: '预警录像',
  'lock-code': '门锁密码',
  'network-place': '网络定位',
  'planned-orders': '周期工单',
  'ticket-dues': '诉求时限',
  'questionnaire-mail': '问卷邮件',
  'cloud-calls': '云端通话记录',
} as const;

export type JobKind = keyof typeof jobKinds;

/** Waits for a decision of staff; was sent again; was given up. */
export const deadJobStates = { waiting: 1, sent: 2, dropped: 3 } as const;
export const deadJobLabels: Readonly<Record<number, string>> = { 1: '待处理', 2: '已重新发送', 3: '已放弃' };
