/** What staff say of the additional items of a JT/T 808 position report: what stands in each of them, and where. Numbers are big-endian. */
import { z } from 'zod';
import { badKey, whole } from '../fields.ts';
import { clashOf, ruleProblem } from './jt808-readings.rules.ts';
import { mappedAlarms, mappedMetricNames, type MappedAlarm } from './mappings.ts';

export type ItemAlarm = Exclude<MappedAlarm, 'none'>;
const { none: _, ...alarms } = mappedAlarms;
/** What an item may raise: a rule that raises nothing would say nothing. */
export const itemAlarms: Record<ItemAlarm, string> = alarms;
const alarmNames = Object.keys(itemAlarms) as [ItemAlarm, ...ItemAlarm[]];

export const itemKinds = { number: '数值', alarm: '报警', wifi: 'Wi-Fi热点列表', beacons: '蓝牙信标列表', cells: '基站列表' } as const;
export type ItemKind = keyof typeof itemKinds;

export const MOST_ITEMS = 32;
export const MOST_RULES = 16;

/** Offset of the first byte that is read; by default 0. */
const at = whole(0, 254, '起始字节').optional();
/** How many bytes there are; by default 1. */
const bytes = z
  .int({ error: '字节数应为1、2或4' })
  .refine((value) => [1, 2, 4].includes(value), { error: '字节数应为1、2或4' })
  .optional();
/** In front of the list stands how many there are; otherwise it fills the rest of the item. */
const counted = z.boolean().optional();
/** Bytes behind each of the list that say something else. */
const extra = whole(0, 32, '每项末尾多余的字节数').optional();

/** One value: `value × scale + add`. */
const NumberRule = z.object({
  kind: z.literal('number').optional(),
  metric: z.enum(mappedMetricNames, { error: '请选择指标' }),
  at,
  bytes,
  signed: z.boolean().optional(),
  scale: z
    .number({ error: '倍率应为数字' })
    .refine((value) => value !== 0 && Math.abs(value) <= 1e6, { error: '倍率不能为0，也不能超过1000000' })
    .optional(),
  add: z.number({ error: '加数应为数字' }).min(-1e6, { error: '加数过小' }).max(1e6, { error: '加数过大' }).optional(),
});

/** An alarm while a bit of the number is set (0 is the lowest), while the number is this one, or else while it is not 0. */
const AlarmRule = z.object({
  kind: z.literal('alarm'),
  alarm: z.enum(alarmNames, { error: '请选择报警含义' }),
  at,
  bytes,
  bit: whole(0, 31, '报警位').optional(),
  equals: whole(0, 4_294_967_295, '报警取值').optional(),
});

/** Senders: six bytes of address and one of strength each. */
const points = { at, counted, extra, rssiFirst: z.boolean().optional() };
const WifiRule = z.object({ kind: z.literal('wifi'), ...points });
const BeaconsRule = z.object({ kind: z.literal('beacons'), ...points });

/** Cells: country (2 bytes), network, area, number and strength (1 byte) each. */
const CellsRule = z.object({
  kind: z.literal('cells'),
  at,
  counted,
  extra,
  /** Where country and network stand: with each cell, once in front of everything, or once behind the count. */
  network: z.enum(['each', 'once', 'behindCount'], { error: '请选择国家和网络号的位置' }).optional(),
  /** How many bytes the network, the area and the number have; by default 1, 2 and 4. */
  mncBytes: whole(1, 2, '网络号的字节数').optional(),
  areaBytes: whole(2, 4, '位置区的字节数').optional(),
  cellBytes: whole(2, 8, '基站号的字节数').optional(),
  cellFirst: z.boolean().optional(),
  withoutRssi: z.boolean().optional(),
});

/** One thing that an item says. */
export const ItemRule = z
  .discriminatedUnion('kind', [NumberRule, AlarmRule, WifiRule, BeaconsRule, CellsRule], { error: '请选择附加信息的内容' })
  .superRefine((rule, context) => {
    const message = ruleProblem(rule);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
export type ItemRule = z.output<typeof ItemRule>;
export type NumberRule = z.output<typeof NumberRule>;
export type AlarmRule = z.output<typeof AlarmRule>;
export type PointsRule = z.output<typeof WifiRule> | z.output<typeof BeaconsRule>;
export type CellsRule = z.output<typeof CellsRule>;

/** An additional item of a position report, by its id in two hex digits. */
export const ItemId = z.string().regex(/^[0-9a-f]{2}$/);
const ItemRules = z
  .array(ItemRule)
  .min(1, { error: '请填写附加信息项的取值规则' })
  .max(MOST_RULES, { error: `一个附加信息项最多${MOST_RULES}条规则` });

/** `{"e1": [{"metric": "heartRate"}, {"kind": "alarm", "alarm": "fall", "at": 1, "bit": 0}]}`. */
export const ItemTable = z.record(ItemId, ItemRules, badKey('附加信息ID应为两位十六进制数，如e1')).superRefine((table, context) => {
  const entries = Object.entries(table);
  if (entries.length > MOST_ITEMS) context.addIssue({ code: 'custom', message: `附加信息项最多${MOST_ITEMS}项` });
  for (const [item, rules] of entries)
    rules.forEach((rule, index) => {
      const clash = clashOf(rule, rules.slice(0, index));
      if (clash !== null) context.addIssue({ code: 'custom', message: `附加信息${item}的第${index + 1}条规则：${clash}` });
    });
});
export type ItemTable = z.output<typeof ItemTable>;
