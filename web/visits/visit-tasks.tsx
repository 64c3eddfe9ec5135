/** /management/visittask/index 探访任务: what is to be visited, by whom, and what was found; `?id=` opens one. */
import { BarChartOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { Suspense } from 'react';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { visitPhaseLabels, visitPhases, visitResults } from '#contract/visits/visit-tasks.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { VISIT_OVERVIEW } from '#web/shell/addresses.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { visitColumns } from './visit-columns.tsx';
import './visits.css';

const VisitDrawer = lazyPart(() => import('./visit-drawer.tsx'));
const Filter = labelledFilter(visitTaskLabels);
const BEGIN = { waiting: 'true' };

/** The text that the address keeps, as the field's number. */
const VisitorFilter = ({ id, value, onChange }: { id?: string; value?: string; onChange?: (value: string | undefined) => void }) => (
  <ColleagueField
    {...(id === undefined ? {} : { id })}
    value={value ? Number(value) : null}
    onChange={(chosen) => onChange?.(chosen === null ? undefined : String(chosen))}
  />
);

const filters = (
  <>
    <Filter name="waiting" label="范围">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '今天要办的' }]} />
    </Filter>
    <Filter name="userName" label="服务对象">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="mine" label="谁的探访">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '我的' }]} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(visitPhaseLabels)} />
    </Filter>
    <Filter name="userId">
      <VisitorFilter />
    </Filter>
    <Filter name="result">
      <Select allowClear placeholder="全部" options={choices(visitResults)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

export default function VisitTasks() {
  const may = useMay();
  const [shown, show] = useAskedId('id');
  return (
    <>
      <DataTable
        name="visit-tasks"
        noun="探访任务"
        route={visitTasks.page}
        {...(may(visitTasks.export) ? { exportRoute: visitTasks.export } : {})}
        columns={visitColumns}
        filters={filters}
        begin={BEGIN}
        rowClass={({ state }) => (state === visitPhases.overdue ? 'vi-row-late' : '')}
        extra={
          <Button icon={<BarChartOutlined aria-hidden />} onClick={() => go(VISIT_OVERVIEW)}>
            概览
          </Button>
        }
        onRowDoubleClick={({ id }) => show(id)}
        actions={({ id, state }) => [
          { label: state <= visitPhases.overdue && may(visitTasks.record) ? '探访' : '查看', onClick: () => show(id) },
        ]}
      />
      <Suspense fallback={null}>{shown !== null && <VisitDrawer key={shown} id={shown} onClose={() => show(null)} />}</Suspense>
    </>
  );
}
