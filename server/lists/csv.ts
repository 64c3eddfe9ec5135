/**
 * Tables as text for programs that read no workbooks: UTF-8 with a mark, so that Excel knows; what would be a formula is text there, too.
 */
import type { Cell, SheetColumn } from './xlsx.ts';

/** What a spreadsheet takes for a formula: a sign, also a full-width one (Chinese and Japanese Excel read it), also behind white space. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r\n]/u;

function field(value: Cell): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : value;
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The text of a table, a chunk for each batch. */
export async function* csv<Row>(columns: readonly SheetColumn<Row>[], batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield `\ufeff${columns.map(({ title }) => field(title)).join()}\r\n`;
  for await (const rows of batches) yield rows.map((row) => `${columns.map(({ value }) => field(value(row))).join()}\r\n`).join('');
}
