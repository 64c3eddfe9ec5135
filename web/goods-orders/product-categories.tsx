/** /business/productcategory 商品分类. */
import { Input } from 'antd';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { titled } from '#contract/labels.ts';
import { productCategoryLabels } from '#contract/goods-orders/product-categories.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';

const Field = labelledField(productCategoryLabels);
const Filter = labelledFilter(productCategoryLabels);

type CategoryRow = RowOf<typeof productCategories.page>;

const columns: Column<CategoryRow>[] = titled(productCategoryLabels, [
  { key: 'name', width: 180, sort: 'name' },
  { key: 'description', width: 300 },
  { key: 'tenantName', width: 200, minor: 2 },
  { key: 'createBy', width: 120, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <Filter name="name">
    <Input placeholder="请输入分类名称" allowClear maxLength={30} />
  </Filter>
);

const form = (
  <>
    <Field name="name" wide>
      <Input placeholder="如 护理用品" maxLength={30} />
    </Field>
    <Field name="description" wide>
      <Input.TextArea placeholder="请输入描述" maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
    </Field>
  </>
);

export default function ProductCategories() {
  return (
    <CrudPage
      name="product-categories"
      noun="商品分类"
      routes={productCategories}
      exportRoute={productCategories.export}
      columns={columns}
      filters={filters}
      form={form}
      size="small"
      numbered
    />
  );
}
