/** A workbook of people with every kind of error beside as many good rows, as institutions send them; built from XML, so that cells are what they are. */
import { workbookParts, zipOf } from './hostile-workbooks.ts';

/** A text, a number as Excel stores it, or the result of a formula. */
type Cell = string | number | { formula: string; result: string } | null;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const xml = (content: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellOf(at: string, value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'string') return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  return `<c r="${at}" t="str"><f>${escaped(value.formula)}</f><v>${escaped(value.result)}</v></c>`;
}

const rowOf = (cells: readonly Cell[], at: number) =>
  `<row r="${at}">${cells.map((cell, column) => cellOf(`${String.fromCharCode(65 + column)}${at}`, cell)).join('')}</row>`;

/** The XML of a sheet; `blank` empty rows follow the last one. */
export const sheetXml = (rows: readonly (readonly Cell[])[], { merged = [] as string[], blank = 0 } = {}): Buffer => {
  const empty = Array.from({ length: blank }, (_, at) => `<row r="${rows.length + at + 1}"><c r="A${rows.length + at + 1}" s="0"/></row>`);
  const merges = merged.length > 0 ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : '';
  return xml(
    `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((row, at) => rowOf(row, at + 1)).join('')}${empty.join('')}</sheetData>${merges}</worksheet>`,
  );
};

/** A workbook of one sheet. */
export const bookOf = (sheet: Buffer): Buffer => zipOf(workbookParts(sheet));

/** A workbook of several sheets, some of them hidden. */
export function bookOfSheets(sheets: readonly { name: string; state?: 'hidden' | 'veryHidden'; sheet: Buffer }[]): Buffer {
  const parts = workbookParts(Buffer.alloc(0)).slice(0, 2);
  const list = sheets.map(
    ({ name, state }, at) => `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const related = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return zipOf([
    ...parts,
    { name: 'xl/workbook.xml', data: xml(`<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: xml(`<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`),
    },
    ...sheets.map(({ sheet }, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, data: sheet })),
  ]);
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** A right number on an identity card of who was born in the 1940s; another for each `serial` up to 28,000,000. */
export function identityOf(serial: number): string {
  const day = 1 + (serial % 28);
  const order = 100 + (Math.floor(serial / 28) % 800);
  const region = 110101 + Math.floor(serial / 22_400);
  const body = `${region}19420${1 + (serial % 9)}${String(day).padStart(2, '0')}${order}`;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return `${body}${'10X98765432'[sum % 11]}`;
}

/** Columns in another order than the template's, with one that is none of ours. */
export const TITLES = [
  '序号',
  '房间床位',
  '姓名*',
  '身份证号',
  '出生日期',
  '性别',
  '联系电话',
  '护理等级',
  '部门',
  '护理员',
  '备注',
  '照护提醒',
];
type Given = Partial<
  Record<'bed' | 'name' | 'identity' | 'birth' | 'gender' | 'phone' | 'level' | 'department' | 'carer' | 'remarks' | 'flags', Cell>
>;

const FULL = '０１２３４５６７８９';
export const wide = (digits: string) => digits.replaceAll(/\d/g, (digit) => FULL[Number(digit)]!);

interface Kind {
  name: string;
  /** Over a good row. */
  given: (serial: number) => Given;
  column: string | null;
  reason: RegExp;
}

const TWICE = 9_000_001;
/** What the house knows already; the test registers it. */
export const KNOWN = { userName: '顾在册', mobile: '13700000001', identityNumber: identityOf(9_000_000) };
export const TAKEN_BED = '1号楼 3层 302 1床';
export const FOREIGN_BED = '别家楼 5层 501 1床';

