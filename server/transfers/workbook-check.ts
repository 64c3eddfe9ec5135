/** Whether bytes that somebody calls a workbook may be opened at all. Nothing that the file says of its own sizes is believed. */
import { createInflateRaw, inflateRawSync } from 'node:zlib';

const MOST_ENTRIES = 200;
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_RATIO = 100;
/** Small files of equal rows pack better than any bomb must. */
const RATIO_FROM = 1024 * 1024;

const END = Buffer.from([0x50, 0x4b, 5, 6]);
const LOCAL = 0x04034b50;
const RECORD = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x0001;

export const PROBLEMS = {
  empty: '文件为空，请选择填写好的表格',
  foreign: '文件不是 Excel 工作簿（.xlsx），请下载模板填写后再上传',
  old: '不支持 .xls 格式，请在 Excel 中另存为 .xlsx 后再上传',
  encrypted: '文件已加密，请取消密码保护后再上传',
  broken: '文件已损坏，请重新保存后再上传',
  entries: '文件内部的文件过多，已拒绝',
  path: '文件内部的路径异常，已拒绝',
  bomb: '文件解压后过大，已拒绝',
  macro: '不支持带宏的工作簿，请另存为 .xlsx 后再上传',
  entity: '文件含有外部实体声明，已拒绝',
} as const;

/** Thrown with one of the texts above, or one that names a limit: what the person reads. */
export class WorkbookProblem extends Error {}
const fail = (problem: keyof typeof PROBLEMS): never => {
  throw new WorkbookProblem(PROBLEMS[problem]);
};

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  /** Of its data. */
  from: number;
}

/** The directory, each entry checked against its own header. */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(END, bytes.length - 22);
  if (end < 0) return fail('broken');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  // 65,535 entries or 4 GB stand for the larger format, which no spreadsheet of ours needs.
  if (count > MOST_ENTRIES) fail(count === 0xffff ? 'broken' : 'entries');
  if (bytes.readUInt16LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== count) fail('broken');
  const entries: Entry[] = [];
  const names = new Set<string>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== RECORD) fail('broken');
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const length = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const raw = bytes.subarray(at + 46, at + 46 + length);
    const name = raw.toString('utf8');
    if (flags & ENCRYPTED) fail('encrypted');
    if (method !== STORED && method !== DEFLATED) fail('broken');
    if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|\\|\0|^[A-Za-z]:/.test(name)) fail('path');
    if (names.has(name) || local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) fail('broken');
    names.add(name);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (from + packed > bytes.length || !bytes.subarray(local + 30, local + 30 + bytes.readUInt16LE(local + 26)).equals(raw))
      fail('broken');
    // A reader would look for the real size elsewhere.
    if (packed === 0 && (size !== 0 || (bytes.readUInt32LE(local + 18) !== 0 && !name.endsWith('/')))) fail('broken');
    entries.push({ name, method, packed, size, from });
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  // Entries that share bytes inflate the same data again and again.
  const inOrder = entries.filter(({ packed }) => packed > 0).sort((a, b) => a.from - b.from);
  for (let index = 1; index < inOrder.length; index++) {
    const before = inOrder[index - 1] as Entry;
    if (before.from + before.packed > (inOrder[index] as Entry).from) fail('broken');
  }
  return entries;
}

const DOCTYPE = Buffer.from('<!DOCTYPE');

/** Counts an entry's bytes as they are inflated; stops above `left`. Throws for XML that declares entities. */
async function inflatedSize(bytes: Buffer, { name, method, packed, from }: Entry, left: number): Promise<number> {
  const data = bytes.subarray(from, from + packed);
  const xml = /\.(xml|rels|vml)$/i.test(name);
  if (method === STORED) {
    if (xml && data.includes(DOCTYPE)) fail('entity');
    return packed;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(data);
  let size = 0;
  let tail: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > left) fail('bomb');
      if (xml && Buffer.concat([tail, chunk]).includes(DOCTYPE)) fail('entity');
      tail = chunk.subarray(-DOCTYPE.length);
    }
  } catch (error) {
    if (error instanceof WorkbookProblem) throw error;
    fail('broken');
  }
  return size;
}

const WORKBOOK = 'xl/workbook.xml';

/** The place of the first sheet that Excel shows: what a person cannot see is not imported. 0 where none says that it is hidden. */
function firstShown(bytes: Buffer, entries: readonly Entry[]): number {
  const { method, packed, from } = entries.find(({ name }) => name === WORKBOOK)!;
  const data = bytes.subarray(from, from + packed);
  const xml = (method === STORED ? data : inflateRawSync(data, { maxOutputLength: MOST_BYTES })).toString('utf8');
  const sheets = [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => !/\sstate\s*=\s*["'](?:veryH|h)idden["']/.test(tag));
  return Math.max(0, sheets.indexOf(true));
}

/** Gives the place of the sheet to read. Throws a WorkbookProblem unless the bytes are a plain, unencrypted workbook of a bearable size. */
export async function checkWorkbook(bytes: Buffer): Promise<number> {
  if (bytes.length === 0) fail('empty');
  if (bytes.length < 22) fail('foreign');
  if (bytes.readUInt32BE(0) === 0xd0cf11e0) fail(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'old');
  if (bytes.readUInt32LE(0) !== LOCAL) fail('foreign');
  const entries = entriesOf(bytes);
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('xl/vbaProject.bin')) fail('macro');
  if (!names.has('[Content_Types].xml') || !names.has(WORKBOOK)) fail('foreign');
  let total = 0;
  for (const entry of entries) {
    if (entry.packed === 0) continue;
    const size = await inflatedSize(bytes, entry, MOST_BYTES - total);
    if (size !== entry.size) fail('broken');
    total += size;
    if (total > RATIO_FROM && total > bytes.length * MOST_RATIO) fail('bomb');
  }
  return firstShown(bytes, entries);
}
