/** The spreadsheet of who is signed in. Tokens are not among what the list reads. */
import type { z } from 'zod';
import type { OnlineSession } from '#contract/users/sessions.ts';
import { titled } from '#contract/labels.ts';
import { sessionLabels } from '#contract/users/sessions.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = Omit<z.input<typeof OnlineSession>, 'current' | 'expiresIn'>;

const GUESTS = { '': '本机构', member: '外部成员', visitor: '上级人员' } as const;

export const sessionSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '在线用户',
  list: () => list,
  columns: titled(sessionLabels, [
    { key: 'name', width: 12 },
    { key: 'username', width: 18 },
    { key: 'guest', value: ({ guest }) => GUESTS[guest], width: 12 },
    { key: 'deptName', width: 16 },
    { key: 'tenantName', width: 24 },
    { key: 'address', width: 18 },
    { key: 'browser', width: 16 },
    { key: 'system', width: 16 },
    { key: 'clientId', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'lastSeenTime', format: 'dateTime', width: 20 },
    { key: 'expireTime', format: 'dateTime', width: 20 },
  ]),
});
