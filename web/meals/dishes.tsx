/** /business/dish 菜品: what the kitchen makes, what is in it, and whom it suits. */
import { Input, InputNumber, Radio, Select } from 'antd';
import { titled } from '#contract/labels.ts';
import { dishLabels } from '#contract/meals/dishes.labels.ts';
import { allergens, diets, dishCategories, dishStateLabels, textureNames, textures } from '#contract/meals/dishes.rules.ts';
import { dishes } from '#contract/meals/dishes.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { Mark } from './mark.tsx';

const Field = labelledField(dishLabels);
const Filter = labelledFilter(dishLabels);
type Row = RowOf<typeof dishes.page>;

const textureOptions = textureNames.map((value) => ({ value, label: `${textures[value].label}（IDDSI ${textures[value].iddsi}级）` }));
const textureChoices = textureNames.map((value) => ({ value, label: textures[value].label }));

const columns: Column<Row>[] = titled(dishLabels, [
  { key: 'name', width: 150, pin: 'left', sort: 'name' },
  { key: 'photo', width: 68, minor: 2, render: ({ photo, name }) => photo && <StoredImage url={photo} alt={name} size={36} /> },
  { key: 'category', width: 80, render: ({ category }) => dishCategories[category] },
  {
    key: 'allergens',
    width: 160,
    render: (row) =>
      row.allergens.map((one) => (
        <Mark key={one} tone="allergy">
          {allergens[one]}
        </Mark>
      )),
  },
  { key: 'textures', width: 200, render: (row) => row.textures.map((one) => textures[one].label).join('、') },
  { key: 'diets', width: 220, render: (row) => row.diets.map((one) => diets[one]).join('、') },
  { key: 'energy', width: 116, align: 'right', minor: 1 },
  { key: 'protein', width: 116, align: 'right', minor: 2 },
  { key: 'salt', width: 84, align: 'right', minor: 2 },
  { key: 'price', width: 96, align: 'right', minor: 1, render: ({ price }) => price !== null && yuan(price) },
  { key: 'status', width: 80, render: ({ status }) => <State of="dish" value={status} /> },
  { key: 'remarks', width: 180, minor: 2 },
  { key: 'createTime', width: 172, hidden: true, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入菜品名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="category">
      <Select allowClear placeholder="全部" options={choices(dishCategories)} />
    </Filter>
    <Filter name="allergen">
      <Select allowClear placeholder="含有" options={choices(allergens)} />
    </Filter>
    <Filter name="texture">
      <Select allowClear placeholder="全部" options={textureChoices} />
    </Filter>
    <Filter name="diet">
      <Select allowClear placeholder="全部" options={choices(diets)} />
    </Filter>
    <Filter name="status">
      <Select allowClear placeholder="全部" options={choices(dishStateLabels)} />
    </Filter>
  </>
);

const form = (
  <>
    <Field name="name">
      <Input placeholder="请输入菜品名称" maxLength={30} />
    </Field>
    <Field name="category">
      <Select placeholder="请选择" options={choices(dishCategories)} />
    </Field>
    <Field name="textures" wide extra="厨房能做成的质地；服务对象的质地不在其中时不供应">
      <Select mode="multiple" placeholder="请选择" options={textureOptions} />
    </Field>
    <Field name="allergens" wide>
      <Select mode="multiple" allowClear placeholder="没有则不选" options={choices(allergens)} />
    </Field>
    <Field name="diets" wide extra="未选的饮食要求，有此要求的服务对象不供应">
      <Select mode="multiple" allowClear placeholder="可多选" options={choices(diets)} />
    </Field>
    <Field name="energy">
      <InputNumber<number> min={0} max={5000} precision={0} />
    </Field>
    <Field name="protein">
      <InputNumber<number> min={0} max={1000} precision={1} />
    </Field>
    <Field name="salt">
      <InputNumber<number> min={0} max={1000} precision={1} />
    </Field>
    <Field name="price">
      <MoneyInput max={10_000} />
    </Field>
    <Field name="status">
      <Radio.Group
        options={[
          { value: 0, label: '供应' },
          { value: 1, label: '停用' },
        ]}
      />
    </Field>
    <Field name="photo" wide>
      <ImageUpload />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </>
);

const begin = { status: 0, allergens: [], diets: [], textures: ['regular', 'soft', 'minced', 'pureed'] };

export default function Dishes() {
  return (
    <CrudPage
      name="dishes"
      noun="菜品"
      routes={dishes}
      exportRoute={dishes.export}
      imports={dishes}
      columns={columns}
      filters={filters}
      form={form}
      initial={begin}
    />
  );
}
