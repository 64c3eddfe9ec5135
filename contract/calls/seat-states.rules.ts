/** What a seat does, in the codes of the Aliyun CCC SDK (status codes), and what it may do next. Pure. */

export const seatStates = {
  offline: 1,
  break: 2,
  ready: 3,
  afterCall: 5,
  ringing: 6,
  dialing: 8,
  inbound: 9,
  outbound: 10,
  internal: 11,
  held: 12,
  threeWay: 16,
  consulting: 17,
  monitoring: 21,
} as const;
export type SeatState = (typeof seatStates)[keyof typeof seatStates];

export const seatStateLabels: Readonly<Record<number, string>> = {
  1: '离线',
  2: '小休',
  3: '空闲',
  5: '话后处理',
  6: '振铃',
  8: '拨号',
  9: '呼入通话',
  10: '呼出通话',
  11: '内部通话',
  12: '通话保持',
  16: '三方通话',
  17: '咨询',
  21: '监听',
};

/** The words of CCC's UserState for a state. */
export const userStates: Readonly<Record<number, string>> = {
  1: 'Offline',
  2: 'Break',
  3: 'Ready',
  5: 'ACW',
  6: 'Ringing',
  8: 'Dialing',
  9: 'Talking',
  10: 'Talking',
  11: 'Talking',
  12: 'Talking',
  16: 'Talking',
  17: 'Talking',
  21: 'Talking',
};

export const breakCodes: Readonly<Record<string, string>> = {
  'Warm-up': '准备中',
  RingingTimeout: '振铃未接',
  RejectCall: '拒接',
  Meal: '用餐',
  Rest: '休息',
  Training: '培训',
  Meeting: '会议',
  Away: '暂时离开',
};

/** How long a call rings at a seat before it goes on (s), how long a seat has after a call (s), and when the front end forgets a call (ms). */
export const RING_SECONDS = 30;
export const AFTER_CALL_SECONDS = 15;
export const FORGET_MS = 120_000;

/** A seat whose page has not been heard of for so long (s) is offline. */
export const SEEN_SECONDS = 30;

export const callPhases = { dialing: 1, menu: 2, queued: 3, ringing: 4, talking: 5, consulting: 6, ended: 7 } as const;
export const callPhaseLabels: Readonly<Record<number, string>> = {
  1: '呼叫中',
  2: '语音导航',
  3: '排队',
  4: '振铃',
  5: '通话中',
  6: '咨询中',
  7: '已结束',
};
/** On the wire: 0 initialised, 1 established, 2 hung up (specification, section 4). */
export const callStatus = { initialised: 0, established: 1, hungUp: 2 } as const;
export const callStatusLabels: Readonly<Record<number, string>> = { 0: '已发起', 1: '已接通', 2: '已挂断' };
export const callKinds = { inbound: 1, outbound: 2, internal: 3, job: 4, echo: 5 } as const;
export const callKindLabels: Readonly<Record<number, string>> = { 1: '呼入', 2: '呼出', 3: '内部', 4: '外呼任务', 5: '回声测试' };
export const dispositionLabels: Readonly<Record<string, string>> = {
  Success: '接通',
  NoAnswer: '无人接听',
  Reject: '拒接',
  Busy: '占线',
  Cancelled: '呼叫方取消',
  AbandonedInQueue: '排队中放弃',
  AbandonedInRing: '振铃中放弃',
  AbandonedInIVR: '导航中放弃',
  QueuingTimeout: '排队超时',
  QueuingOverflow: '排队溢出',
  QueuingFailed: '不在服务时间',
  IVRException: '通话服务中断',
  Blocked: '号码已被拦截',
  Voicemail: '留言或预约回电',
};
