/** /admin/dead-job/index 未送出的任务: what could not leave the house in its attempts; sent again or given up here. */
import { Button, Select, Space, Tag } from 'antd';
import { useState } from 'react';
import { deadJobLabels, deadJobStates, jobKinds, type JobKind } from '#contract/system/dead-jobs.rules.ts';
import { deadJobs } from '#contract/system/dead-jobs.ts';
import { titled } from '#contract/labels.ts';
import { failedJobLabels } from '#contract/system/dead-jobs.labels.ts';
import { useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';

const Filter = labelledFilter(failedJobLabels);

type Row = RowOf<typeof deadJobs.page>;

const { waiting } = deadJobStates;
const COLORS: Record<number, string> = { [waiting]: 'warning', [deadJobStates.sent]: 'success', [deadJobStates.dropped]: 'default' };

const columns: Column<Row>[] = titled(failedJobLabels, [
  { key: 'kind', width: 120, pin: 'left', render: ({ kind }) => jobKinds[kind as JobKind] ?? kind },
  { key: 'state', width: 116, render: ({ state }) => <Tag color={COLORS[state] ?? 'default'}>{deadJobLabels[state]}</Tag> },
  { key: 'error', width: 300 },
  { key: 'attempts', width: 100, align: 'right', sort: 'attempts' },
  { key: 'deadTime', width: 172, sort: 'dead_time' },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'reason', width: 200 },
  { key: 'decidedBy', width: 100, minor: 1 },
  { key: 'decidedTime', width: 172, minor: 1 },
]);

const filters = (
  <>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(jobKinds)} />
    </Filter>
    <Filter name="state">
      <Select
        allowClear
        placeholder="全部"
        options={Object.entries(deadJobLabels).map(([value, label]) => ({ value: Number(value), label }))}
      />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

/** Who was faster is in the list, which is read again. */
const decided = { changes: [deadJobs.page] };
const waits = (rows: readonly Row[]) => rows.filter(({ state }) => state === waiting).map(({ id }) => id);

export default function DeadJobs() {
  const may = useMay();
  const [dropping, setDropping] = useState<{ ids: number[]; done: () => void } | null>(null);
  const send = useSend(deadJobs.send, decided);
  const drop = useSend(deadJobs.drop, decided);
  const over = () => setDropping(null);
  return (
    <>
      <DataTable
        name="dead-jobs"
        noun="未送出的任务"
        route={deadJobs.page}
        exportRoute={deadJobs.export}
        columns={columns}
        filters={filters}
        {...(may(deadJobs.send) && {
          batch: (chosen: Row[], clear: () => void) => (
            <Space>
              <Confirm
                title={`重新发送${waits(chosen).length}条任务？`}
                onConfirm={() => send.mutate({ ids: waits(chosen) }, { onSuccess: clear })}
                disabled={waits(chosen).length === 0}
              >
                <Button size="small" type="primary" loading={send.isPending} disabled={waits(chosen).length === 0}>
                  重新发送
                </Button>
              </Confirm>
              <Button
                size="small"
                danger
                disabled={waits(chosen).length === 0}
                onClick={() => setDropping({ ids: waits(chosen), done: clear })}
              >
                放弃
              </Button>
            </Space>
          ),
        })}
        actions={({ id, state }) => [
          { label: '重新发送', onClick: () => send.mutate({ ids: [id] }), when: state === waiting && may(deadJobs.send) },
          {
            label: '放弃',
            danger: true,
            onClick: () => setDropping({ ids: [id], done: () => {} }),
            when: state === waiting && may(deadJobs.drop),
          },
        ]}
      />
      {dropping && (
        <ReasonDialog
          title={`放弃${dropping.ids.length}条任务`}
          note="放弃后不再尝试发送。"
          placeholder="如 已电话告知家属"
          okText="放弃"
          most={200}
          pending={drop.isPending}
          onOk={(reason) =>
            drop.mutate(
              { ids: dropping.ids, reason: reason.trim() },
              {
                onSuccess: () => {
                  dropping.done();
                  over();
                },
                onError: ({ status }) => status === 409 && over(),
              },
            )
          }
          onClose={over}
        />
      )}
    </>
  );
}
