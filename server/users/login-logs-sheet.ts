/** The spreadsheet of the login log. */
import type { z } from 'zod';
import type { LoginLog } from '#contract/users/login-logs.ts';
import { titled } from '#contract/labels.ts';
import { loginLogLabels } from '#contract/users/login-logs.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

export type LoginRow = z.input<typeof LoginLog>;

export const loginLogSheet = <Search>(list: List<LoginRow, Search>): Export<LoginRow, Search> => ({
  name: '登录日志',
  list: () => list,
  columns: titled(loginLogLabels, [
    { key: 'type', value: ({ type }) => (type === '9' ? '失败' : '成功'), width: 8 },
    { key: 'title', width: 16 },
    { key: 'username', width: 18 },
    { key: 'name' },
    { key: 'address', title: '地址', width: 18 },
    { key: 'browser', width: 18 },
    { key: 'system', title: '系统', width: 18 },
    { key: 'reason', title: '原因', width: 30 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
