/** The columns of answers in a sheet: one for a question, and one for each part of a question that has parts. Pure. */
import { summaryOf, type Answers } from './answers.rules.ts';
import { keyOf, labelText, type Expand, type FormItem } from './item-types.rules.ts';
import { cellIn, isMatrix, isShownTable, nameOf } from './matrix.rules.ts';
import { subItemsOf } from './sub-form.rules.ts';

export interface AnswerColumn {
  key: string;
  title: string;
  text: (processData: Answers) => string;
}

/** What each entry says in one column: a line each, numbered where there are several. */
function entryLines(table: unknown, column: string): string {
  if (!isShownTable(table)) return '';
  const lines = table.rows.map(({ key }) => cellIn(table, key, column));
  return lines.length > 1 ? lines.map((line, at) => `${at + 1}. ${line}`).join('\n') : (lines[0] ?? '');
}

/** Takes a question; gives its columns in their order. */
export function columnsOfAnswer(
  item: Pick<FormItem, 'formItemId' | 'type' | 'label'> & { expand: Readonly<Record<string, unknown>> },
): AnswerColumn[] {
  const [key, title] = [keyOf(item.formItemId), labelText(item.label)];
  const { rows = [], options = [] } = item.expand as Expand;
  const cell = (row: string, column: string, words: string): AnswerColumn => ({
    key: [key, row, column].filter(Boolean).join('.'),
    title: `${title}：${words}`,
    text: (processData) => cellIn(processData[key], row, column),
  });
  if (item.type === 'SUB_FORM')
    return subItemsOf(item.expand as Expand).map(({ formItemId, label }) => ({
      key: `${key}.${keyOf(formItemId)}`,
      title: `${title}：${label}`,
      text: (processData) => entryLines(processData[key], keyOf(formItemId)),
    }));
  if (!isMatrix(item.type)) return [{ key, title, text: (processData) => summaryOf(item, processData) }];
  if (item.type !== 'MATRIX_INPUT') return rows.map((row) => cell(nameOf(row), '', row.label ?? ''));
  return rows.flatMap((row) => options.map((column) => cell(nameOf(row), nameOf(column), `${row.label ?? ''} ${column.label ?? ''}`)));
}
