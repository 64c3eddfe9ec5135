/** Questionnaires as a spreadsheet. */
import type { z } from 'zod';
import { questionnaireStatusLabels, type QuestionnaireRow } from '#contract/questionnaires/questionnaires.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof QuestionnaireRow>;

export const questionnaireSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '问卷',
  list: () => list,
  columns: [
    { key: 'name', title: '问卷名称', width: 28 },
    { key: 'key', title: '编码', width: 36 },
    { key: 'status', title: '状态', value: ({ status }) => questionnaireStatusLabels[status] ?? String(status), width: 10 },
    { key: 'results', title: '已填写', width: 10 },
    { key: 'serverProjectNames', title: '绑定服务项目', width: 30 },
    { key: 'createBy', title: '创建人', width: 12 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
    { key: 'updateTime', title: '修改时间', format: 'dateTime', width: 20 },
  ],
});
