/** /cloudcall/calljob 外呼任务: whom seats call up, how far each job is, and the figures of the last half year. */
import { Button, Input, Select, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ruleText } from '#contract/calls/call-job-people.rules.ts';
import { callJobLabels } from '#contract/calls/call-jobs.labels.ts';
import { callJobKinds, callJobs, dialWayLabels } from '#contract/calls/call-jobs.ts';
import { jobStateLabels, jobStates, jobTakes, type JobCommand } from '#contract/calls/call-jobs.rules.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { AddPeople } from './add-people.tsx';
import { CasesDrawer } from './cases-drawer.tsx';
import { JobFields } from './job-fields.tsx';

const AutomaticDialog = lazy(() => import('./automatic-dialog.tsx'));

type Row = RowOf<typeof callJobs.page>;
const Field = labelledField(callJobLabels);
const Filter = labelledFilter(callJobLabels);
const open = (row: Row) => row.state <= jobStates.paused;

const columns: Column<Row>[] = titled(callJobLabels, [
  { key: 'name', width: 180, pin: 'left' },
  { key: 'kind', width: 110, render: ({ kind }) => callJobKinds[kind] },
  {
    key: 'state',
    width: 170,
    render: ({ state, noLine }) => (
      <>
        <State of="callJob" value={state} />
        {noLine && <Tag>没有电话线路</Tag>}
      </>
    ),
  },
  { key: 'groupName', width: 120, render: ({ groupName }) => groupName ?? '全部坐席' },
  { key: 'dialling', width: 100, render: ({ dialling }) => dialWayLabels[dialling] },
  { key: 'total', width: 90, align: 'right' },
  { key: 'done', width: 90, align: 'right' },
  { key: 'inVain', width: 100, align: 'right' },
  {
    key: 'automatic',
    width: 220,
    minor: 1,
    render: ({ automatic, rule }) => (automatic ? ruleText(rule) : '否'),
  },
  { key: 'nextFill', width: 172, minor: 1, render: ({ nextFill }) => <Time value={nextFill} /> },
  { key: 'mostAttempts', width: 100, align: 'right', minor: 1, render: ({ mostAttempts }) => `${mostAttempts} 次` },
  { key: 'pauseMinutes', width: 110, align: 'right', minor: 1, render: ({ pauseMinutes }) => `${pauseMinutes} 分钟` },
  { key: 'questionnaireName', width: 160, minor: 1 },
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
      <JobFields example="十一月满意度回访" />
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
  const [automatic, setAutomatic] = useState<{ job: Row | null } | null>(null);
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
        initial={{ kind: 3, dialling: 1, lines: 2, mostAttempts: 3, pauseMinutes: 60, hours: [], script: '' }}
        extra={
          <>
            {may(callJobs.automatic) && <Button onClick={() => setAutomatic({ job: null })}>新增自动任务</Button>}
            <Button onClick={() => go('/cloudcall/calljob/statistics')}>近半年统计</Button>
          </>
        }
        actions={(row) => [
          { label: '名单', onClick: () => setCases(row) },
          {
            label: '名单条件',
            onClick: () => setAutomatic({ job: row }),
            when: row.automatic && open(row) && may(callJobs.update),
            menu: true,
          },
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
      <Suspense fallback={null}>{automatic && <AutomaticDialog job={automatic.job} onClose={() => setAutomatic(null)} />}</Suspense>
      {adding && <AddPeople job={adding} onClose={() => setAdding(null)} />}
    </>
  );
}
