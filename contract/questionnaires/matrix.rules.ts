/**
 * Questions with rows: one choice or several of the columns, a mark from 1 up, or a text for each column. An answer is an object by row,
 * `{ "1": 2 }`, `{ "1": [1, 3] }`, `{ "1": { "2": "文字" } }`: names are the values of rows and columns. Pure.
 */
import { isBlank, isObject, type Expand, type FormItem, type Option } from './item-types.rules.ts';

/** Whether a question of a kind has rows. */
export const isMatrix = (type: string): boolean => type.startsWith('MATRIX_');

/** The best mark of a scale that names none, and the best that one may name. */
export const SCALE = 5;
export const MOST_SCALE = 10;
/** Rows of a matrix, columns of one, and fields of text in one. */
export const MOST_ROWS = 50;
export const MOST_COLUMNS = 20;
export const MOST_FIELDS = 200;
/** Characters of a field that names no number. */
export const FIELD_LENGTH = 200;

/** The name of a row or a column in an answer. */
export const nameOf = ({ value }: Option) => String(value);
/** The marks of a scale, the lowest first. */
export const marksOf = ({ max = SCALE }: Expand): number[] => Array.from({ length: Math.min(MOST_SCALE, max) }, (_, at) => at + 1);

/** What one row was answered with; undefined where it was not. */
export function rowAnswer(answer: unknown, row: string | number): unknown {
  return isObject(answer) && Object.hasOwn(answer, String(row)) ? answer[String(row)] : undefined;
}

/** Whether an answer, a row of it or a field of that says nothing. */
export const isBlankCell = (cell: unknown): boolean => isBlank(cell) || (isObject(cell) && Object.values(cell).every(isBlankCell));

/** An answer, or a row of one, with one part in place of another; undefined where nothing is left. */
export function withPart(answer: unknown, name: string, part: unknown): Record<string, unknown> | undefined {
  const rest = Object.entries(isObject(answer) ? answer : {}).filter(([other]) => other !== name);
  // Blanks alone may be the beginning of a text that is typed.
  const nothing = part === undefined || part === '' || (Array.isArray(part) && part.length === 0);
  const next = nothing ? rest : [...rest, [name, part] as const];
  return next.length > 0 ? Object.fromEntries(next) : undefined;
}

/** The labels of rows that must be answered and are not. */
export const missingRows = ({ required, expand: { rows = [] } }: Pick<FormItem, 'required' | 'expand'>, answer: unknown): string[] =>
  rows.filter((row) => (required || row.required) && isBlankCell(rowAnswer(answer, nameOf(row)))).map(({ label = '' }) => label);

const withoutBlanks = (fields: Record<string, unknown>, order: readonly Option[]) => {
  const names = new Set([...order.map(nameOf), ...Object.keys(fields)]);
  return [...names].flatMap((name): [string, unknown][] => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return isBlankCell(value) ? [] : [[name, typeof value === 'string' ? value.trim() : value]];
  });
};

/** Without rows that say nothing, in the order of the rows; texts without their outer blanks. */
export function cleanedMatrix({ expand: { rows = [], options = [] } }: Pick<FormItem, 'expand'>, answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const cells = withoutBlanks(answer, rows);
  return Object.fromEntries(cells.map(([name, cell]) => [name, isObject(cell) ? Object.fromEntries(withoutBlanks(cell, options)) : cell]));
}

/** What is wrong with the answer of one row, in words that follow the name of the question; null when nothing is. */
function cellProblem({ type, expand }: Pick<FormItem, 'type' | 'expand'>, cell: unknown): string | null {
  const options = expand.options ?? [];
  const isColumn = (value: unknown) => options.some((option) => option.value === value);
  if (type === 'MATRIX_SCALE') return marksOf(expand).some((mark) => mark === cell) ? null : '格式不正确';
  if (type === 'MATRIX_SELECT') {
    if (!expand.multiple) return isColumn(cell) ? null : '的选项不存在';
    if (!Array.isArray(cell) || cell.length > MOST_COLUMNS || new Set(cell).size < cell.length) return '格式不正确';
    return cell.every(isColumn) ? null : '的选项不存在';
  }
  if (!isObject(cell)) return '格式不正确';
  const most = expand.maxlength ?? FIELD_LENGTH;
  for (const [name, text] of Object.entries(cell)) {
    if (!options.some((option) => nameOf(option) === name)) return '的选项不存在';
    if (typeof text !== 'string') return '格式不正确';
    if (text.length > most) return `长度不能超过${most}个字符`;
  }
  return null;
}

