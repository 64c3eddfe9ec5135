/**
 * The network list behind the position block: `n,ta,mcc,mnc,(lac,cid,rssi)×n,w,(ssid,mac,rssi)×w,accuracy`. Firmware leaves
 * parts out and network names hold commas, so access points are found by their address and nothing here can fail.
 */
import { isCell } from '#contract/devices/heard.rules.ts';
import type { AccessPoint, Cell } from '#server/ingest/events.ts';

export interface Network {
  readonly cells: readonly Cell[];
  readonly accessPoints: readonly AccessPoint[];
  /** Metres. */
  readonly accuracy: number | null;
}

const MAC = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i;
const MAC_LENGTH = 17;
const MOST = 32;
const MOST_LAC = 0xffffff;
const MOST_CID = 0xfffffff;
const none: Network = { cells: [], accessPoints: [], accuracy: null };

function whole(field: string | undefined, radix = 10): number | null {
  const text = field?.trim() ?? '';
  const digits = radix === 16 ? /^[0-9a-f]{1,8}$/i : /^-?\d{1,9}$/;
  return digits.test(text) ? Number.parseInt(text, radix) : null;
}

/** Signal strength in dBm: cells send the amount without its sign. */
function dBm(field: string | undefined): number | null {
  const value = whole(field);
  return value === null ? null : -Math.abs(value);
}

function readCells(fields: readonly string[]): Cell[] {
  const count = Math.min(whole(fields[0]) ?? 0, MOST);
  const mcc = whole(fields[2]);
  const mnc = whole(fields[3]);
  const cells: Cell[] = [];
  if (count <= 0 || mcc === null || mnc === null) return cells;
  for (let i = 0; i < count; i++) {
    const [lacField, cidField, rssi] = fields.slice(4 + i * 3, 7 + i * 3);
    // One firmware writes both in hex; a letter in either tells.
    const radix = /[a-f]/i.test((lacField ?? '') + (cidField ?? '')) ? 16 : 10;
    const lac = whole(lacField, radix);
    const cid = whole(cidField, radix);
    if (lac === null || cid === null || lac > MOST_LAC || cid > MOST_CID) break;
    const cell = { mcc, mnc, lac, cid, rssi: dBm(rssi) };
    if (isCell(cell)) cells.push(cell);
  }
  return cells;
}

/** Reads the fields after the status word; gives what can be understood. */
export function readNetwork(fields: readonly string[]): Network {
  if (fields.length < 4) return none;
  const accessPoints: AccessPoint[] = [];
  let last = -1;
  for (let i = 0; i < fields.length && accessPoints.length < MOST; i++) {
    if (fields[i]!.length !== MAC_LENGTH || !MAC.test(fields[i]!)) continue;
    accessPoints.push({ mac: fields[i]!.toLowerCase().replaceAll('-', ':'), rssi: dBm(fields[i + 1]) });
    last = i;
  }
  const accuracy = last >= 0 ? Number.parseFloat(fields[last + 2] ?? '') : Number.NaN;
  return {
    cells: readCells(fields),
    accessPoints,
    accuracy: accuracy >= 0 && accuracy < 100_000 ? accuracy : null,
  };
}
