/** The form of a product. */
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { productKind, productKindLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { projectMaterials } from '#contract/stock/materials.ts';
import { titleOf } from '#contract/labels.ts';
import { productLabels } from '#contract/goods-orders/products.labels.ts';
import { useCall } from '#web/api/call.ts';
import { Carried } from '#web/ui/carried.tsx';
import { MaterialPicker } from '#web/stock/material-picker.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { CategorySelect } from './category-select.tsx';
import './orders.css';

const Field = labelledField(productLabels);

const MOST_IMAGES = 9;
const kinds = [productKind.goods, productKind.package].map((value) => ({ value, label: productKindLabels[value] }));

interface ImagesProps {
  id?: string;
  value?: string[];
  onChange?: (urls: string[]) => void;
}

/** The first picture is the one in lists. */
function ProductImages({ id, value = [], onChange }: ImagesProps) {
  return (
    <div className="y-product-images" id={id}>
      {value.map((url, index) => (
        <ImageUpload key={url} value={url} label={`商品图片${index + 1}`} onChange={() => onChange?.(value.filter((one) => one !== url))} />
      ))}
      {value.length < MOST_IMAGES && (
        <ImageUpload key={`add${value.length}`} label="图片" onChange={(url) => url && onChange?.([...value, url])} />
      )}
    </div>
  );
}

function PackageSelect({ id, value, onChange }: { id?: string; value?: number | null; onChange?: (id: number | null) => void }) {
  const form = Form.useFormInstance();
  const name = Form.useWatch<string | undefined>('packageName', form);
  const may = useMay()(servicePackages.page);
  const { data, isPending } = useCall(servicePackages.page, { size: 100, enabled: true }, { enabled: may, quiet: true });
  const options = (data?.records ?? []).map((one) => ({ value: one.id, label: `${one.name}（${one.validDays}天）` }));
  // One that is no longer offered keeps its name.
  if (value && name && !options.some((one) => one.value === value)) options.unshift({ value, label: name });
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(one?: number) => onChange?.(one ?? null)}
      options={options}
      disabled={!may}
      loading={may && isPending}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择服务套餐"
      notFoundContent="暂无服务套餐，请先在“照护 / 服务套餐”中新增"
    />
  );
}

/** What goods are sold from, or which package is. */
function KindFields() {
  const form = Form.useFormInstance();
  const kind = Form.useWatch<number | undefined>('kind', form);
  const materialId = Form.useWatch<number | null | undefined>('materialId', form);
  const self = Form.useWatch<number | undefined>('self', form);
  if (kind === productKind.package)
    return (
      <Field name="packageId" rules={[{ required: true, message: '请选择服务套餐' }]} extra="收款后自动添加到下单人的服务包">
        <PackageSelect />
      </Field>
    );
  return (
    <>
      <Field name="materialId" extra="关联后按物资库存销售；不关联时使用商品自有库存">
        <PickIdField
          nameIn="materialName"
          route={projectMaterials.pick}
          placeholder="不关联"
          renderList={(pick, list) => <MaterialPicker title="选择物资" {...list} onPick={({ id, name }) => pick(id, name)} />}
        />
      </Field>
      {self === undefined && !materialId && (
        <Field name="quantity" label="期初库存" extra="保存后通过“出入库”变动">
          <InputNumber<number> min={0} max={9_999_999} precision={0} placeholder="0" />
        </Field>
      )}
    </>
  );
}

export const newProduct = { kind: productKind.goods, onSale: true, images: [] };

const SHOWN_ONLY = ['self', 'materialName', 'packageName'];
const FIELDS = [
  'name',
  'categoryId',
  'kind',
  'images',
  'price',
  'unit',
  'description',
  'materialId',
  'packageId',
  'onSale',
  'materialName',
  'packageName',
];

export const productToForm = (row: Record<string, unknown>) => ({
  self: row.id,
  ...Object.fromEntries(FIELDS.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]]))),
});
export const productToInput = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !SHOWN_ONLY.includes(name) && !(name === 'quantity' && typeof value !== 'number')),
  );

export const productFields = (
  <>
    <Field name="kind" label="商品类型" wide>
      <Radio.Group options={kinds} />
    </Field>
    <Field name="name">
      <Input placeholder="请输入商品名称" maxLength={60} />
    </Field>
    <Field name="categoryId">
      <CategorySelect />
    </Field>
    <Field name="price" missing="请输入价格">
      <MoneyInput />
    </Field>
    <Field name="unit">
      <Input placeholder="如 件、包、份" maxLength={10} />
    </Field>
    <KindFields />
    <Field name="images" label="商品图片" wide extra={`jpg、png，单张不超过5MB，最多${MOST_IMAGES}张，第一张在列表中显示`}>
      <ProductImages />
    </Field>
    <RichTextField
      name="description"
      label={titleOf(productLabels, 'description')}
      max={2000}
      placeholder="规格、用法、注意事项，可插入图片"
    />
    <Field name="onSale" label="在售" valuePropName="checked" wide extra="下架后不能再下单，已有订单不受影响">
      <Switch checkedChildren="在售" unCheckedChildren="下架" />
    </Field>
    {SHOWN_ONLY.map((name) => (
      <Carried key={name} name={name} />
    ))}
  </>
);
