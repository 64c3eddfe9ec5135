/** The spreadsheet of parameters. */
import type { z } from 'zod';
import type { Parameter } from '#contract/system/parameters.ts';
import { titled } from '#contract/labels.ts';
import { parameterLabels } from '#contract/system/parameters.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Parameter>;

export const parameterSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '参数',
  list: () => list,
  columns: titled(parameterLabels, [
    { key: 'publicName', width: 24 },
    { key: 'publicKey', width: 26 },
    { key: 'publicValue', width: 40 },
    { key: 'isPublic', value: ({ isPublic }) => (isPublic ? '是' : '否'), width: 8 },
    { key: 'system', title: '内置', value: ({ system }) => (system === '1' ? '是' : '否'), width: 8 },
    { key: 'updateTime', format: 'dateTime', width: 20 },
  ]),
});
