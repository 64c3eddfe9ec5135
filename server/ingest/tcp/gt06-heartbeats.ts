/** GT06 records that say how the device is: heartbeats, and positions that carry the same. What lasts there is one alarm. */
import { chargeOf, readStatus, readVoltageStatus, signalOf, stateOf, type Gt06Status } from '#server/ingest/tcp/gt06-fields.ts';
import type { Gt06Frame } from '#server/ingest/tcp/gt06-frames.ts';
import { modules } from '#server/ingest/tcp/gt06-layouts.ts';

export interface LastingStatus extends Gt06Status {
  /** True when the charge is percent also below seven. */
  readonly percent?: true;
}

/** In a heartbeat the byte behind the signal belongs to the port or the voltage of some models: only calls for help are believed there. */
const CALLS: ReadonlySet<number> = new Set([0x01, 0x23]);
/** States of terminal information that all models share. */
const SHARED: ReadonlySet<number> = new Set([3, 4, 7]);
const PERCENT = 0x6a;

const called = (code: number | undefined, language: number | undefined): number =>
  code !== undefined && CALLS.has(code) && (language ?? 0) <= 2 ? code : 0;

/** A longer heartbeat: satellites and signal in one word, alarm, language, percent, mode, voltage. */
function longHeartbeat(body: Buffer): LastingStatus {
  const state = stateOf(body[0]);
  return {
    state: SHARED.has(state) ? state : 0,
    charge: chargeOf(body[5]),
    percent: true,
    signal: signalOf(body.readUInt16BE(1) & 31),
    alarm: called(body[3], body[4]),
  };
}

function withModules(body: Buffer): LastingStatus {
  const status = { ...readStatus(body, 0), alarm: called(body[3], body[4]) };
  for (const { id, value } of modules(body, 5)) {
    if (id === PERCENT && value.length === 1) return { ...status, charge: chargeOf(value[0]), percent: true };
  }
  return status;
}

/** How the device says it is in this record; null when the record does not say. */
export function lastingStatus({ type, body, long }: Pick<Gt06Frame, 'type' | 'body' | 'long'>): LastingStatus | null {
  if (body.length === 0) return null;
  switch (type) {
    case 0x13:
      return body.length >= 14 ? longHeartbeat(body) : { ...readStatus(body, 0), alarm: called(body[3], body[4]) };
    case 0x23:
      return { state: stateOf(body[0]), charge: null, signal: signalOf(body[3]), alarm: 0 };
    case 0x36:
      return long ? null : withModules(body);
    case 0xa3:
      return body.length < 18 ? { ...readStatus(body, 0), alarm: called(body[3], body[4]) } : null;
    case 0x12:
      // Two models add their status to a position; only the longer one has an alarm code.
      if (body.length === 31) return { ...readVoltageStatus(body, 26), alarm: 0 };
      return body.length === 38 ? { ...readVoltageStatus(body, 26), alarm: called(body[30], 0) } : null;
    default:
      return null;
  }
}
