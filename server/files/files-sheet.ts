/** The spreadsheet of stored files: what there is, not what is in it. */
import type { z } from 'zod';
import type { StoredFileRow } from '#contract/files/files.ts';
import { titled } from '#contract/labels.ts';
import { fileLabels } from '#contract/files/files.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof StoredFileRow>;

export const fileSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '文件清单',
  list: () => list,
  columns: titled(fileLabels, [
    { key: 'original', width: 40 },
    { key: 'type', width: 8 },
    { key: 'fileSize', title: '大小（字节）', width: 14 },
    { key: 'purpose', value: ({ purpose }) => (purpose === 'private' ? '仅上传人' : '本机构'), width: 12 },
    { key: 'createUser', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'fileName', width: 44 },
  ]),
});
