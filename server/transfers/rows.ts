/** From the text of a sheet's rows to forms, with every error of every row. */
import { z } from 'zod';
import type { RowError } from '#contract/transfers/transfers.ts';
import type { Context } from '../context.ts';
import { chineseOf } from '../http/inputs.ts';
import type { Choices, Import, ImportColumn } from './declarations.ts';
import { readWords } from './dictionary-words.ts';
import type { SheetRow } from './workbooks.ts';

export type Problem = z.output<typeof RowError>;

export interface Read<Form> {
  line: number;
  cells: string[];
  /** Null when the row has errors. */
  form: Form | null;
  problems: Problem[];
}

/** The words of every column that has some, by its key. */
export async function choicesOf(columns: readonly ImportColumn[], context: Context): Promise<Map<string, Choices>> {
  const known = await readWords(context.tx, [...new Set(columns.flatMap(({ dictionary }) => dictionary ?? []))]);
  const found = new Map<string, Choices>();
  for (const { key, dictionary, choices } of columns) {
    if (choices) found.set(key, await choices(context));
    else if (dictionary) {
      const words = new Map<string, unknown>();
      // Codes of dictionaries are numbers in our forms.
      for (const [value, label] of known.get(dictionary) ?? []) words.set(label, /^\d{1,9}$/.test(value) ? Number(value) : value);
      found.set(key, words);
    }
  }
  return found;
}

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\s+[\d:]+)?$|^(\d{4})(\d\d)(\d\d)$/;

/** What a cell says whose number was too long for Excel. */
const CUT = /^-?\d(\.\d+)?e\+\d+$/;
const CUT_REASON = '单元格是数字格式，15位以后的数字已丢失，请把这一列设为文本格式后重新填写';

/** `1945/3/1`, `1945年3月1日`, `19450301` as the wire's day; anything else as it stands, for the form to refuse. */
function dayOf(text: string): string {
  const match = DAY.exec(text);
  if (!match) return text;
  const [year, month, day] = (match[1] ? match.slice(1, 4) : match.slice(4, 7)) as [string, string, string];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const some = (words: Choices) => {
  const list = [...words.keys()];
  return list.length > 8 ? `${list.slice(0, 8).join('、')}等` : list.join('、');
};

/** What a cell says; `reason` when it says nothing that the column knows. */
function valueOf(text: string, { kind, several }: ImportColumn, words: Choices | undefined): { value?: unknown; reason?: string } {
  if (CUT.test(text)) return { reason: CUT_REASON };
  if (several) {
    const parts = text
      .split(/[、,，;；]/)
      .map((part) => part.trim())
      .filter(Boolean);
    if (!words) return { value: parts };
    const strange = parts.find((part) => words.get(part) === undefined);
    return strange === undefined ? { value: parts.map((part) => words.get(part)) } : { reason: unknown(strange, words) };
  }
  if (words) {
    const value = words.get(text) ?? words.get(text.normalize('NFKC'));
    return value === undefined ? { reason: unknown(text, words) } : { value };
  }
  // Full-width digits, as a Chinese keyboard types them, are digits.
  const plain = text.normalize('NFKC');
  if (kind === 'date') return { value: dayOf(plain) };
  if (kind === 'number') {
    const digits = plain.replaceAll(',', '');
    return /^[+-]?\d{1,15}(\.\d{1,8})?$/.test(digits) ? { value: Number(digits) } : { reason: '请输入数字' };
  }
  return { value: text };
}

const unknown = (text: string, words: Choices): string =>
  words.has(text)
    ? `“${text.slice(0, 40)}”不止一个，无法确定是哪一个`
    : `没有“${text.slice(0, 40)}”${words.size ? `，可以填写：${some(words)}` : ''}`;

/** Reads the rows of one file, some at a time. What is unique is compared within the file; a later row is told which one it repeats. */
export function rowReader<Form>(
  { columns, form: schema, unique = [] }: Pick<Import<Form>, 'columns' | 'form' | 'unique'>,
  words: ReadonlyMap<string, Choices>,
): (rows: readonly SheetRow[]) => Read<Form>[] {
  const form = z.compile(schema);
  const titles = new Map(columns.map(({ key, title }, at) => [key, { title, at }]));
  const seen = unique.map(() => new Map<string, number>());
  const readRow = ([line, cells]: SheetRow): Read<Form> => {
    const problems: Problem[] = [];
    const input: Record<string, unknown> = {};
    const bad = new Set<string>();
    const tell = (key: string | null, reason: string) => {
      const known = key === null ? undefined : titles.get(key);
      if (key !== null) bad.add(key);
      problems.push({
        row: line,
        column: known?.title ?? null,
        value: known ? (cells[known.at] ?? '').slice(0, 100) || null : null,
        reason,
      });
    };
    columns.forEach((column, at) => {
      const text = cells[at] ?? '';
      if (text === '') return column.required ? tell(column.key, `${column.title}不能为空`) : undefined;
      const { value, reason } = valueOf(text, column, words.get(column.key));
      if (reason === undefined) input[column.key] = value;
      else tell(column.key, reason);
    });
    const parsed = form.safeParse(input);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        const key = issue.path.length ? String(issue.path[0]) : null;
        // What has been told of the cell already is not told again in other words.
        if (key === null || !bad.has(key)) tell(key, chineseOf(issue) ?? '格式不正确');
      }
    }
    unique.forEach((keys, at) => {
      const values = keys.map((key) => String(input[key] ?? ''));
      if (values.some((value) => value === '')) return;
      const id = JSON.stringify(values).toLowerCase();
      const first = seen[at]!.get(id);
      if (first === undefined) seen[at]!.set(id, line);
      else tell(keys[0]!, `与第${first}行重复（${keys.map((key) => titles.get(key)?.title).join('、')}相同）`);
    });
    return { line, cells, form: problems.length === 0 && parsed.success ? parsed.data : null, problems };
  };
  return (rows) => rows.map(readRow);
}
