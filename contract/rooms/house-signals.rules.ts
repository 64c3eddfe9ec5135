/** Which signal a bed and a room show, and in which order they count. A glyph stands beside every colour. Pure. */
import { placingText } from '../devices/indoor.rules.ts';
import { bedStateLabels, bedStates } from './beds.rules.ts';

export interface Signal {
  readonly label: string;
  /** One character: colours alone tell a part of the readers nothing. */
  readonly glyph: string;
}

/** The gravest first: a bed is drawn by the first that holds. */
export const signals = {
  alarm: { label: '报警待确认', glyph: '警' },
  answered: { label: '报警处理中', glyph: '处' },
  urgent: { label: '体征严重', glyph: '危' },
  watch: { label: '体征关注', glyph: '征' },
  notice: { label: '一般预警', glyph: '提' },
  elsewhere: { label: '不在本房间', glyph: '位' },
  order: { label: '有人上门', glyph: '单' },
  cleaning: { label: '待清洁', glyph: '洁' },
  hospital: { label: '住院', glyph: '院' },
  away: { label: '请假', glyph: '假' },
  repair: { label: '维修', glyph: '修' },
  isolation: { label: '隔离', glyph: '隔' },
  reserved: { label: '预定', glyph: '订' },
  occupied: { label: '入住', glyph: '住' },
  free: { label: '空闲', glyph: '空' },
} as const satisfies Record<string, Signal>;
export type SignalName = keyof typeof signals;

const RANK = new Map((Object.keys(signals) as SignalName[]).map((name, at) => [name, at]));

/** Severities of a warning for which a bed is drawn as an alarm; the others are notices. */
const GRAVE = 2;
/** Value of the dictionary `oldman_status`. */
const IN_HOSPITAL = 3;

export interface Alarm {
  readonly severity: number;
  readonly acknowledged: boolean;
}

/** What an open warning shows: an alarm until it is confirmed, then that it is answered. */
export const alarmSignal = ({ severity, acknowledged }: Alarm): SignalName =>
  severity > GRAVE ? 'notice' : acknowledged ? 'answered' : 'alarm';

/** Whether one open warning counts before another: unconfirmed first, then the graver. */
export const isGraver = (a: Alarm, b: Alarm): boolean => {
  const [one, other] = [RANK.get(alarmSignal(a)) as number, RANK.get(alarmSignal(b)) as number];
  return one < other || (one === other && (a.severity < b.severity || (a.severity === b.severity && !a.acknowledged && b.acknowledged)));
};

export interface SignalledBed {
  readonly status: number;
  readonly alarm: Alarm | null;
  /** 2 urgent, 1 watch, 0 in bounds or unknown. */
  readonly gravity: number;
  readonly elsewhere: unknown;
  readonly order: unknown;
  readonly cleaningSince: unknown;
  readonly person: { readonly status: number } | null;
}

const STATES: Record<number, SignalName> = {
  [bedStates.free]: 'free',
  [bedStates.reserved]: 'reserved',
  [bedStates.occupied]: 'occupied',
  [bedStates.onLeave]: 'away',
  [bedStates.inRepair]: 'repair',
  [bedStates.isolation]: 'isolation',
};

/** The signal of a bed's state alone; a person who is away is in hospital when `personStatus` says so. */
export const stateSignal = (status: number, personStatus: number | null = null): SignalName =>
  status === bedStates.onLeave && personStatus === IN_HOSPITAL ? 'hospital' : (STATES[status] ?? 'free');

/** All signals of a bed, the gravest first; the last is its state. */
export function signalsOf({ status, alarm, gravity, elsewhere, order, cleaningSince, person }: SignalledBed): readonly SignalName[] {
  const found: SignalName[] = [stateSignal(status, person?.status ?? null)];
  if (alarm) found.push(alarmSignal(alarm));
  if (gravity > 0) found.push(gravity > 1 ? 'urgent' : 'watch');
  if (elsewhere) found.push('elsewhere');
  if (order) found.push('order');
  if (cleaningSince) found.push('cleaning');
  return found.sort((a, b) => (RANK.get(a) as number) - (RANK.get(b) as number));
}

/** The state of a bed in words. */
export const stateText = (status: number, personStatus: number | null = null): string =>
  status === bedStates.onLeave ? signals[stateSignal(status, personStatus)].label : (bedStateLabels[status] ?? '');

export interface Stay {
  /** As `placingText` says it. */
  readonly text: string;
  readonly placeId: number | null;
  /** The room that the place is; null of a hall, a garden, or no more than a floor. */
  readonly roomId: number | null;
}

/** Whether a place is not the own room: another place that is known by name, or another floor or building where no more is known. */
export function isElsewhere({ text, placeId, roomId }: Stay, own: { id: number; building: string; floor: string }): boolean {
  if (placeId !== null) return roomId !== own.id;
  const about = { building: own.building, floor: own.floor, name: '' };
  return (['floor', 'building', 'site'] as const).every((level) => text !== placingText({ ...about, level }));
}
