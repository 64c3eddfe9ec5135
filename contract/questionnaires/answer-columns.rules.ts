/** The columns of answers in a sheet: one for a question, and one for each part of a question that has parts. Pure. */
import { summaryOf, type Answers } from './answers.rules.ts';
import { keyOf, labelText, type Expand, type FormItem } from './item-types.rules.ts';
import { cellIn, isMatrix, nameOf } from './matrix.rules.ts';

export interface AnswerColumn {
  key: string;
  title: string;
  text: (processData: Answers) => string;
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
  if (!isMatrix(item.type)) return [{ key, title, text: (processData) => summaryOf(item, processData) }];
  if (item.type !== 'MATRIX_INPUT') return rows.map((row) => cell(nameOf(row), '', row.label ?? ''));
  return rows.flatMap((row) => options.map((column) => cell(nameOf(row), nameOf(column), `${row.label ?? ''} ${column.label ?? ''}`)));
}
