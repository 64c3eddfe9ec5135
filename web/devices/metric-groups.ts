/** Newest values as people read them: the two pressures are one measurement. Pure. */
import type { Output } from '#contract/http.ts';
import type { devices } from '#contract/devices/devices.ts';

export type LatestRow = Output<typeof devices.latest>[number];

export interface MetricGroup {
  label: string;
  unit: string;
  /** Of the contract, in the order in which they are shown. */
  metrics: { name: string; label: string }[];
  /** `128/76`, `36.5`. */
  value: string;
  time: string;
}

const PRESSURES = ['systolic', 'diastolic'];

/** In the order of the rows; blood pressure where the first of the two stands. */
export function groupsOf(rows: readonly LatestRow[]): MetricGroup[] {
  const pressures = PRESSURES.flatMap((name) => rows.filter(({ metric }) => metric === name));
  return rows.flatMap((row) => {
    const together = PRESSURES.includes(row.metric) && pressures.length === PRESSURES.length;
    if (together && row !== rows.find(({ metric }) => PRESSURES.includes(metric))) return [];
    const parts = together ? pressures : [row];
    return [
      {
        label: together ? '血压' : row.label,
        unit: row.unit,
        metrics: parts.map(({ metric, label }) => ({ name: metric, label })),
        value: parts.map(({ value }) => value).join('/'),
        time: parts.map(({ time }) => time).reduce((a, b) => (a > b ? a : b)),
      },
    ];
  });
}
