/** What staff choose from in the form of a mapping: what can be recorded, what codes mean, units, coordinates. Pure. */
import {
  coordinateSystems,
  mappedAlarms,
  mappedMetrics,
  mappedStates,
  type MappedMetric,
  type MappedState,
} from '#contract/devices/mappings.ts';

const isMetric = (name: string): name is MappedMetric => Object.hasOwn(mappedMetrics, name);
const isState = (name: string): name is MappedState => Object.hasOwn(mappedStates, name);

/** What can be recorded, in groups, as the picker shows it. */
export const targets = [
  { label: '健康与设备数据', options: Object.entries(mappedMetrics).map(([name, { label }]) => ({ value: `reading:${name}`, label })) },
  {
    label: '报警、位置与睡眠',
    options: [
      { value: 'alarm', label: '报警' },
      { value: 'position', label: '位置' },
      { value: 'sleep', label: '睡眠报告' },
    ],
  },
  {
    label: '听到的信号（室内定位）',
    options: [
      { value: 'wifi', label: 'Wi-Fi热点' },
      { value: 'beacons', label: '蓝牙信标' },
      { value: 'cells', label: '基站' },
    ],
  },
  {
    label: '状态',
    options: [
      ...Object.entries(mappedStates).map(([name, { label }]) => ({ value: `state:${name}`, label })),
      { value: 'reply', label: '指令应答' },
    ],
  },
];

/** Words for the meanings of codes: Chinese on the screen, names in the mapping. */
export function meanings(what: string): Record<string, string> {
  const [kind, name = ''] = what.split(':');
  if (kind === 'alarm') return mappedAlarms;
  return kind === 'state' && isState(name) ? mappedStates[name].values : {};
}

/** The meanings that a code of this kind can have, as staff write them. */
export const meaningWords = (what: string) => Object.values(meanings(what));

/** Paths of what is heard, beside that of the list. */
export const HEARD = { wifi: ['mac', 'rssi'], beacons: ['mac', 'rssi'], cells: ['mcc', 'mnc', 'lac', 'cid', 'rssi'] } as const;
export const isHeard = (what: string | undefined): what is keyof typeof HEARD => what !== undefined && Object.hasOwn(HEARD, what);
export const heardLabels = { mac: 'MAC地址', mcc: '国家号', mnc: '网络号', lac: '位置区', cid: '基站号', rssi: '信号强度' } as const;

/** The paths that a field of a list of what is heard has; none for others. */
export const heardParts = (what: string): readonly (keyof typeof heardLabels)[] => (isHeard(what) ? HEARD[what] : []);

export const unitsOf = (what: string): readonly string[] => {
  const name = what.split(':')[1] ?? '';
  return what.startsWith('reading:') && isMetric(name) ? mappedMetrics[name].units : [];
};
export const systemOptions = Object.entries(coordinateSystems).map(([value, label]) => ({ value, label }));
