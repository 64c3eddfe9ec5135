/** The spreadsheet of one's own messages. */
import type { z } from 'zod';
import { messageKinds } from '#contract/messages/messages.rules.ts';
import type { Message } from '#contract/messages/messages.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof Message>;

export const messageSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '消息',
  list: () => list,
  columns: [
    { key: 'title', title: '标题', width: 28 },
    { key: 'kind', title: '类型', value: ({ kind }) => messageKinds[kind] ?? kind, width: 8 },
    { key: 'text', title: '内容', width: 60 },
    { key: 'read', title: '状态', value: ({ read }) => (read ? '已读' : '未读'), width: 8 },
    { key: 'createTime', title: '时间', format: 'dateTime', width: 20 },
    { key: 'readTime', title: '已读时间', format: 'dateTime', width: 20 },
  ],
});