/** One error in a row each; the first of `kinds` that repeat a row begins with a good one. */
export const kinds: readonly Kind[] = [
  {
    name: 'identity number wrong',
    given: (n) => ({ identity: `${identityOf(n).slice(0, 17)}${identityOf(n).endsWith('5') ? 6 : 5}` }),
    column: '身份证号',
    reason: /^身份证号不正确，请核对18位号码$/,
  },
  {
    name: 'identity number as a number',
    given: () => ({ identity: 110101194203010000 }),
    column: '身份证号',
    reason: /数字格式.*设为文本格式后重新填写$/,
  },
  {
    name: 'identity number masked',
    given: (n) => ({ identity: `110***********${String(n).padStart(4, '0')}` }),
    column: null,
    reason: /^请输入完整的身份证号$/,
  },
  {
    name: 'identity number known',
    given: () => ({ identity: KNOWN.identityNumber }),
    column: null,
    reason: /^(已有相同身份证号的服务对象，请勿重复登记|与第\d+行重复（身份证号相同）)$/,
  },
  {
    name: 'identity number twice',
    given: () => ({ identity: identityOf(TWICE) }),
    column: '身份证号',
    reason: /^与第\d+行重复（身份证号相同）$/,
  },
  {
    name: 'name and phone known',
    given: () => ({ name: KNOWN.userName, phone: KNOWN.mobile }),
    column: null,
    reason: /^(已有姓名和电话都相同的服务对象，请勿重复登记|与第\d+行重复（姓名、联系电话相同）)$/,
  },
  { name: 'name missing', given: () => ({ name: null }), column: '姓名', reason: /^姓名不能为空$/ },
  { name: 'name of blanks', given: () => ({ name: ' 　 ' }), column: '姓名', reason: /^姓名不能为空$/ },
  { name: 'name too long', given: () => ({ name: '名'.repeat(21) }), column: '姓名', reason: /^长度不能超过20个字符$/ },
  { name: 'bed taken', given: () => ({ bed: TAKEN_BED }), column: '房间床位', reason: /^没有“1号楼 3层 302 1床”，可以填写：/ },
  { name: 'bed unknown', given: () => ({ bed: '9号楼 9床' }), column: '房间床位', reason: /^没有“9号楼 9床”，可以填写：/ },
  {
    name: 'bed with a remark',
    given: () => ({ bed: '302 2床（朝南）' }),
    column: '房间床位',
    reason: /^没有“302 2床（朝南）”，可以填写：/,
  },
  {
    name: 'bed of another institution',
    given: () => ({ bed: FOREIGN_BED }),
    column: '房间床位',
    reason: /^没有“别家楼 5层 501 1床”，可以填写：/,
  },
  { name: 'phone wrong', given: () => ({ phone: '138001' }), column: '联系电话', reason: /^电话号码格式不正确，请填写手机号或固定电话/ },
  { name: 'day that is none', given: () => ({ birth: '1942-02-30' }), column: '出生日期', reason: /^日期不存在$/ },
  { name: 'day in words', given: () => ({ birth: '去年春天' }), column: '出生日期', reason: /日期/ },
  { name: 'day as a bare number', given: () => ({ birth: 15402 }), column: '出生日期', reason: /日期/ },
  { name: 'day to come', given: () => ({ birth: '2999-01-01' }), column: null, reason: /^请检查出生日期$/ },
  { name: 'sex unknown', given: () => ({ gender: '女士' }), column: '性别', reason: /^没有“女士”，可以填写：男、女$/ },
  { name: 'care level unknown', given: () => ({ level: '九级' }), column: '护理等级', reason: /^没有“九级”，可以填写：自理、/ },
  { name: 'department unknown', given: () => ({ department: '车队' }), column: '部门', reason: /^没有“车队”/ },
  { name: 'carer unknown', given: () => ({ carer: '无此人' }), column: '护理员', reason: /^没有“无此人”/ },
  { name: 'remarks too long', given: () => ({ remarks: '长'.repeat(501) }), column: '备注', reason: /^长度不能超过500个字符$/ },
  { name: 'flag too long', given: () => ({ flags: `跌倒高危、${'长'.repeat(21)}` }), column: '照护提醒', reason: /^长度不能超过20个字符$/ },
];

/** Spellings of a right row; all say the same day and the same kind of number. */
const spellings: readonly ((serial: number, phone: string) => Given)[] = [
  (n, phone) => ({ identity: identityOf(n), phone }),
  (n, phone) => ({ identity: wide(identityOf(n)), phone: wide(phone) }),
  (n, phone) => ({ identity: ` ${identityOf(n).toLowerCase()} `, phone: `　${phone}　` }),
  (_n, phone) => ({ identity: null, birth: '1942年3月1日', gender: ' 女 ', phone: Number(phone) }),
  (_n, phone) => ({
    identity: null,
    birth: '1942/3/1',
    gender: '女',
    phone: `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`,
  }),
  (_n, phone) => ({ identity: null, birth: wide('1942-03-01'), gender: '女', phone }),
  (_n, phone) => ({
    identity: null,
    birth: '19420301',
    gender: { formula: 'IF(TRUE,"女","男")', result: '女' },
    phone: { formula: 'A1', result: phone },
  }),
  (_n, phone) => ({ identity: null, birth: '1942.03.01', gender: '女', phone }),
];

const cells = (
  {
    bed = null,
    name = null,
    identity = null,
    birth = null,
    gender = null,
    phone = null,
    level = null,
    department = null,
    carer = null,
    remarks = null,
    flags = null,
  }: Given,
  at: number,
): Cell[] => [at, bed, name, identity, birth, gender, phone, level, department, carer, remarks, flags];

export interface Faulty {
  bytes: Buffer;
  /** By the number of the row in the sheet. */
  expected: Map<number, Kind>;
  good: number;
}

/** `count` rows: every second one has an error, of each kind in turn. */
export function faultyPeople(count: number): Faulty {
  const rows: Cell[][] = [['颐安服务对象名单（家属提供）'], TITLES];
  const expected = new Map<number, Kind>();
  // The one that the others repeat.
  rows.push(cells({ name: '首位', identity: identityOf(TWICE), phone: '13799999999' }, 0));
  for (let at = 1; at < count; at += 1) {
    const phone = `138${String(at).padStart(8, '0')}`;
    const good = { name: `长者${at}`, ...spellings[Math.floor(at / 2) % spellings.length]!(at, phone) };
    const kind = at % 2 === 1 ? kinds[Math.floor(at / 2) % kinds.length] : undefined;
    rows.push(cells(kind ? { name: good.name, phone, ...kind.given(at) } : good, at));
    if (kind) expected.set(rows.length, kind);
  }
  return { bytes: bookOf(sheetXml(rows, { merged: ['A1:L1'] })), expected, good: count - expected.size };
}
