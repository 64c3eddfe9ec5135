/** /admin/log/login 登录日志. */
import { Input, Select, Tag } from 'antd';
import { loginLogs } from '#contract/users/login-logs.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { Filter } from '#web/ui/search-form.tsx';

type Row = RowOf<typeof loginLogs.page>;

const RESULTS = [
  { value: '0', label: '成功' },
  { value: '9', label: '失败' },
];

const columns: Column<Row>[] = [
  { key: 'createTime', title: '时间', width: 172, pin: 'left', sort: 'create_time' },
  { key: 'title', title: '操作', width: 120 },
  {
    key: 'type',
    title: '结果',
    width: 84,
    render: ({ type }) => <Tag color={type === '0' ? 'success' : 'error'}>{type === '0' ? '成功' : '失败'}</Tag>,
  },
  { key: 'username', title: '用户名', width: 140 },
  { key: 'name', title: '姓名', width: 110 },
  { key: 'address', title: 'IP地址', width: 140 },
  { key: 'browser', title: '浏览器', width: 128 },
  { key: 'system', title: '操作系统', width: 128 },
  { key: 'reason', title: '失败原因', width: 240 },
];

const filters = (
  <>
    <Filter name="username" label="用户名">
      <Input placeholder="请输入用户名" allowClear maxLength={32} />
    </Filter>
    <Filter name="type" label="结果">
      <Select allowClear placeholder="请选择" options={RESULTS} />
    </Filter>
    <Filter name="address" label="IP地址">
      <Input placeholder="如 192.168.1" allowClear maxLength={45} />
    </Filter>
    <Filter name="title" label="操作">
      <Input placeholder="如 登录" allowClear maxLength={20} />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="时间">
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
