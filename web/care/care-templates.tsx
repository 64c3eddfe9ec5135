/** 照护模板: what a plan of an ability level begins with. */
import { Input, Switch } from 'antd';
import { careTemplateLabels } from '#contract/care/care-plans.labels.ts';
import { careTemplates } from '#contract/care/care-templates.ts';
import { titled } from '#contract/labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { PartsFields } from './parts-fields.tsx';
import './care.css';

const Field = labelledField(careTemplateLabels);
const Filter = labelledFilter(careTemplateLabels);

const columns: Column<RowOf<typeof careTemplates.page>>[] = titled(careTemplateLabels, [
  { key: 'name', width: 190, pin: 'left' },
  {
    key: 'anergy',
    width: 110,
    render: ({ anergy }) => (anergy === null ? '不限' : <DictionaryTag type={careTemplateLabels.anergy.dictionary} value={anergy} />),
  },
  { key: 'verified', width: 92, render: ({ verified }) => <State of="careTemplate" value={Number(verified)} /> },
  { key: 'problems', width: 92, align: 'right', render: ({ problems }) => `${problems.length} 项` },
  { key: 'goals', width: 92, align: 'right', render: ({ goals }) => `${goals.length} 项` },
  { key: 'interventions', width: 92, align: 'right', render: ({ interventions }) => `${interventions.length} 项` },
  { key: 'remarks', width: 260, minor: 1 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const form = (
  <>
    <Field name="name">
      <Input maxLength={40} />
    </Field>
    <Field name="anergy" extra="不选为不限">
      <DictionarySelect type={careTemplateLabels.anergy.dictionary} numeric />
    </Field>
    <PartsFields />
    <Field name="verified" label="已核对" valuePropName="checked" extra="按本机构规范核对后打开">
      <Switch />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
    </Field>
  </>
);

export const CareTemplates = () => (
  <CrudPage
    name="care-templates"
    noun="照护模板"
    routes={careTemplates}
    columns={columns}
    form={form}
    initial={{ problems: [], goals: [], interventions: [], verified: false }}
    size="large"
    filters={
      <>
        <Filter name="name">
          <Input allowClear maxLength={40} placeholder="请输入模板名称" />
        </Filter>
        <Filter name="anergy">
          <DictionarySelect type={careTemplateLabels.anergy.dictionary} />
        </Filter>
      </>
    }
  />
);
