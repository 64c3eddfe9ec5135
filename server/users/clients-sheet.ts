/**
 * The spreadsheet of OAuth2 clients. Of a secret there is nothing to show: only its hash is kept, and that leaves the database for no list.
 */
import type { z } from 'zod';
import type { Client } from '#contract/users/clients.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Client>;

const minutes = (seconds: number) => Math.round(seconds / 60);

export const clientSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '客户端',
  list: () => list,
  columns: [
    { key: 'id', title: '客户端编号', width: 20 },
    { key: 'description', title: '说明', width: 32 },
    { key: 'builtIn', title: '内置', value: ({ builtIn }) => (builtIn ? '是' : '否'), width: 8 },
    { key: 'sessions', title: '在线会话', width: 10 },
    { key: 'encryptsPassword', title: '密码加密', value: ({ encryptsPassword }) => (encryptsPassword ? '是' : '否'), width: 10 },
    { key: 'needsCaptcha', title: '验证码', value: ({ needsCaptcha }) => (needsCaptcha ? '需要' : '不需要'), width: 10 },
    { key: 'accessSeconds', title: '令牌有效期（分钟）', value: ({ accessSeconds }) => minutes(accessSeconds), width: 20 },
    { key: 'refreshSeconds', title: '刷新令牌有效期（分钟）', value: ({ refreshSeconds }) => minutes(refreshSeconds), width: 24 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});
