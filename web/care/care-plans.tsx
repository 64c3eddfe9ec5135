/** /care/plan 照护计划: the plans of people and the templates; with `?id=` one is open. */
import { Input, Select, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { planStateLabels, planStates } from '#contract/care/care-plan-commands.rules.ts';
import { carePlanLabels } from '#contract/care/care-plans.labels.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { titled } from '#contract/labels.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { formatTime } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { CareTemplates } from './care-templates.tsx';
import { PlanDrawer } from './plan-drawer.tsx';
import { PlanEditor } from './plan-editor.tsx';
import './care.css';

const Filter = labelledFilter(carePlanLabels);

type Row = RowOf<typeof carePlans.page>;

function NextReview({ row }: { row: Row }) {
  const late = row.state === planStates.running && row.endTime === null && row.nextReviewDay <= formatTime(serverNow(), 'yyyy-MM-dd');
  return <span className={late ? 'ca-late' : undefined}>{row.state === planStates.running ? row.nextReviewDay : '--'}</span>;
}

const columns: Column<Row>[] = titled(carePlanLabels, [
  {
    key: 'oldmanName',
    width: 100,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="care" />,
  },
  { key: 'place', width: 170, render: Place },
  { key: 'anergy', width: 92, render: ({ anergy }) => <DictionaryTag type={carePlanLabels.anergy.dictionary} value={anergy} /> },
  { key: 'serial', width: 80, render: ({ serial }) => `第${serial}版` },
  { key: 'state', width: 92, render: ({ state }) => <State of="carePlan" value={state} /> },
  { key: 'interventionCount', width: 72, align: 'right', render: ({ interventionCount }) => `${interventionCount} 项` },
  { key: 'startTime', width: 130, sort: 'start_time', render: ({ startTime }) => <Time value={startTime} /> },
  { key: 'nextReviewDay', width: 116, sort: 'next_review_day', render: (row) => <NextReview row={row} /> },
  { key: 'consentName', width: 108, minor: 1 },
  { key: 'createdName', width: 96, minor: 1 },
  { key: 'endTime', width: 130, minor: 2, render: ({ endTime }) => <Time value={endTime} /> },
  { key: 'endReason', width: 160, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(planStateLabels)} />
    </Filter>
    <Filter name="review">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看应复核' }]} />
    </Filter>
  </>
);

function Plans() {
  const may = useMay();
  const [shown, show] = useAskedId('id');
  const [adding, setAdding] = useState(false);
  const back = useAskedAdd(() => may(carePlans.save) && setAdding(true));
  return (
    <>
      <DataTable
        name="care-plans"
        noun="照护计划"
        route={carePlans.page}
        columns={columns}
        filters={filters}
        onAdd={may(carePlans.save) ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ id }) => show(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => show(id) }]}
      />
      {shown !== null && <PlanDrawer key={shown} id={shown} onOpen={show} onClose={() => show(null)} />}
      {adding && <PlanEditor plan={null} onSaved={back} onClose={() => setAdding(false)} />}
    </>
  );
}

export default function CarePlans() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab');
  return (
    <Tabs
      activeKey={wanted === 'templates' ? wanted : 'plans'}
      onChange={(tab) => setParams({ tab }, { replace: true })}
      items={[
        { key: 'plans', label: '照护计划', children: <Plans /> },
        { key: 'templates', label: '照护模板', children: <CareTemplates /> },
      ]}
      destroyOnHidden
    />
  );
}
