/** 选择商品: what is on sale; what has run out is shown and cannot be picked. */
import { Input, Tag } from 'antd';
import { useState } from 'react';
import { saleProducts } from '#contract/goods-orders/goods-orders.ts';
import { titled } from '#contract/labels.ts';
import { productLabels } from '#contract/goods-orders/products.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { PickerDrawer, type PickerProps } from '#web/ui/picker-drawer.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { ProductImage, ProductKindTag } from './order-tags.tsx';
import { ProductDrawer, ProductName } from './product-about.tsx';

const Filter = labelledFilter(productLabels);

export type PickedProduct = RowOf<typeof saleProducts.page>;

const columnsWith = (read: (product: PickedProduct) => void): Column<PickedProduct>[] =>
  titled(productLabels, [
    { key: 'image', title: '图片', width: 72, render: ({ image, name }) => <ProductImage url={image} name={name} /> },
    {
      key: 'name',
      width: 164,
      render: (product) => <ProductName name={product.name} onClick={() => read(product)} />,
    },
    { key: 'categoryName', width: 100 },
    { key: 'kind', width: 96, render: ({ kind }) => <ProductKindTag value={kind} /> },
    { key: 'price', width: 110, align: 'right', render: ({ price, unit }) => `${yuan(price)}/${unit}` },
    {
      key: 'quantity',
      width: 88,
      align: 'right',
      render: ({ quantity }) =>
        quantity === null ? <span className="y-missing">不限</span> : quantity === 0 ? <Tag color="error">缺货</Tag> : quantity,
    },
  ]);

const filters = (
  <Filter name="name">
    <Input placeholder="请输入商品名称" allowClear maxLength={60} />
  </Filter>
);

export function ProductPicker(props: PickerProps<PickedProduct>) {
  const [read, setRead] = useState<PickedProduct | null>(null);
  return (
    <>
      <PickerDrawer
        {...props}
        title="选择商品"
        name="product-picker"
        noun="商品"
        route={saleProducts.page}
        columns={columnsWith(setRead)}
        filters={filters}
        selectable={({ quantity }) => quantity === null || quantity > 0}
      />
      <ProductDrawer product={read && { ...read, images: read.image ? [read.image] : [] }} onClose={() => setRead(null)} />
    </>
  );
}
