/** /business/productcategory 商品分类. */
import { Input } from 'antd';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Field } from '#web/ui/form.tsx';
import { Filter } from '#web/ui/search-form.tsx';

type CategoryRow = RowOf<typeof productCategories.page>;

const columns: Column<CategoryRow>[] = [
  { key: 'name', title: '分类名称', width: 180, sort: 'name' },
  { key: 'description', title: '描述', width: 300 },
  { key: 'tenantName', title: '所属机构', width: 200 },
  { key: 'createBy', title: '创建人', width: 120 },
  { key: 'createTime', title: '创建时间', width: 172, sort: 'create_time' },
];

const filters = (
  <Filter name="name" label="分类名称">
    <Input placeholder="请输入分类名称" allowClear maxLength={30} />
  </Filter>
);

const form = (
  <>
    <Field name="name" label="分类名称" wide>
      <Input placeholder="如 护理用品" maxLength={30} />
    </Field>
    <Field name="description" label="描述" wide>
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
