/**
 * Spreadsheets as Excel 97 to 2003 keeps them (BIFF8, [MS-XLS], in a compound file, [MS-CFB]): for clients of the wire that name what they
 * get `.xls`. One sheet, texts and numbers; texts are never formulas. The file has its sizes at its beginning, so it is made in memory.
 */
import type { Cell, SheetColumn } from './xlsx.ts';

/** Rows below the titles, and columns, that the format has. */
export const XLS_ROWS = 65_535;
const COLUMNS = 256;
const CHARACTERS = 32_767;
/** Bytes of one record; what is longer goes on in records CONTINUE. */
const RECORD = 8224;

const BOF = 0x0809;
const EOF = 0x000a;
const SST = 0x00fc;
const CONTINUE = 0x003c;

const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value & 0xffff, at * 2));
  return bytes;
};
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32LE(value >>> 0, at * 4));
  return bytes;
};
const record = (type: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(type, body.length), body]);
};
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** A font by its weight: 11 points, in the letters of the wire's clients. */
const font = (weight: number) => record(0x0031, u16(220, 0, 0x7fff, weight, 0), Buffer.from([0, 0, 134, 0, 2, 1]), utf16('宋体'));
/** A format of cells, or the style that others are of. */
const format = (fontAt: number, style: boolean) =>
  record(0x00e0, u16(fontAt, 0, style ? 0xfff5 : 1), Buffer.from([0x20, 0, 0, style ? 0xf4 : 0x08]), u32(0, 0), u16(0x20c0));

/** Format 15 is that of cells, 16 that of titles. */
const [PLAIN, TITLE] = [15, 16];
const FORMATS = [...Array.from({ length: 15 }, () => format(0, true)), format(0, false), format(5, false)];

/** The texts of a workbook, each once, in records of their own. */
class Texts {
  readonly #found = new Map<string, number>();
  #total = 0;
  /** Where a text stands among them. */
  at(text: string): number {
    this.#total++;
    const known = this.#found.get(text);
    if (known !== undefined) return known;
    this.#found.set(text, this.#found.size);
    return this.#found.size - 1;
  }
  records(): Buffer[] {
    const out: Buffer[] = [];
    let parts: Buffer[] = [u32(this.#total, this.#found.size)];
    let [type, room] = [SST, RECORD - 8];
    const next = () => {
      out.push(record(type, ...parts));
      parts = [];
      [type, room] = [CONTINUE, RECORD];
    };
    const put = (bytes: Buffer) => {
      parts.push(bytes);
      room -= bytes.length;
    };
    for (const text of this.#found.keys()) {
      // The head of a text and its first character stay together.
      if (room < 5) next();
      put(Buffer.concat([u16(text.length), Buffer.from([1])]));
      for (let rest = utf16(text); rest.length > 0;) {
        const piece = rest.subarray(0, room & ~1);
        put(piece);
        rest = rest.subarray(piece.length);
        if (rest.length === 0) break;
        next();
        // What goes on says again that its characters have two bytes.
        put(Buffer.from([1]));
      }
    }
    next();
    return out;
  }
}

function cell(texts: Texts, row: number, column: number, value: Cell, style: number): Buffer | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    const number = Buffer.alloc(8);
    number.writeDoubleLE(value);
    return record(0x0203, u16(row, column, style), number);
  }
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : value.toWellFormed();
  return record(0x00fd, u16(row, column, style), u32(texts.at(text.slice(0, CHARACTERS))));
}

/** What stands before the sheet; `start` is where the sheet begins. */
const globals = (name: string, texts: readonly Buffer[], start: number) =>
  Buffer.concat([
    record(BOF, u16(0x0600, 5, 0x0dbb, 0x07cc), u32(0, 6)),
    record(0x0042, u16(1200)),
    record(0x003d, u16(0, 0, 16_000, 9_000, 0x38, 0, 0, 1, 600)),
    ...[400, 400, 400, 400, 700].map(font),
    ...FORMATS,
    record(0x0293, u16(0x8000), Buffer.from([0, 0xff])),
    record(0x0085, u32(start), u16(0), Buffer.from([name.length, 1]), utf16(name)),
    ...texts,
    record(EOF),
  ]);

