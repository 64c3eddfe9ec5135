/** How a vendor's message is read: which records it holds, whose they are, when they were measured, and what each field means. */
import { z } from 'zod';
import { parsePath } from './json-paths.rules.ts';

const path = z
  .string({ error: '请填写路径' })
  .trim()
  .superRefine((text, context) => {
    const read = parsePath(text);
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  });

/** What devices measure, in the units of `Metric` (server/ingest/events.ts); `label` is what staff read. */
export const mappedMetrics = {
  heartRate: { label: '心率', units: ['次/分'] },
  breathing: { label: '呼吸', units: ['次/分'] },
  systolic: { label: '收缩压', units: ['mmHg', 'kPa'] },
  diastolic: { label: '舒张压', units: ['mmHg', 'kPa'] },
  oxygen: { label: '血氧', units: ['%'] },
  temperature: { label: '体温', units: ['℃', '℉'] },
  glucose: { label: '血糖', units: ['mmol/L', 'mg/dL'] },
  steps: { label: '步数', units: ['步'] },
  rolls: { label: '翻身', units: ['次'] },
  battery: { label: '电量', units: ['%'] },
  signal: { label: '信号', units: ['%'] },
} as const;
export type MappedMetric = keyof typeof mappedMetrics;
export const mappedMetricNames = Object.keys(mappedMetrics) as [MappedMetric, ...MappedMetric[]];
const units = ['次/分', 'mmHg', 'kPa', '%', '℃', '℉', 'mmol/L', 'mg/dL', '步', '次'] as const;
export type Unit = (typeof units)[number];

export const mappedAlarms = {
  sos: 'SOS求助',
  fall: '跌倒',
  service: '服务呼叫',
  removed: '设备脱落',
  leftFence: '离开围栏',
  enteredFence: '进入围栏',
  lowBattery: '低电量',
  other: '设备报警',
  none: '不报警',
} as const;
export type MappedAlarm = keyof typeof mappedAlarms;
const alarmNames = Object.keys(mappedAlarms) as [MappedAlarm, ...MappedAlarm[]];

/** What a device says of itself or its surroundings without measuring anybody; each with its possible values. */
export const mappedStates = {
  bed: { label: '在床状态', values: { in: '在床', out: '离床' } },
  presence: { label: '有人状态', values: { yes: '有人', no: '无人' } },
  door: { label: '门状态', values: { open: '打开', closed: '关闭' } },
  wear: { label: '佩戴状态', values: { on: '已佩戴', off: '未佩戴' } },
  online: { label: '设备在线', values: { yes: '在线', no: '离线' } },
} as const;
export type MappedState = keyof typeof mappedStates;
const stateNames = Object.keys(mappedStates) as [MappedState, ...MappedState[]];

export const coordinateSystems = { wgs84: 'WGS-84（GPS原始）', gcj02: 'GCJ-02（高德、腾讯）', bd09: 'BD-09（百度）' } as const;
const systems = Object.keys(coordinateSystems) as [keyof typeof coordinateSystems, ...(keyof typeof coordinateSystems)[]];

const word = z.string().trim().max(60, { error: '取值不能超过60个字符' });
const words = z.array(word, { error: '请填写取值' }).min(1, { error: '请填写取值' }).max(40, { error: '取值最多40个' });
const codes = <T extends z.ZodType>(value: T) =>
  z.record(word, value).superRefine((table, context) => {
    const count = Object.keys(table).length;
    if (count === 0 || count > 100) context.addIssue({ code: 'custom', message: '取值对照应有1至100项' });
  });

/** All must hold: the text of the value is one of these. */
const when = z
  .array(z.object({ path, is: words }))
  .max(4, { error: '条件最多4个' })
  .optional();

