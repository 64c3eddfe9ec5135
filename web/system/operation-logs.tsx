/** /admin/log/index 操作日志: who did what, when, from where, and what it changed. It is evidence: nobody deletes a row. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { operationLogs } from '#contract/system/operation-logs.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING } from '#web/ui/display.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { ErrorLogs } from './error-logs.tsx';
import { LogChoice, useLogChoice } from './log-choice.tsx';
import { LogDrawer } from './log-drawer.tsx';

export type LogRow = RowOf<typeof operationLogs.page>;

export const methodLabels: Record<string, string> = { POST: '提交', PUT: '修改', DELETE: '删除', GET: '读取', PAGE: '页面' };
const TYPES = [
  { value: '0', label: '正常' },
  { value: '9', label: '异常' },
];

const columns: Column<LogRow>[] = [
  {
    key: 'type',
    title: '类型',
    width: 80,
    pin: 'left',
    render: ({ type }) => <Tag color={type === '9' ? 'error' : 'success'}>{type === '9' ? '异常' : '正常'}</Tag>,
  },
  { key: 'title', title: '操作', width: 160, pin: 'left' },
  { key: 'createBy', title: '操作人', width: 130 },
  { key: 'createTime', title: '操作时间', width: 172, sort: 'create_time' },
  {
    key: 'changeCount',
    title: '变更',
    width: 92,
    render: ({ changeCount }) =>
      changeCount > 0 ? <Tag color="processing">{changeCount} 处</Tag> : <span className="y-missing">{MISSING}</span>,
  },
  { key: 'method', title: '方式', width: 80, render: ({ method }) => methodLabels[method ?? ''] ?? method ?? MISSING },
  { key: 'remoteAddr', title: '地址', width: 140 },
  { key: 'time', title: '用时', width: 92, align: 'right', render: ({ time }) => (time === null ? MISSING : `${time} ms`) },
  { key: 'exception', title: '异常信息', width: 240 },
  { key: 'requestUri', title: '接口', width: 220, hidden: true },
  { key: 'params', title: '涉及字段', width: 260, hidden: true },
  { key: 'userAgent', title: '浏览器', width: 260, hidden: true },
  { key: 'requestId', title: '请求编号', width: 160, hidden: true },
];

const filters = (
  <>
    <Filter name="title" label="操作">
      <Input allowClear maxLength={50} placeholder="如 修改用户" />
    </Filter>
    <Filter name="createBy" label="操作人">
      <Input allowClear maxLength={32} placeholder="请输入用户名" />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="操作时间">
      <DateRange />
    </Filter>
    <Filter name="type" label="类型">
      <Select allowClear placeholder="请选择" options={TYPES} />
    </Filter>
    <Filter name="method" label="方式">
      <Select allowClear placeholder="请选择" options={Object.entries(methodLabels).map(([value, label]) => ({ value, label }))} />
    </Filter>
    <Filter name="remoteAddr" label="地址">
      <Input allowClear maxLength={45} placeholder="IP 地址" />
    </Filter>
  </>
);

function OperationList() {
  const [shown, setShown] = useState<LogRow | null>(null);
  return (
    <>
      <DataTable
        name="operation-logs"
        noun="日志"
        route={operationLogs.page}
        exportRoute={operationLogs.export}
        columns={columns}
        filters={filters}
        fixed={{ sealed: true }}
        extra={<LogChoice />}
        onRowDoubleClick={setShown}
        actions={(row) => [{ label: '详情', onClick: () => setShown(row) }]}
      />
      <LogDrawer log={shown} onClose={() => setShown(null)} />
    </>
  );
}

export default function OperationLogs() {
  const [log] = useLogChoice();
  return log === 'errors' ? <ErrorLogs /> : <OperationList />;
}
