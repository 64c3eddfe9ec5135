/** /admin/log/index?log=errors 错误日志: what went wrong in browsers, equal errors of a day counted. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { errorKinds, errorLogs } from '#contract/system/error-logs.ts';
import { titled } from '#contract/labels.ts';
import { errorLogLabels } from '#contract/system/error-logs.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING, thousands } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { ErrorLogDrawer } from './error-log-drawer.tsx';
import { LogChoice } from './log-choice.tsx';

const Filter = labelledFilter(errorLogLabels);

export type ErrorRow = RowOf<typeof errorLogs.page>;

const columns: Column<ErrorRow>[] = titled(errorLogLabels, [
  { key: 'kind', width: 96, pin: 'left', render: ({ kind }) => (kind ? <Tag>{errorKinds[kind] ?? kind}</Tag> : MISSING) },
  { key: 'message', width: 280, pin: 'left' },
  { key: 'url', width: 176 },
  { key: 'times', width: 76, align: 'right', sort: 'times', render: ({ times }) => thousands(times) },
  { key: 'createBy', width: 100 },
  { key: 'happenTime', width: 172 },
  { key: 'updateTime', width: 172, sort: 'update_time' },
  { key: 'createTime', width: 172, sort: 'create_time', hidden: true },
  { key: 'title', width: 160, hidden: true },
  { key: 'stack', width: 320, hidden: true },
  { key: 'remoteAddr', width: 140, hidden: true },
  { key: 'userAgent', width: 260, hidden: true },
  { key: 'requestId', width: 160, hidden: true },
]);

const filters = (
  <>
    <Filter name="message">
      <Input allowClear maxLength={100} placeholder="错误内容的一部分" />
    </Filter>
    <Filter name="createBy">
      <Input allowClear maxLength={32} placeholder="请输入用户名" />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="请选择" options={choices(errorKinds)} />
    </Filter>
    <Filter name="url">
      <Input allowClear maxLength={100} placeholder="如 /oldMan" />
    </Filter>
  </>
);

const SHOWN = 60;

/** What it says, and how many errors it stands for. */
function questionOf({ title, message, times, createBy }: ErrorRow): string {
  const text = message ?? title;
  const whose = createBy ? `${createBy}遇到的` : '';
  return `确定删除${whose}“${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}”吗？共出现${thousands(times)}次，删除后不能恢复`;
}

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
            menu: true,
            confirm: questionOf(row),
            onClick: () => remove.mutate({ id: row.id }),
            when: may(errorLogs.remove),
          },
        ]}
      />
      <ErrorLogDrawer log={shown} onClose={() => setShown(null)} />
    </>
  );
}
