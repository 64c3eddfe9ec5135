/**
 * The canonical device event: what every gateway (TCP decoder, webhook, MQTT) turns its protocol into, and the two things a
 * gateway needs from the rest of the server. No protocol word and no database word appears here.
 */
import type { HeardCell, HeardPoint } from '#contract/devices/heard.rules.ts';
import type { ItemRule } from '#contract/devices/jt808-item-rules.ts';
import type { protocols } from '#contract/devices/device-types.ts';
import type { PositionFilter } from '#contract/devices/position-filters.rules.ts';
import type { SleepReport } from '#contract/devices/sleep-reports.rules.ts';

/** How a device reaches us. */
export type Protocol = Exclude<(typeof protocols)[number], 'none'>;

/** Units: bpm, mmHg, mmHg, %, °C, mmol/L, breaths a minute, count, count, %, % — in the order of the names. */
export type Metric =
  | 'heartRate'
  | 'systolic'
  | 'diastolic'
  | 'oxygen'
  | 'temperature'
  | 'glucose'
  | 'breathing'
  | 'steps'
  | 'rolls'
  | 'battery'
  | 'signal';

/** `service` is the green key: help is wanted, nobody is in danger. */
export type Alarm = 'sos' | 'fall' | 'service' | 'removed' | 'leftFence' | 'enteredFence' | 'lowBattery' | 'other';

/** `band` is the strap bit as the device sets it; factories disagree whether set means worn, so nothing is concluded from it. */
export type State = 'lowBattery' | 'outsideFence' | 'insideFence' | 'band' | 'moving' | 'unplugged';

interface Stamp {
  readonly deviceKey: string;
  /** Epoch ms: the device's own time when it can be believed, otherwise `receivedAt`. */
  readonly at: number;
  readonly receivedAt: number;
  readonly clock: 'device' | 'server';
}

export type Cell = HeardCell;
export type AccessPoint = HeardPoint;

export interface Place {
  /** False: no satellite fix. The coordinates, if any, are stale: show them as approximate, never feed a fence with them. */
  readonly fix: boolean;
  /** WGS-84 degrees. */
  readonly lat: number | null;
  readonly lng: number | null;
  /** km/h, degrees, metres, count, metres. */
  readonly speed: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
  readonly satellites: number | null;
  readonly accuracy: number | null;
  readonly cells: readonly Cell[];
  readonly accessPoints: readonly AccessPoint[];
}

export interface ReadingEvent extends Stamp {
  readonly kind: 'reading';
  readonly metric: Metric;
  readonly value: number;
}

export interface PositionEvent extends Stamp {
  readonly kind: 'position';
  readonly place: Place;
  /** Stored on the device during an outage and sent afterwards: belongs to the track, not to a fence decision. */
  readonly late: boolean;
}

export interface AlarmEvent extends Stamp {
  readonly kind: 'alarm';
  readonly alarm: Alarm;
  /** The status bit that raised it; null for an alarm frame without a bit we know. Two bits may mean the same alarm. */
  readonly bit: number | null;
  readonly place: Place | null;
  readonly late: boolean;
  /** The time as the device wrote it: the same on every re-send, also when its clock is wrong and `at` is ours. */
  readonly deviceTime: string | null;
  /** Set when the model is known to raise this alarm by itself; record it, but raise no warning. */
  readonly suppressed: 'charger' | null;
  /** Where its maker has a recording of it. */
  readonly clip?: string;
}

export interface StateEvent extends Stamp {
  readonly kind: 'state';
  /** All low status bits, also those without a name; compare two of them with `stateChanges`. */
  readonly bits: number;
  readonly late: boolean;
}

export interface ReplyEvent extends Stamp {
  readonly kind: 'reply';
  /** Upper-case name of the command the device acknowledges, and what it added. */
  readonly command: string;
  readonly values: readonly string[];
  /** Message index of the dialect that has one: repeats the index of our command. */
  readonly index: string | null;
  /** The device says that it did not do it. */
  readonly failed?: boolean;
}

export interface InfoEvent extends Stamp {
  readonly kind: 'info';
  readonly name: string;
  readonly value: string;
}

/** A night as the device itself sums it up; `at` is when it said so. */
export interface SleepEvent extends Stamp {
  readonly kind: 'sleep';
  readonly report: SleepReport;
}

