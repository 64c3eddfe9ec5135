/** A strict reader of workbooks before Excel 2007, written from the formats ([MS-CFB], [MS-XLS]) and not from the writer. */
import assert from 'node:assert/strict';

const END = 0xfffffffe;

/** The bytes of a stream of a compound file with sectors of 512 bytes. */
function streamOf(file: Buffer, wanted: string): Buffer {
  assert.equal(file.toString('hex', 0, 8), 'd0cf11e0a1b11ae1', 'a compound file');
  assert.equal(file.length % 512, 0, 'whole sectors');
  assert.deepEqual([file.readUInt16LE(26), file.readUInt16LE(28), file.readUInt16LE(30)], [3, 0xfffe, 9]);
  const sector = (at: number) => {
    assert.ok((at + 2) * 512 <= file.length, `sector ${at} is in the file`);
    return file.subarray((at + 1) * 512, (at + 2) * 512);
  };
  const numbers = (bytes: Buffer) => Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
  const fats = numbers(file.subarray(76, 512));
  for (let next = file.readUInt32LE(68), n = 0; n < file.readUInt32LE(72); n++) {
    const more = numbers(sector(next));
    next = more.pop()!;
    fats.push(...more);
    if (n === file.readUInt32LE(72) - 1) assert.equal(next, END);
  }
  const used = fats.slice(0, file.readUInt32LE(44));
  const table = used.flatMap((at) => numbers(sector(at)));
  for (const at of used) assert.equal(table[at], 0xfffffffd, 'a sector of the table says so');
  const chain = (first: number) => {
    const parts: Buffer[] = [];
    for (let at = first; at !== END; at = table[at]!) {
      assert.ok(parts.length < table.length, 'a chain ends');
      parts.push(sector(at));
    }
    return Buffer.concat(parts);
  };
  const directory = chain(file.readUInt32LE(48));
  for (let at = 0; at < directory.length; at += 128) {
    const name = directory.toString('utf16le', at, at + Math.max(0, directory.readUInt16LE(at + 64) - 2));
    const size = directory.readUInt32LE(at + 120);
    if (name !== wanted) continue;
    assert.ok(size >= 4096, 'not in the small sectors');
    return chain(directory.readUInt32LE(at + 116)).subarray(0, size);
  }
  throw new Error(`No stream ${wanted}`);
}

interface Record {
  at: number;
  type: number;
  body: Buffer;
}

function recordsOf(stream: Buffer): Record[] {
  const records: Record[] = [];
  for (let at = 0; at + 4 <= stream.length && stream.readUInt16LE(at) !== 0;) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    assert.ok(length <= 8224, 'no record is too long');
    records.push({ at, type, body: stream.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return records;
}

/** The texts of the table of strings, whose characters may go on in the next record. */
function textsOf(parts: readonly Buffer[]): string[] {
  let [part, at] = [0, 8];
  const count = parts[0]!.readUInt32LE(4);
  return Array.from({ length: count }, () => {
    if (at === parts[part]!.length) [part, at] = [part + 1, 0];
    const length = parts[part]!.readUInt16LE(at);
    assert.equal(parts[part]![at + 2], 1, 'two bytes a character');
    at += 3;
    let text = '';
    while (text.length < length) {
      if (at === parts[part]!.length) {
        [part, at] = [part + 1, 1];
        assert.equal(parts[part]![0], 1, 'two bytes a character, still');
      }
      const here = Math.min(length - text.length, (parts[part]!.length - at) / 2);
      assert.ok(Number.isInteger(here), 'no character is split');
      text += parts[part]!.toString('utf16le', at, at + here * 2);
      at += here * 2;
    }
    return text;
  });
}

/** The name and the cells of the one sheet of a workbook; undefined where a cell is empty. */
export function readXls(file: Buffer): { name: string; rows: (string | number | undefined)[][] } {
  const records = recordsOf(streamOf(file, 'Workbook'));
  const bound = records.find(({ type }) => type === 0x85)!.body;
  const begins = records.findIndex(({ at }) => at === bound.readUInt32LE(0));
  assert.equal(records[begins]?.type, 0x809, 'the sheet begins where the workbook says');
  const first = records.findIndex(({ type }) => type === 0xfc);
  const after = records.findIndex(({ type }, at) => at > first && type !== 0x3c);
  const texts = textsOf(records.slice(first, after).map(({ body }) => body));
  const formats = records.filter(({ type }) => type === 0xe0).length;
  const rows: (string | number | undefined)[][] = [];
  for (const { type, body } of records.slice(begins)) {
    if (type !== 0xfd && type !== 0x203) continue;
    assert.ok(body.readUInt16LE(4) < formats, 'its format is there');
    const value = type === 0xfd ? texts[body.readUInt32LE(6)] : body.readDoubleLE(6);
    assert.notEqual(value, undefined);
    (rows[body.readUInt16LE(0)] ??= [])[body.readUInt16LE(2)] = value;
  }
  assert.equal(records.at(-1)?.type, 0x0a, 'the sheet ends');
  return { name: bound.toString('utf16le', 8, 8 + bound[6]! * 2), rows: rows.map((row) => Array.from(row)) };
}
