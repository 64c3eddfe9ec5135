/** /cloudcall/calljob 外呼任务: whom seats call up, how far each job is, and the figures of the last half year. */
import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { callJobLabels } from '#contract/calls/call-jobs.labels.ts';
import { callJobKinds, callJobs } from '#contract/calls/call-jobs.ts';
import { jobStateLabels, jobStates, jobTakes, type JobCommand } from '#contract/calls/call-jobs.rules.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { numbered } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { TimeWindows } from '#web/ui/time-windows.tsx';
import { GroupSelect } from '../group-select.tsx';
import { AddPeople } from './add-people.tsx';
import { CasesDrawer } from './cases-drawer.tsx';
import { HalfYear } from './half-year.tsx';

type Row = RowOf<typeof callJobs.page>;
const Field = labelledField(callJobLabels);
const Filter = labelledFilter(callJobLabels);
const open = (row: Row) => row.state <= jobStates.paused;

const columns: Column<Row>[] = titled(callJobLabels, [
  { key: 'name', width: 180, pin: 'left' },
  { key: 'kind', width: 110, render: ({ kind }) => callJobKinds[kind] },
  { key: 'state', width: 90, render: ({ state }) => <State of="callJob" value={state} /> },
  { key: 'groupName', width: 120, render: ({ groupName }) => groupName ?? '全部坐席' },
  { key: 'total', width: 90, align: 'right' },
  { key: 'done', width: 90, align: 'right' },
  { key: 'inVain', width: 100, align: 'right' },
  { key: 'automatic', width: 120, minor: 1, render: ({ automatic }) => (automatic ? '是' : '否') },
  { key: 'mostAttempts', width: 100, align: 'right', minor: 1, render: ({ mostAttempts }) => `${mostAttempts} 次` },
  { key: 'pauseMinutes', width: 110, align: 'right', minor: 1, render: ({ pauseMinutes }) => `${pauseMinutes} 分钟` },
  { key: 'remarks', width: 180, minor: 2 },
  { key: 'createTime', width: 172, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入任务名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(callJobKinds)} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(jobStateLabels)} />
    </Filter>
  </>
);

const form = (
  <>
    <FormSection title="基本信息">
      <Field name="name">
        <Input maxLength={40} placeholder="如 十一月满意度回访" />
      </Field>
      <Field name="kind">
        <Select options={numbered(callJobKinds)} />
      </Field>
      <Field name="groupId" extra="不选则所有坐席都可领取">
        <GroupSelect />
      </Field>
      <Field name="mostAttempts">
        <InputNumber<number> min={1} max={10} precision={0} suffix="次" />
      </Field>
      <Field name="pauseMinutes" extra="未接通后，隔多久再拨">
        <InputNumber<number> min={1} max={10_080} precision={0} suffix="分钟" />
      </Field>
      <Field name="hours" wide>
        <TimeWindows none="全天可拨" most={20} />
      </Field>
      <Field name="remarks" wide>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
    <FormSection title="通话时说什么">
      <RichTextField name="script" label={callJobLabels.script} max={5000} />
    </FormSection>
  </>
);

const COMMANDS: { command: JobCommand; label: string; confirm?: string }[] = [
  { command: 'start', label: '开始' },
  { command: 'pause', label: '暂停' },
  {
    command: 'finish',
    label: '结束',
    confirm: '结束后不能再开始，未拨打的名单不再拨打。确定结束？',
  },
  { command: 'cancel', label: '取消任务', confirm: '取消后不能再开始。确定取消任务？' },
];

export default function CallJobs() {
  const may = useMay();
  const [cases, setCases] = useState<Row | null>(null);
  const [adding, setAdding] = useState<Row | null>(null);
  const move = useSend(callJobs.move, { changes: [callJobs.page] });
  return (
    <>
      <CrudPage
        name="call-jobs"
        noun="外呼任务"
        routes={callJobs}
        columns={columns}
        filters={filters}
        form={form}
        size="large"
        initial={{ kind: 3, mostAttempts: 3, pauseMinutes: 60, hours: [], script: '' }}
        extra={<HalfYear />}
        actions={(row) => [
          { label: '名单', onClick: () => setCases(row) },
          { label: '添加名单', onClick: () => setAdding(row), when: open(row) && may(callJobs.add), menu: true },
          ...COMMANDS.map(({ command, label, confirm }) => ({
            label,
            onClick: () => move.mutate({ id: row.id, command }),
            when: jobTakes(row.state, command) && may(callJobs.move),
            menu: true,
            ...(confirm ? { confirm, danger: true } : {}),
          })),
        ]}
      />
      {cases && <CasesDrawer job={cases} onClose={() => setCases(null)} />}
      {adding && <AddPeople job={adding} onClose={() => setAdding(null)} />}
    </>
  );
}
