/**
 * The spreadsheet of OAuth2 clients. Of a secret there is nothing to show: only its hash is kept, and that leaves the database for no list.
 */
import type { z } from 'zod';
import type { Client } from '#contract/users/clients.ts';
import { titled } from '#contract/labels.ts';
import { clientLabels } from '#contract/users/clients.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Client>;

const minutes = (seconds: number) => Math.round(seconds / 60);

export const clientSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '客户端',
  list: () => list,
  columns: titled(clientLabels, [
    { key: 'id', width: 20 },
    { key: 'description', width: 32 },
    { key: 'builtIn', value: ({ builtIn }) => (builtIn ? '是' : '否'), width: 8 },
    { key: 'sessions', width: 10 },
    { key: 'encryptsPassword', value: ({ encryptsPassword }) => (encryptsPassword ? '是' : '否'), width: 10 },
    { key: 'needsCaptcha', value: ({ needsCaptcha }) => (needsCaptcha ? '需要' : '不需要'), width: 10 },
    { key: 'accessSeconds', title: '令牌有效期（分钟）', value: ({ accessSeconds }) => minutes(accessSeconds), width: 20 },
    { key: 'refreshSeconds', title: '刷新令牌有效期（分钟）', value: ({ refreshSeconds }) => minutes(refreshSeconds), width: 24 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
