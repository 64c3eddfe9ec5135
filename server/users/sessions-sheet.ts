/** The spreadsheet of who is signed in. Tokens are not among what the list reads. */
import type { z } from 'zod';
import type { OnlineSession } from '#contract/users/sessions.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = Omit<z.input<typeof OnlineSession>, 'current' | 'expiresIn'>;

const GUESTS = { '': '本机构', member: '外部成员', visitor: '上级人员' } as const;

export const sessionSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '在线用户',
  list: () => list,
  columns: [
    { key: 'name', title: '姓名', width: 12 },
    { key: 'username', title: '用户名', width: 18 },
    { key: 'guest', title: '身份', value: ({ guest }) => GUESTS[guest], width: 12 },
    { key: 'deptName', title: '部门', width: 16 },
    { key: 'tenantName', title: '机构', width: 24 },
    { key: 'address', title: 'IP地址', width: 18 },
    { key: 'browser', title: '浏览器', width: 16 },
    { key: 'system', title: '操作系统', width: 16 },
    { key: 'clientId', title: '客户端', width: 12 },
    { key: 'createTime', title: '登录时间', format: 'dateTime', width: 20 },
    { key: 'lastSeenTime', title: '最近活动', format: 'dateTime', width: 20 },
    { key: 'expireTime', title: '过期时间', format: 'dateTime', width: 20 },
  ],
});
