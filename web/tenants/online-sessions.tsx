/** /admin/token/index 在线用户. */
import { Input, Tag } from 'antd';
import { sessions } from '#contract/users/sessions.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { since } from '#web/ui/display.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { useMay } from '#web/ui/may.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';

type Row = RowOf<typeof sessions.page>;

const guests = { member: '外部成员', visitor: '上级人员' } as const;

function LastSeen({ time }: { time: string }) {
  return <span title={time}>{since(time, useQuarterMinute())}</span>;
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 160,
    pin: 'left',
    render: ({ name, current, guest }) => (
      <>
        {name} {current && <Tag color="processing">本机</Tag>}
        {guest && <Tag color="purple">{guests[guest]}</Tag>}
      </>
    ),
  },
  { key: 'username', title: '用户名', width: 140, sort: 'username' },
  { key: 'address', title: 'IP地址', width: 140 },
  { key: 'browser', title: '浏览器', width: 128 },
  { key: 'system', title: '操作系统', width: 128 },
  {
    key: 'lastSeenTime',
    title: '最近活动',
    width: 116,
    sort: 'last_seen_time',
    render: ({ lastSeenTime }) => <LastSeen time={lastSeenTime} />,
  },
  { key: 'createTime', title: '登录时间', width: 172, sort: 'create_time' },
  { key: 'expireTime', title: '过期时间', width: 172 },
  { key: 'deptName', title: '部门', width: 128 },
  { key: 'tenantName', title: '机构', width: 160 },
  { key: 'clientId', title: '客户端', width: 96, hidden: true },
];

const filters = (
  <>
    <Filter name="name" label="姓名">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="username" label="用户名">
      <Input placeholder="请输入用户名" allowClear maxLength={32} />
    </Filter>
    <Filter name="address" label="IP地址">
      <Input placeholder="如 192.168.1" allowClear maxLength={45} />
    </Filter>
  </>
);

export default function OnlineSessions() {
  const may = useMay();
  const kick = useSend(sessions.remove, { changes: [sessions.page] });
  return (
    <DataTable
      name="online-sessions"
      noun="在线用户"
      route={sessions.page}
      exportRoute={sessions.export}
      columns={columns}
      filters={filters}
      {...(may(sessions.remove)
        ? {
            actions: (row: Row) => [
              {
                label: '强制下线',
                danger: true,
                confirm: `确定让${row.name}下线吗？其未保存的内容会丢失`,
                onClick: () => kick.mutate({ id: row.id }),
                when: !row.current,
              },
            ],
          }
        : {})}
    />
  );
}