export interface MediaEvent extends Stamp {
  readonly kind: 'media';
  readonly media: 'voice' | 'photo';
  readonly name: string | null;
  /** 1-based; 1 of 1 when the device does not split. */
  readonly part: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

export interface HeartbeatEvent extends Stamp {
  readonly kind: 'heartbeat';
}

/** A terminal on its way in: it was given the device's code, has shown it, or got none. Says nothing of whoever wears it. */
export interface RegistrationEvent extends Stamp {
  readonly kind: 'registration';
  readonly step: 'given' | 'shown' | 'refused';
  /** Null when the code was shown on a connection that did not register before. */
  readonly terminalId: string | null;
}

export type DeviceEvent =
  | ReadingEvent
  | PositionEvent
  | AlarmEvent
  | StateEvent
  | ReplyEvent
  | InfoEvent
  | SleepEvent
  | MediaEvent
  | HeartbeatEvent
  | RegistrationEvent;

/** One part of a message that a terminal sends in several. */
export interface MessagePart {
  readonly type: number;
  /** Serial number of the first part: it names the message. */
  readonly serial: number;
  /** 1-based. */
  readonly part: number;
  readonly total: number;
  readonly body: Uint8Array;
}

/** Where parts of long messages wait for the rest, also while the terminal or this process is away. */
export interface PartStore {
  /**
   * Keeps a part and resolves after COMMIT: with the whole body when no part is missing
   * any more, `waiting` before, `stored` when the whole is stored already, `refused` when the message is too long. Rejects when the part
   * was not kept: the terminal gets no answer and sends it again.
   */
  keep(device: KnownDevice, part: MessagePart): Promise<Buffer | 'waiting' | 'stored' | 'refused'>;
  /** The whole is committed: its parts need not be put together again. */
  finish(device: KnownDevice, part: MessagePart): Promise<void>;
}

/** What differs between models of one protocol; kept with the device model, every field optional there. */
export interface DeviceProfile {
  /** Minutes the device's clock is ahead of UTC; null is what the protocol says. */
  readonly utcOffsetMinutes: number | null;
  /** Answer heart rate, blood pressure and oxygen frames (ReachFar V46/48/52 wait for it). */
  readonly healthReplies: boolean;
  /** The firmware sends an SOS when it is taken off the charger. */
  readonly suppressChargerSos: boolean;
  /** What the device is, by contract/devices/devices.ts. */
  readonly kind?: string;
  /** The integration by which its messages are read; absent, as its kind is shipped. */
  readonly integrationId?: number;
  /** What the device speaks; absent, it is the port that it comes to. */
  readonly protocol?: string;
  /** So long it may say nothing in ordinary times, in ms; absent, as the protocol has it. */
  readonly heartbeatMs?: number;
  /** Networks (CIDR or single addresses) from which alone it may come; absent or empty, from everywhere. */
  readonly networks?: readonly string[];
  /** False lets a device in that never shows its authentication code (JT/T 808). */
  readonly authentication?: boolean;
  /** False stops giving the authentication code to whoever registers: the device has it. */
  readonly registration?: boolean;
  /** Terminal id by which a registration is believed (JT/T 808). */
  readonly terminalId?: string;
  /** The terminal that was given the code last, and the one that showed it first: it is the only one that is given it again (JT/T 808). */
  readonly terminal?: { readonly given: string | null; readonly bound: string | null };
  /** Meanings of alarm codes or alarm bits that differ from the protocol's own; `none` is no alarm. */
  readonly alarms?: Readonly<Record<string, Alarm | 'none'>>;
  /** Which positions are believed and kept, where it differs from what holds for all. */
  readonly positions?: PositionFilter;
  /** Vendor's own items of a position report by their id in two hex digits (JT/T 808). */
  readonly items?: Readonly<Record<string, readonly ItemRule[]>>;
}

export const plainProfile: DeviceProfile = {
  utcOffsetMinutes: null,
  healthReplies: false,
  suppressChargerSos: false,
};

export interface KnownDevice {
  /** Stable and unique over all tenants; copied into every event as `deviceKey`. */
  readonly key: string;
  readonly tenantId: number;
  /** The ids the device may call itself by on one connection: its number, and the ten digits some watches send instead. */
  readonly ids: readonly string[];
  readonly profile: DeviceProfile;
}

export interface DeviceDirectory {
  /**
   * Looks a device up by the id in its frame: 10 digits or a 15-digit IMEI.
   * Gives null when nobody registered it; rejects when that cannot be found out now (the gateway then drops the connection).
   */
  find(id: string): Promise<KnownDevice | null>;
}

/** The events of one frame: they are stored together or not at all. */
export interface FrameEvents {
  readonly device: KnownDevice;
  readonly protocol: Protocol;
  readonly receivedAt: number;
  readonly events: readonly DeviceEvent[];
}

export interface Accepted {
  /** Events that were new; fewer than sent when the device repeated itself. */
  readonly stored: number;
}

export interface EventSink {
  /**
   * Takes the events of one frame and resolves only after COMMIT: the gateway answers the device when it resolves.
   * A rejection means that nothing is promised; the device gets no answer and sends again.
   */
  accept(frame: FrameEvents): Promise<Accepted>;
}
