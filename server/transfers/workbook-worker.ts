/** Thread that opens one uploaded workbook and ends: whatever the file does to memory or time, it does here. */
import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';
import { checkWorkbook, PROBLEMS, WorkbookProblem } from './workbook-check.ts';

export interface WorkbookOrder {
  bytes: ArrayBuffer;
  /** The columns that are wanted, and those of them without which the sheet is not the right one. */
  titles: readonly string[];
  needed: readonly string[];
  mostRows: number;
  mostColumns: number;
}

/** The row's number in the sheet, and the text of each wanted column. */
export type SheetRow = [line: number, cells: string[]];
export type WorkbookNews = { rows: SheetRow[] } | { problem: string } | { titles: string[] };

/** Rows in front of the titles: a heading and a remark. */
const TITLES_WITHIN = 5;
const BATCH = 500;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** Of a number Excel keeps fifteen digits: the rest of a longer one is lost. */
const MOST_NUMBER = 1e15;

/** A cell as a person reads it: dates as text, numbers without the noise of binary fractions, one that has lost digits as no number at all. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') {
    if (Math.abs(value) >= MOST_NUMBER) return value.toExponential();
    return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : '';
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const day = `${pad(value.getUTCFullYear(), 4)}-${pad(value.getUTCMonth() + 1)}-${pad(value.getUTCDate())}`;
    const time = [value.getUTCHours(), value.getUTCMinutes(), value.getUTCSeconds()].map((part) => pad(part)).join(':');
    return time === '00:00:00' ? day : `${day} ${time}`;
  }
  return String(value).toWellFormed().replace(CONTROLS, '').trim();
}

/** Titles as they are compared: without the mark of what is required. */
const bare = (title: string) => title.replace(/[*＊]/g, '').replace(/\s+/g, '');

async function read({ bytes, titles, needed, mostRows, mostColumns }: WorkbookOrder, tell: (news: WorkbookNews) => void): Promise<void> {
  const file = Buffer.from(bytes);
  const sheet = await checkWorkbook(file);
  let places: number[] | null = null;
  let seen = 0;
  let count = 0;
  let rows: SheetRow[] = [];
  for await (const { index, values } of streamXlsxRows(file, { sheet })) {
    if (values.findLastIndex((value) => value !== null && value !== '') >= mostColumns)
      throw new WorkbookProblem(`列数不能超过${mostColumns}列，请使用模板填写`);
    const cells = values.map(textOf);
    if (cells.every((cell) => cell === '')) continue;
    if (!places) {
      const heads = cells.map(bare);
      if (needed.every((title) => heads.includes(bare(title)))) {
        const twice = titles.find((title) => heads.filter((head) => head === bare(title)).length > 1);
        if (twice) throw new WorkbookProblem(`表头中有重复的列“${twice}”`);
        places = titles.map((title) => heads.indexOf(bare(title)));
        tell({ titles: titles.filter((_, at) => (places as number[])[at] !== -1) });
      } else if (++seen >= TITLES_WITHIN) break;
      continue;
    }
    const wanted = places.map((at) => (at === -1 ? '' : (cells[at] ?? '')));
    // What stands only in columns that are not ours, such as the reasons of an earlier try, is no row; nor is the template's example.
    if (wanted.every((cell) => cell === '') || /^示例[:：]/.test(wanted[0] ?? '')) continue;
    if (++count > mostRows) throw new WorkbookProblem(`一次最多导入${mostRows.toLocaleString('en')}行，请分批导入`);
    rows.push([index + 1, wanted]);
    if (rows.length === BATCH) {
      tell({ rows });
      rows = [];
    }
  }
  if (!places) throw new WorkbookProblem(`没有找到表头，请使用模板填写（缺少列“${needed.join('”“')}”）`);
  if (count === 0) throw new WorkbookProblem('表格中没有数据，请填写后再上传');
  tell({ rows });
}

if (parentPort) {
  const port = parentPort;
  await read(workerData as WorkbookOrder, (news) => port.postMessage(news)).catch((error: unknown) => {
    port.postMessage({ problem: error instanceof WorkbookProblem ? error.message : PROBLEMS.broken } satisfies WorkbookNews);
  });
}
