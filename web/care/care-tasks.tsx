/** /care/task 照护任务: what is to be done for whom in this shift, what is overdue or due first. */
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { careKinds } from '#contract/care/care-kinds.ts';
import { taskPhaseLabels, taskPhases } from '#contract/care/care-tasks.rules.ts';
import { careTaskLabels } from '#contract/care/care-tasks.labels.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { useCall } from '#web/api/call.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { BuildingSelect, FloorField } from '#web/health/house-filter.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { Figures } from '#web/ui/figures.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { QuickNotes } from './quick-notes.tsx';
import { useTaskActs, type Task } from './task-acts.tsx';
import { taskColumns } from './task-columns.tsx';
import './care.css';

const Filter = labelledFilter(careTaskLabels);
const { due, overdue, done, missed } = taskPhases;

/** The text that the address keeps, as the field's number. */
const CarerFilter = ({ id, value, onChange }: { id?: string; value?: string; onChange?: (value: string | undefined) => void }) => (
  <ColleagueField
    {...(id === undefined ? {} : { id })}
    placeholder="输入姓名查找"
    value={value ? Number(value) : null}
    onChange={(chosen) => onChange?.(chosen === null ? undefined : String(chosen))}
  />
);

const filters = (
  <>
    <Filter name="building">
      <BuildingSelect />
    </Filter>
    <Filter name="floor">
      <FloorField />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(taskPhaseLabels)} />
    </Filter>
    <Filter name="shift">
      <Select allowClear placeholder="全天" options={[{ value: 'true', label: '本班' }]} />
    </Filter>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={Object.entries(careKinds).map(([value, label]) => ({ value, label }))} />
    </Filter>
    <Filter name="carerId">
      <CarerFilter />
    </Filter>
    <Filter name="day">
      <Day placeholder="今天" />
    </Filter>
  </>
);

const BEGIN = { shift: 'true' };
const NAMES = ['building', 'floor', 'shift', 'userName', 'kind', 'carerId', 'day'] as const;

/** What there is of the tasks that the list is about, whatever their state; pressed, the list shows them. */
function Sums() {
  const [params, setParams] = useSearchParams();
  const given = Object.fromEntries(NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name) as string]] : [])));
  const state = params.get('state');
  // An empty one in the address says: none.
  const asked = [...NAMES, 'state'].some((name) => params.has(name)) ? given : BEGIN;
  const { data } = useCall(careTasks.figures, asked as never, { quiet: true, placeholderData: (before) => before });
  const figure = (phase: number, value: number | undefined, tone?: 'good' | 'warning' | 'error') => ({
    label: taskPhaseLabels[phase] as string,
    value: String(value ?? '--'),
    tone: value ? tone : undefined,
    pressed: state === String(phase),
    onClick: () => setParams(state === String(phase) ? { shift: '', ...asked } : { ...asked, state: String(phase) }, { replace: true }),
  });
  return (
    <Figures
      label="照护任务数量"
      figures={[
        { label: '全部', value: String(data?.total ?? '--') },
        figure(overdue, data?.overdue, 'error'),
        figure(due, data?.due, 'warning'),
        figure(done, data?.done, 'good'),
        figure(missed, data?.missed, 'error'),
      ]}
    />
  );
}

export default function CareTasks() {
  const may = useMay();
  const acts = useTaskActs();
  const [noting, setNoting] = useState<{ id: number; name: string } | null>(null);
  return (
    <div className="ca-tasks">
      <Sums />
      <DataTable
        name="care-tasks"
        noun="照护任务"
        route={careTasks.page}
        columns={taskColumns}
        filters={filters}
        begin={BEGIN}
        rowClass={({ state }) => (state === overdue ? 'ca-row-late' : '')}
        {...(may(careTasks.done)
          ? {
              actions: (task: Task) => [
                ...acts.actions(task),
                { label: '随手记', menu: true, onClick: () => setNoting({ id: task.oldmanId, name: task.oldmanName }) },
              ],
            }
          : {})}
      />
      {acts.dialogs}
      {noting && (
        <Modal open title={`${noting.name}的照护随记`} footer={null} onCancel={() => setNoting(null)}>
          <QuickNotes personId={noting.id} name={noting.name} />
        </Modal>
      )}
    </div>
  );
}
