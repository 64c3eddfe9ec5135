/** Where the status of a GT06 alarm stands: cells of several sizes come before it, and further fields may follow. */
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { Cell } from '#server/ingest/events.ts';
import {
  cellForms,
  readCell,
  readNetwork,
  readStatus,
  readVoltageStatus,
  type Gt06CellForm,
  type Gt06Status,
} from '#server/ingest/tcp/gt06-fields.ts';
import { readNeighbours } from '#server/ingest/tcp/gt06-networks.ts';

export interface AlarmLayout {
  /** Where the cells begin, or the length in front of them. */
  readonly start: number;
  /** Whether a length may stand in front of the cells. */
  readonly length: boolean;
  readonly forms: readonly Gt06CellForm[];
  /** How many bytes follow the status, its alarm and its language: fence, mileage, ignition with the reason of the upload. */
  readonly extras: readonly number[];
}

const { narrow, four, long, wide } = cellForms;
const plain = { start: 18, length: true, forms: [narrow, four], extras: [0, 3, 4, 7] } as const;
const fenced = [1, 0, 5, 4, 8];

/** By type, of alarms that carry a cell. */
export const alarmLayouts: Readonly<Record<number, AlarmLayout>> = {
  0x16: plain,
  0x26: plain,
  0x27: { ...plain, extras: fenced },
  0x39: { ...plain, forms: [narrow, four, long, wide], extras: [0, 1, 3, 4, 7] },
  0xa3: { ...plain, forms: [wide, narrow], extras: [0, 1, 4] },
  0xa4: { ...plain, forms: [wide, narrow], extras: fenced },
  0xa5: { start: 0, length: false, forms: [wide, narrow], extras: [0, 1] },
  0x19: { start: 0, length: false, forms: [narrow, four], extras: [0, 1] },
};
/** Of models whose network code and cell are long: no length is right there. */
export const longAlarm: AlarmLayout = { start: 18, length: true, forms: [long], extras: [0, 2] };

/** A cell and neighbours that the device leaves empty. */
const EMPTY = 45;
const STATUS = 5;

interface Found {
  readonly at: number;
  /** Where the cells begin. */
  readonly cells: number;
  readonly form: Gt06CellForm | null;
  /** A model without the length, with a voltage of two bytes. */
  readonly voltage?: true;
}

function* places(body: Buffer, { start, length, forms }: AlarmLayout): Generator<Found> {
  const cells = start + (length ? 1 : 0);
  if (length && forms[0] !== long) {
    // Some firmware counts the length itself in it, other does not.
    const said = body[start] ?? 0;
    if (said >= 9) yield { at: start + said, cells, form: null };
    if (said >= 8) yield { at: cells + said, cells, form: null };
    if (said === 0) yield { at: cells + EMPTY, cells, form: null };
  }
  for (const form of forms) yield { at: readCell(body, cells, form).end, cells, form };
  if (length) yield { at: readCell(body, start, narrow).end, cells: start, form: narrow, voltage: true };
}

/** Modules to the end: number (two bytes), length (one), value. */
export function* modules(body: Buffer, start: number): Generator<{ id: number; value: Buffer }> {
  for (let at = start; at + 3 <= body.length;) {
    const length = body[at + 2]!;
    if (at + 3 + length > body.length) return;
    yield { id: body.readUInt16BE(at), value: body.subarray(at + 3, at + 3 + length) };
    at += 3 + length;
  }
}

const areModules = (body: Buffer, start: number): boolean => {
  let end = start;
  for (const { id, value } of modules(body, start)) {
    if (id === 0 || value.length === 0) return false;
    end += 3 + value.length;
  }
  return end > start && end === body.length;
};

/** How much the bytes look like a status; 0 when they are none. */
function likeness(body: Buffer, { at, voltage }: Found, extras: readonly number[]): number {
  const rest = body.length - at - STATUS;
  const known = extras.indexOf(rest);
  if (rest < 0 || (known < 0 && !areModules(body, at + STATUS) && !areModules(body, at + STATUS + 1))) return 0;
  if (voltage) return rest === 0 ? 2 : 0;
  const [charge, signal, alarm, language] = [body[at + 1]!, body[at + 2]!, body[at + 3]!, body[at + 4]!];
  if (charge > 100 || signal > 100) return 0;
  const points = [
    language <= 2,
    language <= 2,
    alarm in alarmCodes.gt06.meanings,
    alarm in alarmCodes.gt06.meanings,
    signal <= 4,
    charge <= 6,
    known === 0,
  ];
  return 1 + points.filter(Boolean).length;
}

function cellsBefore(body: Buffer, { at, cells, form }: Found, forms: readonly Gt06CellForm[]): Cell[] {
  const fitting = form ?? [...forms, four, long, wide].find((one) => readCell(body, cells, one).end === at);
  if (fitting) return readCell(body, cells, fitting).cells;
  return readNetwork(body, cells, narrow) ? readNeighbours(body, cells, at - cells) : [];
}

/** Cells and status of an alarm; the status is null when no layout fits the length. */
export function readAlarm(body: Buffer, layout: AlarmLayout): { cells: Cell[]; status: Gt06Status | null } {
  let best: Found | null = null;
  let most = 0;
  for (const place of places(body, layout)) {
    const points = likeness(body, place, layout.extras);
    if (points > most) [best, most] = [place, points];
  }
  if (!best) return { cells: readCell(body, layout.start + (layout.length ? 1 : 0), layout.forms[0]!).cells, status: null };
  return {
    cells: cellsBefore(body, best, layout.forms),
    status: best.voltage ? readVoltageStatus(body, best.at) : readStatus(body, best.at),
  };
}
