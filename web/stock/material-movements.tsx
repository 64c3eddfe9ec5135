/** /business/bcmaterialmovement 库存流水: every movement of every material; nothing in it can be changed. */
import { Button, Input, Select } from 'antd';
import { useSearchParams } from 'react-router';
import { movementKindLabels } from '#contract/stock/materials.rules.ts';
import { materialMovements, materials } from '#contract/stock/materials.ts';
import { titled } from '#contract/labels.ts';
import { movementLabels } from '#contract/stock/materials.labels.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Change, KindTag } from './movement-columns.tsx';

const Filter = labelledFilter(movementLabels);

type MovementRow = RowOf<typeof materialMovements.page>;

const columns: Column<MovementRow>[] = titled(movementLabels, [
  { key: 'createTime', width: 172, pin: 'left' },
  { key: 'materialName', width: 170 },
  { key: 'materialCode', width: 120, minor: 1 },
  { key: 'kind', width: 104, render: ({ kind }) => <KindTag kind={kind} /> },
  { key: 'quantity', width: 110, align: 'right', render: ({ quantity }) => <Change quantity={quantity} /> },
  { key: 'balance', width: 120, align: 'right', render: ({ balance, unit }) => `${balance} ${unit}` },
  { key: 'reason', width: 200 },
  { key: 'orderNo', width: 160 },
  { key: 'source', width: 90, minor: 1 },
  { key: 'createBy', width: 104 },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入物资名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="kind">
      <Select placeholder="全部" allowClear options={choices(movementKindLabels)} />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

/** The one material that the ledger is narrowed to, as the address says. */
function OneMaterial({ id, onAll }: { id: number; onAll: () => void }) {
  const may = useMay();
  const { data } = useCall(materials.get, { id }, { enabled: may(materials.get), quiet: true });
  return <Button onClick={onAll}>{data ? `只看“${data.name}”，查看全部` : '查看全部物资'}</Button>;
}

export default function MaterialMovements() {
  const [params, setParams] = useSearchParams();
  const materialId = Number(params.get('materialId')) || null;
  const all = () => {
    params.delete('materialId');
    setParams(params, { replace: true });
  };
  return (
    <DataTable
      name="material-movements"
      noun="库存流水"
      route={materialMovements.page}
      exportRoute={materialMovements.export}
      columns={columns}
      filters={filters}
      extra={materialId !== null && <OneMaterial id={materialId} onAll={all} />}
    />
  );
}