/** What is wrong with an answer that is there; null when nothing is. */
export function matrixProblem(value: unknown, item: Pick<FormItem, 'type' | 'expand'>, label: string): string | null {
  if (!isObject(value)) return `${label}格式不正确`;
  const { rows = [] } = item.expand;
  for (const [name, cell] of Object.entries(value)) {
    const row = rows.find((one) => nameOf(one) === name);
    if (!row) return `${label}的行不存在`;
    const problem = isBlankCell(cell) ? null : cellProblem(item, cell);
    if (problem) return `${label}“${row.label ?? ''}”${problem}`;
  }
  return null;
}

const labelIn = (options: readonly Option[] | undefined, value: unknown) =>
  options?.find((option) => option.value === value)?.label ?? String(value);

/** An answer of several rows as people read it: `processData` of a question with rows. */
export interface ShownTable {
  type: 'table';
  columns: { key: string; label: string }[];
  /** The cells in the order of the columns; nothing is ''. */
  rows: { key: string; label: string; cells: string[] }[];
}
/** Whether what is shown of an answer is a table. */
export const isShownTable = (value: unknown): value is ShownTable =>
  isObject(value) && value.type === 'table' && Array.isArray(value.rows) && Array.isArray(value.columns);

/** The rows that were answered. */
export function shownMatrix({ type, expand }: Pick<FormItem, 'type' | 'expand'>, answer: unknown): ShownTable {
  const { rows = [], options = [] } = expand;
  const isText = type === 'MATRIX_INPUT';
  const columns = isText ? options.map((option) => ({ key: nameOf(option), label: option.label ?? '' })) : [{ key: '', label: '' }];
  const words = (cell: unknown) =>
    type === 'MATRIX_SCALE'
      ? String(cell)
      : [cell]
          .flat()
          .map((value) => labelIn(options, value))
          .join('、');
  return {
    type: 'table',
    columns,
    rows: rows.flatMap((row) => {
      const cell = rowAnswer(answer, nameOf(row));
      if (isBlankCell(cell)) return [];
      const cells = isText ? columns.map(({ key }) => String(rowAnswer(cell, key) ?? '')) : [words(cell)];
      return [{ key: nameOf(row), label: row.label ?? '', cells }];
    }),
  };
}

/** In one line: `饭菜：好；房间：差`, `联系人：姓名 王芳，电话 139`. */
export const tableLine = ({ columns, rows }: ShownTable): string =>
  rows
    .map(({ label, cells }) => {
      const told = cells.flatMap((cell, at) => (cell === '' ? [] : [columns[at]?.label ? `${columns[at].label} ${cell}` : cell]));
      return `${label}：${told.join('，')}`;
    })
    .join('；');

/** What one cell of a table says; '' where it says nothing. */
export function cellIn(table: unknown, row: string, column: string): string {
  if (!isShownTable(table)) return '';
  const at = table.columns.findIndex(({ key }) => key === column);
  return table.rows.find(({ key }) => key === row)?.cells[at] ?? '';
}

const same = (options: readonly Option[]) => new Set(options.map(nameOf)).size < options.length;

/** What keeps rows and columns from being answered; null when nothing does. The label is said by the caller. */
export function rowsProblem(type: string, { rows = [], options = [], max }: Expand): string | null {
  if (!isMatrix(type)) return null;
  const columned = type !== 'MATRIX_SCALE';
  for (const [noun, list, most] of [
    ['行', rows, MOST_ROWS],
    ['列', columned ? options : [{ label: '1', value: 1 }], MOST_COLUMNS],
  ] as const) {
    if (list.length === 0) return `请至少添加一${noun}`;
    if (list.length > most) return `最多${most}${noun}`;
    if (list.some(({ value }) => value === undefined) || same(list)) return `${noun}的值重复或为空`;
    if (list.some(({ label = '' }) => label.trim() === '')) return `${noun}的名称不能为空`;
  }
  if (type === 'MATRIX_INPUT' && rows.length * options.length > MOST_FIELDS) return `最多${MOST_FIELDS}个填空`;
  const whole = max === undefined || (Number.isInteger(max) && max >= 2 && max <= MOST_SCALE);
  return columned || whole ? null : `最高分应为2至${MOST_SCALE}的整数`;
}
