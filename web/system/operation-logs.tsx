/** /admin/log/index 操作日志: who did what, when, from where, and what it changed. It is evidence: nobody deletes a row. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { titled } from '#contract/labels.ts';
import { operationLogLabels } from '#contract/system/operation-logs.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { ErrorLogs } from './error-logs.tsx';
import { LogChoice, useLogChoice } from './log-choice.tsx';
import { LogDrawer } from './log-drawer.tsx';

const Filter = labelledFilter(operationLogLabels);

export type LogRow = RowOf<typeof operationLogs.page>;

export const methodLabels: Record<string, string> = { POST: '提交', PUT: '修改', DELETE: '删除', GET: '读取', PAGE: '页面' };
const TYPES = [
  { value: '0', label: '正常' },
  { value: '9', label: '异常' },
];

const columns: Column<LogRow>[] = titled(operationLogLabels, [
  {
    key: 'type',
    width: 80,
    pin: 'left',
    render: ({ type }) => <Tag color={type === '9' ? 'error' : 'success'}>{type === '9' ? '异常' : '正常'}</Tag>,
  },
  { key: 'title', width: 160, pin: 'left' },
  { key: 'createBy', width: 130 },
  { key: 'createTime', width: 172, sort: 'create_time' },
  {
    key: 'changeCount',
    width: 92,
    render: ({ changeCount }) =>
      changeCount > 0 ? <Tag color="processing">{changeCount} 处</Tag> : <span className="y-missing">{MISSING}</span>,
  },
  { key: 'method', width: 80, render: ({ method }) => methodLabels[method ?? ''] ?? method ?? MISSING },
  { key: 'remoteAddr', width: 140 },
  { key: 'time', width: 92, minor: 1, align: 'right', render: ({ time }) => (time === null ? MISSING : `${time} ms`) },
  { key: 'exception', width: 240 },
  { key: 'requestUri', width: 220, hidden: true },
  { key: 'params', width: 260, hidden: true },
  { key: 'userAgent', width: 260, hidden: true },
  { key: 'requestId', width: 160, hidden: true },
]);

const filters = (
  <>
    <Filter name="title">
      <Input allowClear maxLength={50} placeholder="如 修改用户" />
    </Filter>
    <Filter name="createBy">
      <Input allowClear maxLength={32} placeholder="请输入用户名" />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
    <Filter name="type">
      <Select allowClear placeholder="请选择" options={TYPES} />
    </Filter>
    <Filter name="method">
      <Select allowClear placeholder="请选择" options={Object.entries(methodLabels).map(([value, label]) => ({ value, label }))} />
    </Filter>
    <Filter name="remoteAddr">
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
