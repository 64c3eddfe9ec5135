/** The kinds of values as people think of them; the two pressures are one. Pure. */
import type { Output } from '#contract/http.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { valueText } from '#contract/health/measurements.rules.ts';
import { gravity, levelLabels, normalText, type Level } from '#contract/health/thresholds.rules.ts';
import type { vitals } from '#contract/health/vitals.ts';

export type LatestRow = Output<typeof vitals.latest>[number];

export interface Kind {
  key: string;
  label: string;
  metrics: readonly MetricName[];
  /** What is said when nothing was ever measured. */
  missing: string;
}

const none = '还没有数据，可人工录入或佩戴设备';

/** In the order in which they are shown; falls are a card of their own. */
export const kinds: readonly Kind[] = [
  { key: 'pressure', label: '血压', metrics: ['systolic', 'diastolic'], missing: none },
  { key: 'heartRate', label: '心率', metrics: ['heartRate'], missing: none },
  { key: 'oxygen', label: '血氧', metrics: ['oxygen'], missing: none },
  { key: 'temperature', label: '体温', metrics: ['temperature'], missing: none },
  { key: 'breathing', label: '呼吸', metrics: ['breathing'], missing: '还没有数据，可人工录入或使用床垫、雷达' },
  { key: 'glucose', label: '血糖', metrics: ['glucose'], missing: none },
  { key: 'sleep', label: '睡眠', metrics: ['sleep'], missing: '还没有数据，可人工录入夜间睡眠时长' },
  { key: 'steps', label: '步数', metrics: ['steps'], missing: '还没有数据，佩戴腕表后自动统计' },
];

export interface Shown {
  /** `128/76`. */
  value: string;
  unit: string;
  time: string;
  level: Level;
  rows: LatestRow[];
}

/** The newest value of a kind; null when one of its metrics was never measured. */
export function shownOf({ metrics: names }: Kind, latest: readonly LatestRow[]): Shown | null {
  const rows = names.flatMap((name) => latest.find(({ metric }) => metric === name) ?? []);
  const [first] = rows;
  if (!first || rows.length < names.length) return null;
  const worst = rows.reduce((a, b) => (gravity(b.level as Level) > gravity(a.level as Level) ? b : a));
  return {
    value: rows.map(({ metric, value }) => valueText(metric, value)).join('/'),
    unit: first.unit,
    time: rows.map(({ time }) => time).reduce((a, b) => (a > b ? a : b)),
    level: worst.level as Level,
    rows,
  };
}

/** `51–90`, of both pressures `101–149/60–89`. */
export const normalOf = (rows: readonly LatestRow[]): string | null => {
  const texts = rows.map(({ metric, limits }) => (limits ? normalText({ ...limits, metric: metrics[metric as MetricName].number }) : null));
  return texts.every((text) => text !== null) ? texts.join(' / ') : null;
};

export const levelText = (level: Level, metric: string) =>
  level === 0 ? '' : metric === 'pressure' && level ? `血压${levelLabels[level]}` : levelLabels[level];

export const toneOf = (level: Level): 'watch' | 'urgent' | undefined => ([undefined, 'watch', 'urgent'] as const)[gravity(level)];
