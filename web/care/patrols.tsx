/** /care/round 巡视: how each floor stands, the rounds that were made, and the month. */
import { Input, Select, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { patrolStateLabels } from '#contract/care/patrol-commands.rules.ts';
import { patrolLabels } from '#contract/care/patrols.labels.ts';
import { patrols } from '#contract/care/patrols.ts';
import { BuildingSelect, FloorField } from '#web/health/house-filter.tsx';
import { useAskedId } from '#web/ui/asked-id.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Coverage } from './coverage.tsx';
import { FloorCards, type Walk } from './floor-cards.tsx';
import { patrolColumns } from './patrol-columns.tsx';
import './patrols.css';

const WalkDrawer = lazy(() => import('./walk-drawer.tsx'));
const PatrolDrawer = lazy(() => import('./patrol-drawer.tsx'));
const Filter = labelledFilter(patrolLabels);

const filters = (
  <>
    <Filter name="building">
      <BuildingSelect />
    </Filter>
    <Filter name="floor">
      <FloorField />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(patrolStateLabels)} />
    </Filter>
    <Filter name="userName">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

function Rounds() {
  const [walk, setWalk] = useState<Walk | null>(null);
  const [shown, setShown] = useAskedId('id');
  return (
    <div className="ca-patrols">
      <FloorCards onWalk={setWalk} />
      <DataTable
        name="patrols"
        noun="巡视记录"
        route={patrols.page}
        columns={patrolColumns}
        filters={filters}
        exportRoute={patrols.export}
        height="content"
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => setShown(id) }]}
      />
      <Suspense fallback={null}>
        {walk && <WalkDrawer key={walk.id} walk={walk} onClose={() => setWalk(null)} />}
        {shown !== null && <PatrolDrawer key={shown} id={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  );
}

export default function Patrols() {
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'now', label: '巡视', children: <Rounds /> },
        { key: 'month', label: '月度统计', children: <Coverage /> },
      ]}
    />
  );
}
