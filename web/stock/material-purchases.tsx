/**
 * /business/material-purchase 物资采购: what was asked for, decided and received. With `?add=true` the form is open, with `&material=…` for
 * a material that runs low.
 */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { titled } from '#contract/labels.ts';
import { purchaseLabels } from '#contract/stock/material-purchases.labels.ts';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { materials } from '#contract/stock/materials.ts';
import { proposedPurchase, purchaseStateLabels } from '#contract/stock/purchase-commands.rules.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { usePurchaseActions } from './purchase-actions.tsx';
import { purchaseAddress } from './purchase-addresses.ts';
import { PurchaseDrawer } from './purchase-drawer.tsx';

const Filter = labelledFilter(purchaseLabels);
type Row = RowOf<typeof materialPurchases.page>;

const columns: Column<Row>[] = titled(purchaseLabels, [
  { key: 'number', width: 150, pin: 'left', render: ({ id, number }) => <Link to={purchaseAddress(id)}>{number}</Link> },
  { key: 'summary', width: 200 },
  { key: 'amount', width: 120, align: 'right', render: ({ amount }) => yuan(amount) },
  { key: 'state', width: 96, render: ({ state }) => <State of="purchase" value={state} /> },
  { key: 'userName', width: 100 },
  { key: 'departmentName', width: 120, minor: 1 },
  { key: 'reason', width: 200, minor: 2 },
  { key: 'createTime', width: 172, sort: 'create_time', minor: 1 },
]);

const filters = (
  <>
    <Filter name="number">
      <Input placeholder="请输入采购单号" allowClear maxLength={20} />
    </Filter>
    <Filter name="name">
      <Input placeholder="请输入物资名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="userName">
      <Input placeholder="请输入申请人" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(purchaseStateLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

/** A new purchase; of a material that runs low with what it lacks, as soon as that is read. */
function NewPurchase({ material, onSent, onClose }: { material: number | null; onSent: () => void; onClose: () => void }) {
  const { data, isError } = useCall(materials.get, { id: material ?? 0 }, { enabled: material !== null });
  if (material !== null && !data && !isError) return null;
  const lines = data ? [{ ...data, materialId: data.id, quantity: proposedPurchase(data) }] : [];
  return <PurchaseDrawer purchase={null} lines={lines} onSent={onSent} onClose={onClose} />;
}

export default function MaterialPurchases() {
  const may = useMay();
  const [params] = useSearchParams();
  const [open, setOpen] = useState<{ material: number | null } | null>(null);
  const [actions, dialogs] = usePurchaseActions();
  const mayAdd = may(materialPurchases.create);
  const material = may(materials.get) ? Number(params.get('material')) || null : null;
  const back = useAskedAdd(() => mayAdd && setOpen({ material }));
  return (
    <>
      <DataTable
        name="material-purchases"
        noun="物资采购"
        route={materialPurchases.page}
        exportRoute={materialPurchases.export}
        columns={columns}
        filters={filters}
        addLabel="申请采购"
        onAdd={mayAdd ? () => setOpen({ material: null }) : undefined}
        onRowDoubleClick={({ id }) => go(purchaseAddress(id))}
        actions={(row) => [{ label: '详情', onClick: () => go(purchaseAddress(row.id)) }, ...actions(row)]}
      />
      {open && <NewPurchase {...open} onSent={back} onClose={() => setOpen(null)} />}
      {dialogs}
    </>
  );
}
