/** Files that are no workbook, or one made to harm; each with what the person is told. */
import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

interface Part {
  name: string;
  data: Buffer;
  /** What the headers claim. */
  size?: number;
  flags?: number;
  method?: number;
  packed?: Buffer;
  /** Shares the data of the part at this index. */
  sharing?: number;
  localName?: string;
}

/** A zip file, lies included. */
export function zipOf(parts: Part[], claimed?: number): Buffer {
  const chunks: Buffer[] = [];
  const records: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const { name, data, size = data.length, flags = 0, method = 8, packed = deflateRawSync(data), sharing, localName = name } of parts) {
    const body = method === 0 ? data : packed;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(body.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(flags, 8);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(crc32(data), 16);
    record.writeUInt32LE(body.length, 20);
    record.writeUInt32LE(size, 24);
    record.writeUInt16LE(Buffer.byteLength(name), 28);
    record.writeUInt32LE(sharing === undefined ? at : offsets[sharing]!, 42);
    records.push(record, Buffer.from(name));
    offsets.push(at);
    if (sharing === undefined) {
      chunks.push(local, Buffer.from(localName), body);
      at += 30 + Buffer.byteLength(localName) + body.length;
    }
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(claimed ?? parts.length, 8);
  end.writeUInt16LE(claimed ?? parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...chunks, directory, end]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const text = (content: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The parts of a workbook whose sheet is this XML. */
export const workbookParts = (sheet: Buffer): Part[] => [
  { name: '[Content_Types].xml', data: text(`<Types xmlns="${PACKAGE}/content-types"/>`) },
  {
    name: '_rels/.rels',
    data: text(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  },
  {
    name: 'xl/workbook.xml',
    data: text(`<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: text(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
  },
  { name: 'xl/worksheets/sheet1.xml', data: sheet },
];
const sheetOf = (rows: string) => text(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`);
const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const TITLES = `<row r="1">${cell('A1', '姓名')}</row>`;
const PLAIN = sheetOf(`${TITLES}<row r="2">${cell('A2', '甲')}</row>`);
const plus = (parts: Part[], ...more: Part[]) => zipOf([...parts, ...more]);
const changed = (name: string, change: Partial<Part>) =>
  zipOf(workbookParts(PLAIN).map((part) => (part.name === name ? { ...part, ...change } : part)));
const SHEET = 'xl/worksheets/sheet1.xml';

/** A name, the bytes, and what must be said. */
export async function hostileWorkbooks(): Promise<[string, Buffer, RegExp][]> {
  const good = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: [['姓名'], ['甲']] }] }));
  const ole = Buffer.alloc(1024);
  ole.writeUInt32BE(0xd0cf11e0, 0);
  ole.writeUInt32BE(0xa1b11ae1, 4);
  const encrypted = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);
  const bomb = Buffer.alloc(60 * 1024 * 1024, 0x20);
  const dense = Buffer.alloc(8 * 1024 * 1024, 0x20);
  const manyRows = sheetOf(
    TITLES + Array.from({ length: 20_001 }, (_, at) => `<row r="${at + 2}">${cell(`A${at + 2}`, `甲${at}`)}</row>`).join(''),
  );
  const wide = sheetOf(`${TITLES}<row r="2">${cell('A2', '甲')}${cell('CW2', '远')}</row>`);
  const strings = Array.from({ length: 200_000 }, (_, at) => `<si><t>${at}</t></si>`).join('');
  return [
    ['nothing', Buffer.alloc(0), /文件为空|请选择/],
    ['a byte', Buffer.from('x'), /不是 Excel 工作簿/],
    ['a page named xlsx', Buffer.from('<!doctype html><html><script>alert(1)</script></html>'), /不是 Excel 工作簿/],
    ['text with commas named xlsx', Buffer.from('姓名,电话\n甲,13800000000\n'), /不是 Excel 工作簿/],
    ['an old workbook', ole, /不支持 \.xls/],
    ['an encrypted workbook', encrypted, /已加密/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'), /不是 Excel 工作簿/],
    ['an archive without a workbook', zipOf([{ name: 'a.txt', data: Buffer.from('a') }]), /不是 Excel 工作簿/],
    ['a text document', zipOf([workbookParts(PLAIN)[0]!, { name: 'word/document.xml', data: text('<w/>') }]), /不是 Excel 工作簿/],
    ['a workbook cut off', good.subarray(0, good.length - 40), /已损坏/],
    ['a workbook with a wrong byte', ((bytes) => (bytes.fill(0xff, 60, 90), bytes))(Buffer.from(good)), /已损坏|不是 Excel/],
    ['a bomb', plus(workbookParts(PLAIN), { name: 'xl/media/a.bin', data: bomb }), /解压后过大/],
    ['a bomb below the limit', plus(workbookParts(PLAIN), { name: 'xl/media/a.bin', data: dense }), /解压后过大/],
    ['a bomb that claims to be small', plus(workbookParts(PLAIN), { name: 'xl/media/a.bin', data: bomb, size: 100 }), /解压后过大/],
    ['a sheet that claims to be small', changed(SHEET, { size: 10 }), /已损坏/],
    [
      'parts that share their bytes',
      zipOf([...workbookParts(PLAIN), { name: 'xl/b.xml', data: PLAIN, sharing: 4, localName: SHEET }]),
      /已损坏/,
    ],
    ['two parts of one name', plus(workbookParts(PLAIN), { name: SHEET, data: PLAIN }), /已损坏/],
    ['a part under another name', changed(SHEET, { localName: 'xl/worksheets/sheet2.xml' }), /已损坏/],
    [
      '201 parts',
      plus(workbookParts(PLAIN), ...Array.from({ length: 201 }, (_, at) => ({ name: `xl/${at}.xml`, data: Buffer.from('<a/>') }))),
      /过多/,
    ],
    ['more parts than it has', zipOf(workbookParts(PLAIN), 9), /已损坏/],
    ['a path upwards', plus(workbookParts(PLAIN), { name: '../../etc/passwd', data: Buffer.from('x') }), /路径异常/],
    ['a path with backslashes', plus(workbookParts(PLAIN), { name: 'xl\\..\\a', data: Buffer.from('x') }), /路径异常/],
    ['an absolute path', plus(workbookParts(PLAIN), { name: '/etc/passwd', data: Buffer.from('x') }), /路径异常/],
    ['an encrypted part', changed(SHEET, { flags: 1 }), /已加密/],
    ['a part packed in another way', changed(SHEET, { method: 12 }), /已损坏/],
    ['macros', plus(workbookParts(PLAIN), { name: 'xl/vbaProject.bin', data: Buffer.from('x') }), /带宏/],
    [
      'entities that grow',
      zipOf(workbookParts(Buffer.from(`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${PLAIN.toString()}`))),
      /外部实体/,
    ],
    [
      'an entity behind a long comment',
      zipOf(workbookParts(Buffer.from(`<!--${'x'.repeat(70_000)}--><!DOCTYPE x SYSTEM "file:///etc/passwd">${PLAIN.toString()}`))),
      /外部实体/,
    ],
    ['no titles', zipOf(workbookParts(sheetOf(`<row r="1">${cell('A1', '甲')}</row>`))), /没有找到表头.*姓名/],
    ['titles without rows', zipOf(workbookParts(sheetOf(TITLES))), /没有数据/],
    [
      'a title twice',
      zipOf(workbookParts(sheetOf(`<row r="1">${cell('A1', '姓名')}${cell('B1', '姓名*')}</row><row r="2">${cell('A2', '甲')}</row>`))),
      /重复的列“姓名”/,
    ],
    ['20,001 rows', zipOf(workbookParts(manyRows)), /一次最多导入20,000行/],
    ['101 columns', zipOf(workbookParts(wide)), /列数不能超过100列/],
    [
      'a cell beyond all columns',
      zipOf(workbookParts(sheetOf(`${TITLES}<row r="2">${cell('ZZZZZZ2', '甲')}</row>`))),
      /已损坏|列数不能超过/,
    ],
    ['XML that ends nowhere', zipOf(workbookParts(Buffer.from(PLAIN.toString().slice(0, -60)))), /已损坏|没有数据/],
    [
      'many shared strings and no rows',
      zipOf([...workbookParts(sheetOf(TITLES)), { name: 'xl/sharedStrings.xml', data: text(`<sst xmlns="${MAIN}">${strings}</sst>`) }]),
      /没有数据|过于复杂/,
    ],
  ];
}
