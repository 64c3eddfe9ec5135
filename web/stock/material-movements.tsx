/** /business/bcmaterialmovement 库存流水: every movement of every material; nothing in it can be changed. */
import { Button, Input, Select } from 'antd';
import { useSearchParams } from 'react-router';
import { movementKindLabels } from '#contract/stock/materials.rules.ts';
import { materialMovements, materials } from '#contract/stock/materials.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { Change, KindTag } from './movement-columns.tsx';

type MovementRow = RowOf<typeof materialMovements.page>;

const columns: Column<MovementRow>[] = [
  { key: 'createTime', title: '时间', width: 172, pin: 'left' },
  { key: 'materialName', title: '物资名称', width: 170 },
  { key: 'materialCode', title: '物资编码', width: 120 },
  { key: 'kind', title: '类型', width: 104, render: ({ kind }) => <KindTag kind={kind} /> },
  { key: 'quantity', title: '变动数量', width: 110, align: 'right', render: ({ quantity }) => <Change quantity={quantity} /> },
  { key: 'balance', title: '结存数量', width: 120, align: 'right', render: ({ balance, unit }) => `${balance} ${unit}` },
  { key: 'reason', title: '原因', width: 200 },
  { key: 'orderNo', title: '关联单号', width: 160 },
  { key: 'source', title: '来源', width: 90, render: ({ source }) => <DictionaryTag type="material_source" value={source} /> },
  { key: 'createBy', title: '操作人', width: 104 },
];

const filters = (
  <>
    <Filter name="name" label="物资名称">
      <Input placeholder="请输入物资名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="kind" label="类型">
      <Select placeholder="全部" allowClear options={choices(movementKindLabels)} />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="时间">
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
