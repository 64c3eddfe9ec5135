/** /care/restraint 约束管理: the orders, what is due of them, and the hours of a month. */
import { Input, Select, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { restraintKinds, restraintStateLabels } from '#contract/care/restraint-commands.rules.ts';
import { restraintLabels } from '#contract/care/restraints.labels.ts';
import { restraints } from '#contract/care/restraints.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { restraintAddress } from './restraint-calls.ts';
import { restraintColumns } from './restraint-columns.tsx';
import { RestraintMonth } from './restraint-month.tsx';
import './restraints.css';

const RestraintForm = lazy(() => import('./restraint-form.tsx'));
const Filter = labelledFilter(restraintLabels);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(restraintStateLabels)} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(restraintKinds)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

function Orders() {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const show = (id: number) => go(restraintAddress(id));
  return (
    <>
      <DataTable
        name="restraints"
        noun="约束单"
        route={restraints.page}
        columns={restraintColumns}
        filters={filters}
        exportRoute={restraints.export}
        addLabel="开具约束单"
        onAdd={may(restraints.order) ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ id }) => show(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => show(id) }]}
      />
      <Suspense fallback={null}>{adding && <RestraintForm onDone={show} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

export default function Restraints() {
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'list', label: '约束单', children: <Orders /> },
        { key: 'month', label: '月度统计', children: <RestraintMonth /> },
      ]}
    />
  );
}
