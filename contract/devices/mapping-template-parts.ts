/** What mapping templates are made of: their shape, and fields that most of them have. */
import type { IntegrationKind } from './device-integrations.ts';
import { sleepParts, type Mapping } from './mappings.ts';

export interface MappingTemplate {
  label: string;
  kinds: readonly IntegrationKind[];
  note: string;
  mapping: Mapping;
  /** What the vendor waits for as the answer to a delivery. */
  reply?: { status: number; type: 'json' | 'text'; body: string };
  sample: unknown;
}

/** A value that stands at a path, in the unit that we keep; `when`: only in messages of that kind. */
export const reading = (
  metric: 'heartRate' | 'breathing' | 'oxygen' | 'steps' | 'battery' | 'signal' | 'rolls',
  path: string,
  when?: { path: string; is: string[] }[],
) => ({ target: 'reading', metric, path, ...(when ? { when } : {}) }) as const;
/** Holds for messages that say one of these at the path. */
export const only = (path: string, ...is: string[]) => [{ path, is }];

/** A night in the words of our own documentation. */
export const night = {
  target: 'sleep',
  path: 'sleep.bed',
  left: 'sleep.left',
  kind: 'ms',
  unit: 'minutes',
  parts: Object.fromEntries(Object.keys(sleepParts).map((name) => [name, `sleep.${name}`])),
} as const;
