/** /business/bcmaterial 物资管理: what is in stock, and its booking. */
import { Form, Input, InputNumber, Select, Switch, Tag } from 'antd';
import { useState } from 'react';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { materialMovements, materials } from '#contract/stock/materials.ts';
import { titled } from '#contract/labels.ts';
import { materialLabels } from '#contract/stock/materials.labels.ts';
import { useSend } from '#web/api/call.ts';
import { Carried } from '#web/ui/carried.tsx';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { MovementDialog } from './movement-dialog.tsx';
import './stock.css';

const Field = labelledField(materialLabels);
const Filter = labelledFilter(materialLabels);

type MaterialRow = RowOf<typeof materials.page>;

const columns: Column<MaterialRow>[] = titled(materialLabels, [
  { key: 'code', width: 112, pin: 'left', sort: 'code' },
  { key: 'name', width: 160, sort: 'name' },
  { key: 'spec', width: 116 },
  {
    key: 'quantity',
    width: 140,
    align: 'right',
    sort: 'quantity',
    render: ({ quantity, unit, low }) => (
      <span className="y-stock-low">
        {low && <Tag color="error">低库存</Tag>}
        {quantity} {unit}
      </span>
    ),
  },
  { key: 'safetyQuantity', width: 88, align: 'right' },
  { key: 'price', width: 112, align: 'right', sort: 'price', render: ({ price }) => yuan(price) },
  {
    key: 'enabled',
    width: 80,
    render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  { key: 'remarks', width: 180, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'createBy', width: 104, hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入物资名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="code">
      <Input placeholder="请输入物资编码" allowClear maxLength={30} />
    </Filter>
    <Filter name="low">
      <Select allowClear placeholder="全部" options={choices({ true: '低库存', false: '正常' })} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="全部" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

/** What is there at the beginning; afterwards only bookings change it. */
function Opening() {
  const self = Form.useWatch<number | undefined>('self', Form.useFormInstance());
  if (self !== undefined) return null;
  return (
    <Field name="quantity" label="期初库存" extra="保存后通过“出入库”变动">
      <InputNumber<number> min={0} max={9_999_999} precision={2} placeholder="0" />
    </Field>
  );
}

const form = (
  <>
    <Field name="code">
      <Input placeholder="如 HC0001" maxLength={30} />
    </Field>
    <Field name="name">
      <Input placeholder="如 一次性护理垫" maxLength={40} />
    </Field>
    <Field name="spec">
      <Input placeholder="如 60×90cm" maxLength={60} />
    </Field>
    <Field name="unit">
      <Input placeholder="如 片" maxLength={10} />
    </Field>
    <Opening />
    <Field name="safetyQuantity" extra="库存等于或低于此数时标为低库存，0为不提醒">
      <InputNumber<number> min={0} max={9_999_999} precision={2} />
    </Field>
    <Field name="price">
      <MoneyInput />
    </Field>
    <Field name="enabled" label="启用" valuePropName="checked">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
    </Field>
    <Carried name="self" />
  </>
);

const toForm = ({ id, code, name, spec, unit, safetyQuantity, price, enabled, remarks }: MaterialRow) => ({
  self: id,
  code,
  name,
  spec: spec ?? undefined,
  unit,
  safetyQuantity,
  price,
  enabled,
  remarks: remarks ?? undefined,
});
const toInput = ({ self: _self, quantity, ...values }: Record<string, unknown>) => ({
  ...values,
  ...(typeof quantity === 'number' ? { quantity } : {}),
});

export default function Materials() {
  const may = useMay();
  const [moving, setMoving] = useState<MaterialRow | null>(null);
  const send = useSend(materials.move, {
    changes: [materials.page, materials.get, materialMovements.page],
    once: true,
    onSuccess: () => setMoving(null),
    // Somebody booked in between: the balance on the screen is not the one that was counted against.
    onError: ({ status, data }) => status === 409 && data !== null && setMoving(data as MaterialRow),
  });
  return (
    <>
      <CrudPage
        name="materials"
        noun="物资"
        routes={materials}
        exportRoute={materials.export}
        imports={materials}
        columns={columns}
        filters={filters}
        form={form}
        initial={{ safetyQuantity: 0, price: 0, enabled: true }}
        toForm={toForm}
        toInput={toInput}
        actions={(row) => [
          { label: '出入库', onClick: () => setMoving(row), when: may(materials.move) },
          {
            label: '采购',
            onClick: () => go(`/business/material-purchase?add=true&material=${row.id}`),
            when: may(materialPurchases.create) && row.low,
          },
          { label: '流水', onClick: () => go(`/business/bcmaterialmovement?materialId=${row.id}`), when: may(materialMovements.page) },
        ]}
      />
      {moving && (
        <MovementDialog
          key={`${moving.id}.${moving.quantity}`}
          name={moving.name}
          unit={moving.unit}
          balance={moving.quantity}
          precision={2}
          sources
          booking={send.isPending}
          onBook={(booking) => send.mutate({ id: moving.id, ...booking, ...(booking.kind === 3 ? { expected: moving.quantity } : {}) })}
          onClose={() => setMoving(null)}
        />
      )}
    </>
  );
}
