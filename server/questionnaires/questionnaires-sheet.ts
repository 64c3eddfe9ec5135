/** Questionnaires as a spreadsheet. */
import type { z } from 'zod';
import { questionnaireStatusLabels, type QuestionnaireRow } from '#contract/questionnaires/questionnaires.ts';
import { titled } from '#contract/labels.ts';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof QuestionnaireRow>;

export const questionnaireSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '问卷',
  list: () => list,
  columns: titled(questionnaireLabels, [
    { key: 'name', width: 28 },
    { key: 'key', width: 36 },
    { key: 'status', value: ({ status }) => questionnaireStatusLabels[status] ?? String(status), width: 10 },
    { key: 'category', width: 10 },
    { key: 'results', width: 10 },
    { key: 'serverProjectNames', width: 30 },
    { key: 'createBy', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'updateTime', format: 'dateTime', width: 20 },
  ]),
});
