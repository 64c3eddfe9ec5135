/** /oldMan/erasable 可删除的档案: people who left so long ago that their records need not be kept, to be erased by two or held. */
import { Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { erasureLabels } from '#contract/elderly/person-erasures.labels.ts';
import { erasureStateLabels } from '#contract/elderly/person-erasures.rules.ts';
import { personErasures } from '#contract/elderly/person-erasures.ts';
import { titled } from '#contract/labels.ts';
import { session } from '#web/api/session.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';

const ErasureDrawer = lazyPart(() => import('./erasure-drawer.tsx'));
const Filter = labelledFilter(erasureLabels);

type Row = RowOf<typeof personErasures.page>;

const columns: Column<Row>[] = titled(erasureLabels, [
  { key: 'userName', width: 110 },
  { key: 'status', width: 100, dictionary: erasureLabels.status.dictionary },
  { key: 'leftTime', width: 172 },
  { key: 'state', width: 100, render: ({ state }) => <State of="erasure" value={state} /> },
  { key: 'askName', width: 100 },
  { key: 'askTime', width: 172, minor: 1 },
  { key: 'askReason', width: 200, minor: 1 },
  { key: 'holdName', width: 100 },
  { key: 'holdReason', width: 200 },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(erasureStateLabels)} />
    </Filter>
  </>
);

export default function Erasures() {
  const [open, setOpen] = useState<number | null>(null);
  const userId = useStore(session, ({ user }) => user?.id ?? 0);
  return (
    <>
      <DataTable
        name="erasures"
        noun="可删除的档案"
        route={personErasures.page}
        columns={columns}
        filters={filters}
        onRowDoubleClick={({ id }) => setOpen(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => setOpen(id) }]}
      />
      <Suspense fallback={null}>
        {open !== null && <ErasureDrawer key={open} id={open} userId={userId} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
