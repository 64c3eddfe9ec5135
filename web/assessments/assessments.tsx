/** /assessment/index 评估: all assessments, and whose is due. */
import { Input, Select, Tabs, type SelectProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { assessmentStateLabels, closedAssessment } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels } from '#contract/assessments/assessments.labels.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import { causeText, scaleToOpen } from '#contract/assessments/due-causes.rules.ts';
import { nameOfScale } from '#contract/assessments/scales.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { assessmentAddress, assessmentChanges, draftAddress, newAssessmentAddress } from './assessment-calls.ts';
import { assessmentColumns } from './assessment-columns.tsx';
import './assessments.css';
import { DEFAULT_SCALE, useScaleChoices } from './scales-in-use.ts';

const NewDialog = lazy(() => import('./new-dialog.tsx'));
const Filter = labelledFilter(assessmentLabels);

const ScaleSelect = (props: SelectProps) => <Select {...props} allowClear placeholder="全部" options={useScaleChoices()} />;
const filters = (
  <>
    <Filter name="oldmanName">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="scale">
      <ScaleSelect />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(assessmentStateLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']} label={assessmentLabels.assessedDate}>
      <DateRange days />
    </Filter>
  </>
);

function Records() {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const remove = useSend(assessments.remove, { changes: assessmentChanges });
  const show = (id: number) => go(assessmentAddress(id));
  return (
    <>
      <DataTable
        name="assessments"
        noun="评估"
        route={assessments.page}
        columns={assessmentColumns}
        filters={filters}
        {...(may(assessments.export) ? { exportRoute: assessments.export } : {})}
        onAdd={may(assessments.create) ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ id }) => show(id)}
        actions={({ id, state, oldmanName }) => {
          const draft = closedAssessment({ state, applied_at: null }, 'edit') === null;
          return [
            { label: '查看', onClick: () => show(id) },
            { label: '继续填写', onClick: () => go(draftAddress(id)), when: draft && may(assessments.update) },
            {
              label: '删除',
              danger: true,
              confirm: `删除${oldmanName}的评估草稿？`,
              onClick: () => remove.mutate({ id }),
              when: draft && may(assessments.remove),
            },
          ];
        }}
      />
      <Suspense fallback={null}>{adding && <NewDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

const DUE = [
  { value: 'late', label: '已逾期' },
  { value: 'soon', label: '30天内到期' },
  { value: 'never', label: '未做能力评估' },
];

const dueColumns: Column<RowOf<typeof assessments.due>>[] = titled(assessmentLabels, [
  { key: 'oldmanName', width: 120, pin: 'left', render: ({ id, oldmanName }) => <PersonLink id={id} name={oldmanName} tab="assessment" /> },
  { key: 'place', width: 220 },
  { key: 'dueAt', width: 120 },
  {
    key: 'reasons',
    width: 340,
    render: ({ reasons }) => (
      <ul className="as-reasons">
        {reasons.map(({ cause, scale, day, dueAt }) => (
          <li key={`${cause} ${scale} ${day}`}>
            {causeText(cause, day, dueAt)}
            {cause === 'months' && scale !== null && `：${nameOfScale(scale)}`}
          </li>
        ))}
      </ul>
    ),
  },
  { key: 'assessedDate', title: '最近能力评估', width: 130 },
  { key: 'levelName', width: 220 },
]);

function Due() {
  const may = useMay();
  return (
    <DataTable
      name="assessments-due"
      noun="服务对象"
      route={assessments.due}
      columns={dueColumns}
      filters={
        <>
          <Filter name="oldmanName">
            <Input allowClear maxLength={20} placeholder="请输入姓名" />
          </Filter>
          <Filter name="due">
            <Select allowClear placeholder="全部" options={DUE} />
          </Filter>
        </>
      }
      actions={({ id, reasons: [first] }) => [
        {
          label: '去评估',
          onClick: () => go(newAssessmentAddress(id, first ? scaleToOpen(first.cause, first.scale) : DEFAULT_SCALE, first?.cause)),
          when: may(assessments.create),
        },
      ]}
    />
  );
}

export default function Assessments() {
  const [params, setParams] = useSearchParams();
  return (
    <Tabs
      destroyOnHidden
      activeKey={params.get('tab') === 'due' ? 'due' : 'list'}
      onChange={(tab) => setParams(tab === 'due' ? { tab } : {}, { replace: true })}
      items={[
        { key: 'list', label: '评估记录', children: <Records /> },
        { key: 'due', label: '到期', children: <Due /> },
      ]}
    />
  );
}
