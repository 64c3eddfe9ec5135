/**
 * Answers against the questions, and both maps that a result keeps (wire facts 1.3). The
 * web shows the problems, the server insists on them. Pure.
 */
import { choseOther, isEmpty, pathOf, problemOf } from './answer-checks.rules.ts';
import { isBlankEntry, leastEntries, MOST_ENTRIES, subItemsOf } from './sub-form.rules.ts';
import { cleanedMatrix, isMatrix, isShownTable, missingRows, shownMatrix, tableLine, type ShownTable } from './matrix.rules.ts';
import {
  isObject,
  isSimpleChoice,
  keyOf,
  labelText,
  otherKeyOf,
  uploadLimit,
  type FormItem,
  type ItemType,
  type Option,
} from './item-types.rules.ts';

export type Answers = Readonly<Record<string, unknown>>;
export interface Problem {
  formItemId: number;
  message: string;
}
export interface CheckedAnswers {
  /** Raw values by `field{N}`. */
  originalData: Record<string, unknown>;
  /** What is shown, by `field{N}` and `field{N}other`. */
  processData: Record<string, unknown>;
  /** In the order of the questions. */
  problems: Problem[];
}

const MOST_OTHER = 200;
const LISTS: ReadonlySet<ItemType> = new Set([
  'CHECKBOX',
  'CASCADER',
  'TIME_RANGE',
  'DATE_RANGE',
  'UPLOAD',
  'PROVINCE_CITY',
  'INPUT_MAP',
  'SORT',
]);

/** What a required question says when it was left out. */
function requiredMessage({ type, label, placeholder, expand }: FormItem): string {
  if (type === 'SUB_FORM') return `请至少填写${Math.max(1, expand.min ?? 0)}条${labelText(label)}`;
  if (LISTS.has(type) || expand.multiple || (type === 'SLIDER' && expand.range)) return `请至少选择一个${labelText(label)}`;
  if (placeholder === '') return '此题为必填项目';
  return placeholder ?? `${labelText(label)}不能为空`;
}

const labelOf = (options: readonly Option[] | undefined, value: unknown) =>
  options?.find((option) => option.value === value)?.label ?? String(value);

/** The value as people read it. */
function shownOf({ type, expand }: FormItem, value: unknown): unknown {
  switch (type) {
    case 'RADIO':
    case 'SELECT':
    case 'CHECKBOX':
    case 'SORT':
      return (Array.isArray(value) ? value : [value]).map((one) => labelOf(expand.options, one)).join(',');
    case 'CASCADER': {
      const words = (path: unknown, joined: string) => (pathOf(expand.options, path) ?? []).map(({ label }) => label ?? '').join(joined);
      return expand.multiple ? (value as unknown[]).map((path) => words(path, '/')).join(',') : words(value, ',');
    }
    case 'UPLOAD':
      return { type: 'file', files: value };
    case 'MATRIX_SELECT':
    case 'MATRIX_SCALE':
    case 'MATRIX_INPUT':
      return shownMatrix({ type, expand }, value);
    default:
      return value;
  }
}

/** Only what the contract names of an answer; texts without their outer blanks. */
function cleaned(item: FormItem, value: unknown): unknown {
  const { type } = item;
  if (typeof value === 'string') return value.trim();
  if (isMatrix(type)) return cleanedMatrix(item, value);
  if (type !== 'UPLOAD' || !Array.isArray(value)) return value;
  return value.map((one) => ({ fileName: one?.fileName, url: one?.url }));
}

/**
 * Checks raw answers `field{N}` of these questions; words for 其他 stand in `others` as
 * `field{N}other`. What no question asks for is dropped.
 * `problems` is empty when all is well.
 */