const reading = z.object({
  target: z.literal('reading'),
  metric: z.enum(mappedMetricNames, { error: '请选择指标' }),
  path,
  unit: z.enum(units, { error: '单位不正确' }).optional(),
  /** Where the message itself says the unit: `{"0": "mmHg", "1": "kPa"}`. */
  unitBy: z.object({ path, codes: codes(z.enum(units, { error: '单位不正确' })) }).optional(),
  /** The value is multiplied by this first. */
  scale: z.number({ error: '倍率应为数字' }).gt(0, { error: '倍率应大于0' }).max(1e6).optional(),
  when,
});
const alarm = z.object({
  target: z.literal('alarm'),
  path,
  codes: codes(z.enum(alarmNames, { error: '请选择报警' })),
  /**
   * What a code means that is not in the table (`0` and `false`: nothing). An unknown alarm is still one unless the mapping says `none`.
   */
  otherwise: z.enum(['other', 'none']).default('other'),
  /** Where the message says the address of its recording. */
  clip: path.optional(),
  when,
});
const position = z.object({
  target: z.literal('position'),
  lng: path,
  lat: path,
  system: z.enum(systems, { error: '请选择坐标系' }),
  /** A satellite fix only when it is one of these; without it every position counts as one. */
  fix: z.object({ path, is: words }).optional(),
  speed: path.optional(),
  accuracy: path.optional(),
  when,
});
const state = z.object({
  target: z.literal('state'),
  state: z.enum(stateNames, { error: '请选择状态' }),
  path,
  codes: codes(word),
  when,
});
/** The device's answer to a command of ours, by the number that the command carried. */
const reply = z.object({ target: z.literal('reply'), path, done: z.object({ path, is: words }).optional(), when });

/** What a report of a night may say beside when somebody lay down and got up. */
export const sleepParts = {
  asleep: '入睡',
  awakened: '醒来',
  deep: '深睡',
  light: '浅睡',
  rem: '快速眼动',
  awake: '清醒',
  turns: '翻身',
  heartRate: '心率',
  breathing: '呼吸',
  score: '评分',
} as const;
export type SleepPart = keyof typeof sleepParts;
const sleepPartNames = Object.keys(sleepParts) as [SleepPart, ...SleepPart[]];

/** `path` is when somebody went to bed, `left` when they left it; texts without a zone are Beijing's. */
const sleep = z.object({
  target: z.literal('sleep'),
  path,
  left: path,
  kind: z.enum(['ms', 's', 'text'], { error: '请选择时间格式' }),
  /** Of the stages. */
  unit: z.enum(['minutes', 'seconds']).default('minutes'),
  parts: z.partialRecord(z.enum(sleepPartNames), path).default({}),
  when,
});

/** A list of what the device hears, or a single one: `path` leads to it, the others begin at each of it, or with `$` at the whole body. */
const senders = { path, mac: path, rssi: path.optional(), when };
const wifi = z.object({ target: z.literal('wifi'), ...senders });
const beacons = z.object({ target: z.literal('beacons'), ...senders });
const cells = z.object({ target: z.literal('cells'), path, mcc: path, mnc: path, lac: path, cid: path, rssi: path.optional(), when });

export const MappedField = z.discriminatedUnion('target', [reading, alarm, position, wifi, beacons, cells, state, reply, sleep], {
  error: '请选择记录内容',
});
export type MappedField = z.output<typeof MappedField>;

export const timeKinds = { ms: '毫秒时间戳', s: '秒时间戳', text: '文本时间' } as const;

export const MOST_FIELDS = 60;

export const Mapping = z.object({
  /** Where the records are; without it the body is one, or each element of the list that it is. */
  items: path.optional(),
  /** Whose the record is; MQTT devices say it by signing in. */
  device: path.optional(),
  time: z
    .object({
      path,
      kind: z.enum(['ms', 's', 'text'], { error: '请选择时间格式' }),
      /** Of texts without a zone: minutes ahead of UTC. */
      utcOffsetMinutes: z.int({ error: '时区应为整数分钟' }).min(-720).max(840).optional(),
    })
    .optional(),
  fields: z
    .array(MappedField)
    .min(1, { error: '请至少添加一个字段' })
    .max(MOST_FIELDS, { error: `字段最多${MOST_FIELDS}个` }),
  /** Values that are raised as calls for help no more (lost-alarms.rules.ts), each in the words in which it was confirmed. */
  acceptedLoss: z
    .array(z.string().max(300, { error: '确认的内容过长' }))
    .max(200, { error: '一次最多确认200项' })
    .optional(),
});
export type Mapping = z.output<typeof Mapping>;
