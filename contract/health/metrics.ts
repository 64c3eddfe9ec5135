/** What is measured: the number in the database, the name on the wire, unit, and the plausible range outside of which a reading is refused (domain limits). */
export interface Metric {
  readonly number: number;
  readonly label: string;
  readonly unit: string;
  readonly plausible: readonly [number, number];
}

export const metrics = {
  heartRate: { number: 1, label: '心率', unit: '次/分', plausible: [25, 250] },
  systolic: { number: 2, label: '收缩压', unit: 'mmHg', plausible: [50, 280] },
  diastolic: { number: 3, label: '舒张压', unit: 'mmHg', plausible: [30, 180] },
  oxygen: { number: 4, label: '血氧', unit: '%', plausible: [50, 100] },
  temperature: { number: 5, label: '体温', unit: '℃', plausible: [30, 43] },
  glucose: { number: 6, label: '血糖', unit: 'mmol/L', plausible: [1, 40] },
  steps: { number: 7, label: '步数', unit: '步', plausible: [0, 200_000] },
  battery: { number: 8, label: '电量', unit: '%', plausible: [0, 100] },
  breathing: { number: 9, label: '呼吸', unit: '次/分', plausible: [3, 80] },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
