/** What can be warned of, and how a warning moves. Pure. */

export interface Rule {
  readonly label: string;
  /** 1 critical, 2 serious, 3 ordinary, 4 notice. */
  readonly severity: 1 | 2 | 3 | 4;
  readonly content: string;
}

/** Rules of the device alarms; later areas add theirs. Order is the order in which alarms of one frame are raised: SOS first. */
export const rules = {
  sos: { label: 'SOS求助', severity: 1, content: '按下SOS求助按钮' },
  fall: { label: '跌倒', severity: 1, content: '检测到跌倒' },
  removed: { label: '设备脱落', severity: 3, content: '设备被摘下' },
  left_fence: { label: '离开围栏', severity: 2, content: '离开电子围栏' },
  entered_fence: { label: '进入围栏', severity: 4, content: '进入电子围栏' },
  low_battery: { label: '低电量', severity: 3, content: '设备电量低' },
  alarm: { label: '设备报警', severity: 2, content: '设备发出报警' },
  // The green key beside the red one: help is wanted, nobody is in danger.
  service_call: { label: '服务呼叫', severity: 3, content: '按下服务呼叫按钮' },
  // What we judge ourselves; the severity follows the level, this is the mildest.
  heart_rate: { label: '心率异常', severity: 3, content: '心率超出范围' },
  blood_pressure: { label: '血压异常', severity: 3, content: '血压超出范围' },
  oxygen: { label: '血氧异常', severity: 3, content: '血氧超出范围' },
  temperature: { label: '体温异常', severity: 3, content: '体温超出范围' },
  glucose: { label: '血糖异常', severity: 3, content: '血糖超出范围' },
  breathing: { label: '呼吸异常', severity: 3, content: '呼吸超出范围' },
  orthostatic: { label: '体位性低血压', severity: 3, content: '站立后血压下降' },
  no_activity: { label: '长时间无活动', severity: 2, content: '长时间没有活动' },
  device_offline: { label: '设备离线', severity: 3, content: '设备离线' },
  not_measured: { label: '缺测', severity: 4, content: '超过要求的时间没有测量' },
  // The institution's own: such a warning has its rule's name, and the severity that is set there.
  condition: { label: '条件规则', severity: 3, content: '符合条件规则' },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];
/** Whether a name is one of a warning’s rules. */
export const isRule = (name: string): name is RuleName => Object.hasOwn(rules, name);

/** `severity` in words. */
export const severityLabels: Record<number, string> = { 1: '紧急', 2: '严重', 3: '一般', 4: '提示' };

/** Wire `isDisposed`; 0 is open. */
export const disposals = { open: 0, handled: 1, inProgress: 2, falseTrigger: 3, test: 4 } as const;
export const disposalLabels: Record<number, string> = { 0: '未处理', 1: '已处理', 2: '处理中', 3: '误触发', 4: '测试' };
/** Wire `processMode`. */
export const modes = { online: 1, visit: 2 } as const;
export const modeLabels: Record<number, string> = { 1: '在线处理', 2: '上门处理' };

/** Whether a warning still waits for its end: open or in progress. */
export const isOpen = (status: number) => status === disposals.open || status === disposals.inProgress;

/** Whether a warning in `status` may be set to `next`: open ones to anything but open; a finished one stays. */
export const canDispose = (status: number, next: number) => isOpen(status) && next >= 1 && next <= 4;

/** A person pressed a button and waits for an answer, however ordinary the matter is. */
export const isCall = (rule: string) => rule === 'service_call';

/**
 * Seconds within which a warning of a severity, or a call, is to be confirmed, unless the
 * institution's parameter of that name says otherwise; 0: no matter.
 */
export const answerDefaults = {
  ANSWER_SECONDS_1: 60,
  ANSWER_SECONDS_2: 300,
  ANSWER_SECONDS_3: 1800,
  ANSWER_SECONDS_4: 0,
  ANSWER_SECONDS_CALL: 180,
} as const;

/** Told at every hour, also to staff who have set quiet hours. */
export const getsThrough = (rule: RuleName, severity: number) => severity === 1 || rule === 'sos' || rule === 'fall';

/** The real alarms among the disposals: only these send a carer. */
export const isRealAlarm = (disposal: number) => disposal === disposals.handled || disposal === disposals.inProgress;

/** Titles of a warning's own steps in the timeline. */
export const eventLabels: Record<string, string> = {
  raised: '预警产生',
  repeated: '再次触发',
  cleared: '预警解除',
  acknowledged: '确认收到',
  handled: '处理预警',
  comment: '备注',
  order: '工单',
  severity: '级别变化',
  escalated: '通知',
  moved: '恢复活动',
  again: '再次提醒',
  visit: '上门结果',
  snoozed: '暂缓提醒',
  assigned: '指派',
  withdrawn: '读数更正',
  clip: '录像',
  call: '通话',
  family: '家属告知',
  review: '复盘',
};

/** `sourceType` of the wire. */
export const sourceLabels: Record<number, string> = {
  1: '穿戴设备',
  2: '床垫雷达',
  3: '呼叫按钮',
  4: '人工录入',
  5: '系统监测',
  9: '视频监控',
};

/** The urgency of the work order that a warning of this severity drafts: 1 is ordinary, everything else is shown red. */
export const urgencyOf = (severity: number) => (severity <= 2 ? 2 : 1);

/**
 * Whom an open warning is about: the person, or the device while it has no wearer; `part` tells
 * several of one rule apart (a metric, a rule of the institution).
 */
export const subjectOf = (personId: number | null, deviceId: number | null, part = '') =>
  (personId === null ? `d${deviceId}` : `p${personId}`) + part;