export function checkAnswers(items: readonly FormItem[], answers: Answers, others: Answers = {}): CheckedAnswers {
  const checked: CheckedAnswers = { originalData: {}, processData: {}, problems: [] };
  for (const item of items) {
    if (item.displayType) continue;
    const { formItemId, type } = item;
    const key = keyOf(formItemId);
    const otherKey = otherKeyOf(formItemId);
    const given = answers[key];
    const problem = (message: string) => checked.problems.push({ formItemId, message });
    if (isSimpleChoice(type)) checked.processData[otherKey] = '';
    const [row, ...rows] = isMatrix(type) ? missingRows(item, given) : [];
    if (row !== undefined) {
      problem(`${labelText(item.label)}：请回答“${row}”${rows.length > 0 ? `等${rows.length + 1}行` : ''}`);
      continue;
    }
    if (isEmpty(given, type)) {
      if (item.required || leastEntries(item) > 0) problem(requiredMessage(item));
      continue;
    }
    if (type === 'SUB_FORM') {
      const { entries, table, message } = checkedEntries(item, given);
      if (message !== null) problem(message);
      else {
        checked.originalData[key] = entries;
        checked.processData[key] = table;
      }
      continue;
    }
    const value = cleaned(item, given);
    const message = problemOf(item, value) ?? (type === 'UPLOAD' ? tooMany(item, value as unknown[]) : null);
    if (message) {
      problem(message);
      continue;
    }
    checked.originalData[key] = value;
    checked.processData[key] = shownOf(item, value);
    if (!choseOther(item, value)) continue;
    const words = others[otherKey] ?? answers[otherKey];
    if (typeof words !== 'string' || words.trim() === '') problem('请输入其他内容');
    else if (words.trim().length > MOST_OTHER) problem(`其他内容长度不能超过${MOST_OTHER}个字符`);
    else checked.processData[otherKey] = words.trim();
  }
  return checked;
}

/** Each entry of a sub-form as the simple questions are checked; blank ones are dropped. Of the problems the first is said. */
function checkedEntries(item: FormItem, given: unknown): { entries: Answers[]; table: ShownTable; message: string | null } {
  const label = labelText(item.label);
  const asked = subItemsOf(item.expand);
  const { min = 0, max = MOST_ENTRIES } = item.expand;
  const table: ShownTable = { type: 'table', columns: asked.map((one) => ({ key: keyOf(one.formItemId), label: one.label })), rows: [] };
  const refused = (message: string) => ({ entries: [], table, message });
  if (!Array.isArray(given) || !given.every(isObject)) return refused(`${label}格式不正确`);
  const filled = given.filter((entry) => !isBlankEntry(entry));
  if (filled.length > Math.min(max, MOST_ENTRIES)) return refused(`${label}最多填写${Math.min(max, MOST_ENTRIES)}条`);
  if (filled.length < min) return refused(`${label}至少填写${min}条`);
  const entries: Answers[] = [];
  for (const [at, entry] of filled.entries()) {
    const { originalData, processData, problems } = checkAnswers(asked, entry);
    if (problems[0]) return refused(`${label}第${at + 1}条：${problems[0].message}`);
    entries.push(originalData);
    const place = String(at + 1);
    table.rows.push({ key: place, label: place, cells: asked.map((one) => summaryOf(one, processData)) });
  }
  return { entries, table, message: null };
}

const tooMany = ({ label, expand }: FormItem, files: readonly unknown[]) =>
  files.length > uploadLimit(expand) ? `${labelText(label)}最多上传${uploadLimit(expand)}个文件` : null;

/** The questions page by page: a PAGINATION ends one. A page without anything is none. */
export function pagesOf<T extends FormItem>(items: readonly T[]): T[][] {
  const pages: T[][] = [[]];
  for (const item of items) {
    if (item.type === 'PAGINATION') pages.push([]);
    else pages.at(-1)?.push(item);
  }
  const filled = pages.filter((page) => page.length > 0);
  return filled.length > 0 ? filled : [[]];
}

/** One line for a list or a sheet: `label:other` where words were added, files by their names, nothing as ''. */
export function summaryOf({ formItemId, type }: Pick<FormItem, 'formItemId' | 'type'>, processData: Answers): string {
  const value = processData[keyOf(formItemId)];
  const other = processData[otherKeyOf(formItemId)];
  if (value === undefined || value === null || value === '') return '';
  if (type === 'UPLOAD') return ((value as { files?: { fileName: string }[] }).files ?? []).map(({ fileName }) => fileName).join('、');
  if (isShownTable(value)) return tableLine(value);
  if (type === 'SORT') return String(value).replaceAll(',', ' > ');
  if (type === 'SIGN_PAD') return '已签名';
  if (type === 'SWITCH') return value === true ? '是' : '否';
  if (type === 'INPUT_MAP') return String((value as unknown[])[2] ?? '');
  if (type === 'TIME_RANGE' || type === 'DATE_RANGE') return (value as string[]).join(' 至 ');
  const words = Array.isArray(value) ? value.join('、') : String(value).replaceAll(',', isSimpleChoice(type) ? '、' : ',');
  return typeof other === 'string' && other !== '' ? `${words}:${other}` : words;
}
