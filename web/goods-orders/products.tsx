/** /business/product 商品: goods and service packages that are sold. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { productKind, productKindLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { products } from '#contract/goods-orders/products.ts';
import { lineOf } from '#contract/rich-text.rules.ts';
import { titled } from '#contract/labels.ts';
import { productLabels, productMovementLabels } from '#contract/goods-orders/products.labels.ts';
import { useSend } from '#web/api/call.ts';
import { MovementDialog } from '#web/stock/movement-dialog.tsx';
import { Change, KindTag } from '#web/stock/movement-columns.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { CategorySelect } from './category-select.tsx';
import { ProductImage, ProductKindTag } from './order-tags.tsx';
import { ProductDrawer, ProductName } from './product-about.tsx';
import { newProduct, productFields, productToForm, productToInput } from './product-fields.tsx';
import './orders.css';

const Filter = labelledFilter(productLabels);

type ProductRow = RowOf<typeof products.page>;
type MovementRow = RowOf<typeof products.movements>;

function Available({ product: { quantity, unit, materialName } }: { product: ProductRow }) {
  if (quantity === null) return <span className="y-missing">不限</span>;
  return (
    <span className="y-goods-left" title={materialName === null ? '自有库存' : `物资库存：${materialName}`}>
      {quantity === 0 && <Tag color="error">缺货</Tag>}
      {quantity} {unit}
    </span>
  );
}

const columnsWith = (read: (product: ProductRow) => void): Column<ProductRow>[] =>
  titled(productLabels, [
    { key: 'images', width: 68, pin: 'left', render: ({ images, name }) => <ProductImage url={images[0]} name={name} /> },
    {
      key: 'name',
      width: 170,
      pin: 'left',
      sort: 'name',
      render: (product) => <ProductName name={product.name} onClick={() => read(product)} />,
    },
    { key: 'categoryName', width: 100 },
    { key: 'kind', width: 96, render: ({ kind }) => <ProductKindTag value={kind} /> },
    { key: 'price', width: 104, align: 'right', sort: 'price', render: ({ price }) => yuan(price) },
    { key: 'quantity', width: 108, align: 'right', render: (product) => <Available product={product} /> },
    {
      key: 'materialName',
      width: 160,
      render: ({ materialName, packageName }) => materialName ?? packageName ?? <span className="y-missing">自有库存</span>,
    },
    {
      key: 'onSale',
      width: 80,
      render: ({ onSale }) => <Tag color={onSale ? 'success' : 'default'}>{onSale ? '在售' : '下架'}</Tag>,
    },
    { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
    { key: 'createBy', width: 104, hidden: true },
    {
      key: 'description',
      width: 220,
      hidden: true,
      render: ({ description }) => (description ? lineOf(description) : <span className="y-missing">{MISSING}</span>),
    },
  ]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入商品名称" allowClear maxLength={60} />
    </Filter>
    <Filter name="categoryId">
      <CategorySelect placeholder="全部" />
    </Filter>
    <Filter name="kind">
      <Select placeholder="全部" allowClear options={choices(productKindLabels)} />
    </Filter>
    <Filter name="onSale">
      <Select allowClear placeholder="全部" options={choices({ true: '在售', false: '下架' })} />
    </Filter>
  </>
);

const movementColumns: Column<MovementRow>[] = titled(productMovementLabels, [
  { key: 'createTime', width: 172, minor: 2 },
  { key: 'kind', width: 100, render: ({ kind }) => <KindTag kind={kind} /> },
  { key: 'quantity', width: 88, align: 'right', render: ({ quantity }) => <Change quantity={quantity} /> },
  { key: 'balance', width: 88, align: 'right' },
  { key: 'reason', width: 176 },
  { key: 'createBy', width: 96, minor: 2 },
]);

/** Goods that count for themselves. */
const hasOwnStock = ({ kind, materialId }: ProductRow) => kind === productKind.goods && materialId === null;

export default function Products() {
  const may = useMay();
  const [moving, setMoving] = useState<ProductRow | null>(null);
  const [shown, setShown] = useState<ProductRow | null>(null);
  const [read, setRead] = useState<ProductRow | null>(null);
  const send = useSend(products.move, { changes: [products.page, products.movements], once: true, onSuccess: () => setMoving(null) });
  return (
    <>
      <CrudPage
        name="products"
        noun="商品"
        routes={products}
        exportRoute={products.export}
        columns={columnsWith(setRead)}
        filters={filters}
        form={productFields}
        initial={newProduct}
        toForm={productToForm}
        toInput={productToInput}
        onRowDoubleClick={setRead}
        actions={(row) => [
          { label: '出入库', onClick: () => setMoving(row), when: may(products.move) && hasOwnStock(row) },
          { label: '流水', onClick: () => setShown(row), when: hasOwnStock(row) },
        ]}
      />
      <ProductDrawer product={read} onClose={() => setRead(null)} />
      {moving && (
        <MovementDialog
          name={moving.name}
          unit={moving.unit}
          balance={moving.quantity ?? 0}
          precision={0}
          booking={send.isPending}
          onBook={({ kind, quantity, reason }) => send.mutate({ id: moving.id, kind, quantity, reason })}
          onClose={() => setMoving(null)}
        />
      )}
      <SideDrawer title={`库存流水 · ${shown?.name ?? ''}`} open={shown !== null} onClose={() => setShown(null)}>
        {shown && (
          <DataTable
            name="product-movements"
            noun="库存流水"
            route={products.movements}
            fixed={{ id: shown.id }}
            columns={movementColumns}
            state="own"
            height="parent"
          />
        )}
      </SideDrawer>
    </>
  );
}
