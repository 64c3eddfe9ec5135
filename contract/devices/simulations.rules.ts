/** What the demonstration's devices can be made to say, by how they speak. Pure. */
import type { MetricName } from '../health/metrics.ts';

export const simulationKinds = ['sos', 'fall', 'removed', 'lowBattery', 'leave', 'measure', 'offline', 'online'] as const;
export type SimulationKind = (typeof simulationKinds)[number];
export const simulationLabels: Record<SimulationKind, string> = {
  sos: 'SOS求助',
  fall: '跌倒',
  removed: '摘下/脱落',
  lowBattery: '低电量',
  leave: '离开院区',
  measure: '测量',
  offline: '断线',
  online: '恢复',
};

/** What a device can be made to measure. */
export const simulatedMetrics = [
  'heartRate',
  'systolic',
  'diastolic',
  'oxygen',
  'temperature',
  'breathing',
] as const satisfies readonly MetricName[];
export type SimulatedMetric = (typeof simulatedMetrics)[number];
export type SimulatedValues = Partial<Record<SimulatedMetric, number>>;

/** What is measured of somebody who is well. */
export const wellValues: Record<SimulatedMetric, number> = {
  heartRate: 72,
  systolic: 126,
  diastolic: 78,
  oxygen: 97,
  temperature: 36.5,
  breathing: 16,
};

/** What a nurse should see something of. */
export const simulationPresets: readonly { label: string; values: SimulatedValues }[] = [
  { label: '一切正常', values: {} },
  { label: '心率过快', values: { heartRate: 138 } },
  { label: '心率过慢', values: { heartRate: 38 } },
  { label: '血压过高', values: { systolic: 186, diastolic: 114 } },
  { label: '血氧过低', values: { oxygen: 86 } },
  { label: '发热', values: { temperature: 38.8, heartRate: 108 } },
  { label: '呼吸过快', values: { breathing: 28 } },
];

/**
 * Numbers that the demonstration's simulator speaks for, as a regular expression that
 * PostgreSQL reads too: ranges of the demonstration's own.
 * The first ten watches are left for `npm run simulate`.
 */
export const SIMULATED_NUMBER = '^(?!8637880000000[1-9]|86378800000010)(863788[0-3]\\d{8}|138100000\\d{2}|(HUB|BELT|RADAR)\\d{10})$';

/** A device as these rules see it; `hubId` is the gateway that speaks for it. */
export interface SimulatedDevice {
  type: string;
  protocol: string | null;
  hubId: number | null;
}

const WORN: readonly SimulationKind[] = ['sos', 'fall', 'removed', 'lowBattery', 'leave', 'measure', 'offline', 'online'];

/** What a device can be made to say; nothing when its protocol has no speaker. */
export function kindsOf({ type, protocol, hubId }: SimulatedDevice): readonly SimulationKind[] {
  switch (protocol) {
    case 'watch':
    case 'iw':
    case 'jt808':
      return WORN;
    case 'gt06':
      return WORN.filter((kind) => kind !== 'measure');
    // A pendant does not notice that it is taken off.
    case 'ev07b':
      return WORN.filter((kind) => kind !== 'removed');
    case 'mqtt':
      if (type === 'hub') return ['offline', 'online'];
      if (hubId !== null) return ['measure'];
      if (type === 'radar') return ['fall', 'measure', 'offline', 'online'];
      return type === 'bed' ? ['measure', 'offline', 'online'] : [];
    default:
      return [];
  }
}

/** What a device measures. */
export function metricsOf({ type, protocol }: Pick<SimulatedDevice, 'type' | 'protocol'>): readonly SimulatedMetric[] {
  if (protocol === 'watch' || protocol === 'iw') return ['heartRate', 'systolic', 'diastolic', 'oxygen', 'temperature'];
  if (protocol === 'jt808') return ['heartRate', 'systolic', 'diastolic', 'oxygen'];
  if (protocol === 'ev07b') return ['heartRate', 'oxygen'];
  return protocol === 'mqtt' && (type === 'bed' || type === 'radar') ? ['heartRate', 'breathing'] : [];
}
