/** /admin/token/index 在线用户. */
import { Input, Tag } from 'antd';
import { sessions } from '#contract/users/sessions.ts';
import { titled } from '#contract/labels.ts';
import { sessionLabels } from '#contract/users/sessions.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { since } from '#web/ui/display.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useMay } from '#web/ui/may.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';

const Filter = labelledFilter(sessionLabels);

type Row = RowOf<typeof sessions.page>;

const guests = { member: '外部成员', visitor: '上级人员' } as const;

function LastSeen({ time }: { time: string }) {
  return <span title={time}>{since(time, useQuarterMinute())}</span>;
}

const columns: Column<Row>[] = titled(sessionLabels, [
  {
    key: 'name',
    width: 160,
    pin: 'left',
    render: ({ name, current, guest }) => (
      <>
        {name} {current && <Tag color="processing">本机</Tag>}
        {guest && <Tag color="purple">{guests[guest]}</Tag>}
      </>
    ),
  },
  { key: 'username', width: 140, sort: 'username' },
  { key: 'address', width: 140 },
  { key: 'browser', width: 128, minor: 1 },
  { key: 'system', width: 128, minor: 2 },
  {
    key: 'lastSeenTime',
    width: 116,
    sort: 'last_seen_time',
    render: ({ lastSeenTime }) => <LastSeen time={lastSeenTime} />,
  },
  { key: 'createTime', width: 172, sort: 'create_time' },
  { key: 'expireTime', width: 172, minor: 2 },
  { key: 'deptName', width: 128 },
  { key: 'tenantName', width: 160 },
  { key: 'clientId', width: 96, hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="username">
      <Input placeholder="请输入用户名" allowClear maxLength={32} />
    </Filter>
    <Filter name="address">
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
