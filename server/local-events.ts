/**
 * What a lower area tells a higher one (docs/architecture.md, "Floors"). Told by `emit` like
 * the events of the contract, but within the same process and the same transaction only: there is no NOTIFY, and `emit` throws when no area
 * listens, because an alarm would be lost.
 */
import type { RuleName } from '#contract/warnings/warnings.rules.ts';

export interface Occurrence {
  rule: RuleName;
  /** Null for what staff noticed: then `personId` says about whom. */
  deviceId: number | null;
  personId?: number;
  /** `device_events` key of what was seen, so that the event names its warning. */
  code: string;
  /** Epoch ms by the device's clock, as stored in `device_events`. */
  at: number;
  /** Sent so long after it happened that staff must know. */
  late: boolean;
  /** WGS-84 degrees; null when the device did not say. */
  place: { lng: number; lat: number; approximate: boolean } | null;
  /**
   * Instead of the rule's own words and severity. With a severity the warning takes it, up or down; the rule's own only makes it graver.
   */
  content?: string;
  severity?: number;
  /** Tells several warnings of one rule and person apart, with the name that this one has. */
  part?: string;
  title?: string;
  /** The institution's own rule behind it. */
  conditionRuleId?: number;
  /** What was measured: number of the metric, its unit, and the limit that was passed. */
  measured?: { metric: number; value: number; limit: number | null };
}

/** Whose open warning: the device's, or the person's; of several of one rule the one of that part. */
export type WarningSubject = { deviceId: number } | { personId: number; part?: string };

/**
 * What was corrected: `at` is epoch ms as it was judged, `deviceId` null for what
 * staff entered, `value` null when it does not count any more.
 */
export interface Correction {
  personId: number;
  metric: number;
  deviceId: number | null;
  at: number;
  was: number;
  value: number | null;
  reason: string;
  by: { userId: number; name: string };
}

export interface EnteredValue {
  /** Number of the metric (contract/health/metrics.ts). */
  metric: number;
  value: number;
  /** Epoch ms. */
  at: number;
}

export interface LocalEvents {
  /** A device or a judgement found what staff must be warned of. */
  'alarm.occurred': Occurrence;
  /** Its cause is gone. */
  'alarm.ended': { rule: RuleName; subject: WarningSubject; note: string };
  /** The door of a lock turned, or the code of `personId` opened it. */
  'door.turned': { deviceId: number; at: number; personId: number | null };
  /** Staff entered values of a person; nobody relies on doubtful ones. */
  'values.entered': { personId: number; values: readonly EnteredValue[]; doubtful: boolean };
  /** A value was corrected or, with `value` null, taken back; `doubtful` ones had not been judged. */
  'value.corrected': Correction & { doubtful: boolean };
  /** What has to be measured changed, for one person or with null for all. */
  'readings.expected': { personId: number | null };
  /** A person is removed from the list of people. */
  'person.removed': { personId: number };
  /** Two records of one person became one: the rows of the dropped one are to be the kept one's. */
  'person.merged': { keptId: number; droppedId: number };
  /** A room is removed from the house. */
  'room.removed': { roomId: number };
  /** Days off, or weekend days that are worked, were added, changed or taken away. */
  'holidays.changed': Record<string, never>;
  /** Somebody has to look after a warning's person: an order is drafted, unless one runs. */
  'visit.wanted': { warningId: number; by: { userId: number; name: string } };
}

export const localEvents: ReadonlySet<string> = new Set<keyof LocalEvents>([
  'alarm.occurred',
  'alarm.ended',
  'door.turned',
  'values.entered',
  'value.corrected',
  'readings.expected',
  'person.removed',
  'person.merged',
  'room.removed',
  'holidays.changed',
  'visit.wanted',
]);
