/** /admin/log/index?log=errors 错误日志: what went wrong in browsers, equal errors of a day counted. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { errorKinds, errorLogs } from '#contract/system/error-logs.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING, thousands } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { ErrorLogDrawer } from './error-log-drawer.tsx';
import { LogChoice } from './log-choice.tsx';

export type ErrorRow = RowOf<typeof errorLogs.page>;

const columns: Column<ErrorRow>[] = [
  { key: 'kind', title: '类型', width: 96, pin: 'left', render: ({ kind }) => (kind ? <Tag>{errorKinds[kind] ?? kind}</Tag> : MISSING) },
  { key: 'message', title: '内容', width: 280, pin: 'left' },
  { key: 'url', title: '页面', width: 176 },
  { key: 'times', title: '次数', width: 76, align: 'right', sort: 'times', render: ({ times }) => thousands(times) },
  { key: 'createBy', title: '用户', width: 100 },
  { key: 'happenTime', title: '发生时间', width: 172 },
  { key: 'updateTime', title: '最近上传', width: 172, sort: 'update_time' },
  { key: 'createTime', title: '首次上传', width: 172, sort: 'create_time', hidden: true },
  { key: 'title', title: '标题', width: 160, hidden: true },
  { key: 'stack', title: '错误堆栈', width: 320, hidden: true },
  { key: 'remoteAddr', title: '地址', width: 140, hidden: true },
  { key: 'userAgent', title: '浏览器', width: 260, hidden: true },
  { key: 'requestId', title: '请求编号', width: 160, hidden: true },
];

const filters = (
  <>
    <Filter name="message" label="内容">
      <Input allowClear maxLength={100} placeholder="错误内容的一部分" />
    </Filter>
    <Filter name="createBy" label="用户">
      <Input allowClear maxLength={32} placeholder="请输入用户名" />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="最近上传">
      <DateRange />
    </Filter>
    <Filter name="kind" label="类型">
      <Select allowClear placeholder="请选择" options={choices(errorKinds)} />
    </Filter>
    <Filter name="url" label="页面">
      <Input allowClear maxLength={100} placeholder="如 /oldMan" />
    </Filter>
  </>
);

export function ErrorLogs() {
  const may = useMay();
  const [shown, setShown] = useState<ErrorRow | null>(null);
  const remove = useSend(errorLogs.remove, { changes: [errorLogs.page] });
  return (
    <>
      <DataTable
        name="error-logs"
        noun="错误日志"
        route={errorLogs.page}
        exportRoute={errorLogs.export}
        columns={columns}
        filters={filters}
        extra={<LogChoice />}
        onRowDoubleClick={setShown}
        actions={(row) => [
          { label: '详情', onClick: () => setShown(row) },
          {
            label: '删除',
            danger: true,
            confirm: '删除后不能恢复，确定删除这条错误日志吗？',
            onClick: () => remove.mutate({ id: row.id }),
            when: may(errorLogs.remove),
          },
        ]}
      />
      <ErrorLogDrawer log={shown} onClose={() => setShown(null)} />
    </>
  );
}
