/** The spreadsheet of stored files: what there is, not what is in it. */
import type { z } from 'zod';
import type { StoredFileRow } from '#contract/files/files.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof StoredFileRow>;

export const fileSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '文件清单',
  list: () => list,
  columns: [
    { key: 'original', title: '文件名', width: 40 },
    { key: 'type', title: '类型', width: 8 },
    { key: 'fileSize', title: '大小（字节）', width: 14 },
    { key: 'purpose', title: '可见范围', value: ({ purpose }) => (purpose === 'private' ? '仅上传人' : '本机构'), width: 12 },
    { key: 'createUser', title: '上传人', width: 12 },
    { key: 'createTime', title: '上传时间', format: 'dateTime', width: 20 },
    { key: 'fileName', title: '存储名', width: 44 },
  ],
});