async function sheetOf<Row>(texts: Texts, columns: readonly SheetColumn<Row>[], batches: AsyncIterable<readonly Row[]>): Promise<Buffer> {
  const cells: Buffer[] = [];
  let rows = 0;
  const line = (values: readonly Cell[], style: number) => {
    cells.push(...values.flatMap((value, at) => cell(texts, rows, at, value, style) ?? []));
    rows++;
  };
  line(
    columns.map(({ title }) => title),
    TITLE,
  );
  for await (const batch of batches) {
    if (rows + batch.length > XLS_ROWS + 1) throw new Error('More rows than a workbook of this format has');
    for (const row of batch)
      line(
        columns.map(({ value }) => value(row)),
        PLAIN,
      );
  }
  return Buffer.concat([
    record(BOF, u16(0x0600, 0x0010, 0x0dbb, 0x07cc), u32(0, 6)),
    record(0x0055, u16(20)),
    record(0x0200, u32(0, rows), u16(0, columns.length, 0)),
    ...cells,
    record(0x023e, u16(0x06b6, 0, 0, 64, 0), u16(0, 0), u32(0)),
    record(EOF),
  ]);
}

const SECTOR = 512;
const [END, FREE, FAT, DIFAT] = [0xfffffffe, 0xffffffff, 0xfffffffd, 0xfffffffc];
const IN_HEADER = 109;
const PER_SECTOR = SECTOR / 4;

/** An entry of the directory. */
function entry(name: string, type: number, child: number, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128);
  utf16(name).copy(bytes);
  bytes.writeUInt16LE(name ? (name.length + 1) * 2 : 0, 64);
  bytes[66] = type;
  bytes[67] = 1;
  for (const [at, value] of [
    [68, FREE],
    [72, FREE],
    [76, child],
    [116, start],
    [120, size],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}

/** Sectors of the table of sectors, and of the table of those, for so many sectors of content. */
function tables(content: number): { fats: number; difats: number } {
  let [fats, difats] = [0, 0];
  for (;;) {
    const needed = Math.ceil((content + fats + difats) / PER_SECTOR);
    const more = Math.max(0, Math.ceil((needed - IN_HEADER) / (PER_SECTOR - 1)));
    if (needed === fats && more === difats) return { fats, difats };
    [fats, difats] = [needed, more];
  }
}

/** A compound file whose one stream is the workbook. */
function compound(workbook: Buffer): Buffer[] {
  // A shorter stream would live in the small sectors that this file does without.
  const size = Math.max(4096, workbook.length);
  const sectors = Math.ceil(size / SECTOR);
  const directory = sectors;
  const { fats, difats } = tables(sectors + 1);
  const firstFat = directory + 1;
  const firstDifat = firstFat + fats;
  const table = [
    ...Array.from({ length: sectors }, (_, at) => (at === sectors - 1 ? END : at + 1)),
    END,
    ...Array.from({ length: fats }, () => FAT),
    ...Array.from({ length: difats }, () => DIFAT),
  ];
  while (table.length < fats * PER_SECTOR) table.push(FREE);
  const fatSectors = Array.from({ length: fats }, (_, at) => firstFat + at);
  const inHeader = fatSectors.slice(0, IN_HEADER);
  while (inHeader.length < IN_HEADER) inHeader.push(FREE);
  const difatSectors = Array.from({ length: difats }, (_, at) => {
    const part = fatSectors.slice(IN_HEADER + at * (PER_SECTOR - 1), IN_HEADER + (at + 1) * (PER_SECTOR - 1));
    while (part.length < PER_SECTOR - 1) part.push(FREE);
    return u32(...part, at === difats - 1 ? END : firstDifat + at + 1);
  });
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    u16(0x003e, 3, 0xfffe, 9, 6, 0, 0, 0),
    u32(0, fats, directory, 0, 4096, END, 0, difats > 0 ? firstDifat : END, difats, ...inHeader),
  ]);
  const root = entry('Root Entry', 5, 1, END, 0);
  const empty = () => entry('', 0, FREE, 0, 0);
  return [
    header,
    workbook,
    Buffer.alloc(sectors * SECTOR - workbook.length),
    Buffer.concat([root, entry('Workbook', 2, FREE, 0, size), empty(), empty()]),
    u32(...table),
    ...difatSectors,
  ];
}

/** What Excel forbids in the name of a sheet, and what is longer than it takes. */
const sheetName = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\\/?*[\]:']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1';

/** A workbook with one sheet; `XLS_ROWS` rows at most. */
export async function* xls<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const texts = new Texts();
  const sheet = await sheetOf(texts, columns.slice(0, COLUMNS), batches);
  const records = texts.records();
  const title = sheetName(name);
  const { length } = globals(title, records, 0);
  yield* compound(Buffer.concat([globals(title, records, length), sheet]));
}
