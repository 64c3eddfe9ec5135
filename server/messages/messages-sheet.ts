/** The spreadsheet of one's own messages. */
import type { z } from 'zod';
import { messageKinds } from '#contract/messages/messages.rules.ts';
import type { Message } from '#contract/messages/messages.ts';
import { titled } from '#contract/labels.ts';
import { messageLabels } from '#contract/messages/messages.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof Message>;

export const messageSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '消息',
  list: () => list,
  columns: titled(messageLabels, [
    { key: 'title', width: 28 },
    { key: 'kind', value: ({ kind }) => messageKinds[kind] ?? kind, width: 8 },
    { key: 'text', width: 60 },
    { key: 'read', value: ({ read }) => (read ? '已读' : '未读'), width: 8 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'readTime', format: 'dateTime', width: 20 },
  ]),
});
