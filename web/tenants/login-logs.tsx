/** /admin/log/login 登录日志. */
import { Input, Select, Tag } from 'antd';
import { loginLogs } from '#contract/users/login-logs.ts';
import { titled } from '#contract/labels.ts';
import { loginLogLabels } from '#contract/users/login-logs.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';

const Filter = labelledFilter(loginLogLabels);

type Row = RowOf<typeof loginLogs.page>;

const RESULTS = [
  { value: '0', label: '成功' },
  { value: '9', label: '失败' },
];

const columns: Column<Row>[] = titled(loginLogLabels, [
  { key: 'createTime', width: 172, pin: 'left', sort: 'create_time' },
  { key: 'title', width: 120 },
  {
    key: 'type',
    width: 84,
    render: ({ type }) => <Tag color={type === '0' ? 'success' : 'error'}>{type === '0' ? '成功' : '失败'}</Tag>,
  },
  { key: 'username', width: 140 },
  { key: 'name', width: 110 },
  { key: 'address', width: 140 },
  { key: 'browser', width: 128, minor: 1 },
  { key: 'system', width: 128, minor: 2 },
  { key: 'reason', width: 240 },
]);

const filters = (
  <>
    <Filter name="username">
      <Input placeholder="请输入用户名" allowClear maxLength={32} />
    </Filter>
    <Filter name="type">
      <Select allowClear placeholder="请选择" options={RESULTS} />
    </Filter>
    <Filter name="address">
      <Input placeholder="如 192.168.1" allowClear maxLength={45} />
    </Filter>
    <Filter name="title">
      <Input placeholder="如 登录" allowClear maxLength={20} />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

export default function LoginLogs() {
  return (
    <DataTable
      name="login-logs"
      noun="登录日志"
      route={loginLogs.page}
      exportRoute={loginLogs.export}
      columns={columns}
      filters={filters}
    />
  );
}
