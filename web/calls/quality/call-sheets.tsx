/** /cloudcall/callsheet 评分表: what inspectors look at in a call, with points; a change of it is a new version. */
import { Input, InputNumber, Select, Switch } from 'antd';
import { callSheetLabels } from '#contract/calls/call-sheets.labels.ts';
import { FULL_POINTS, itemsOf } from '#contract/calls/call-sheets.rules.ts';
import { callSheets } from '#contract/calls/call-sheets.ts';
import { titled } from '#contract/labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { newItem, SheetFields } from './sheet-fields.tsx';

type Row = RowOf<typeof callSheets.page>;
const Field = labelledField(callSheetLabels);
const Filter = labelledFilter(callSheetLabels);

const columns: Column<Row>[] = titled(callSheetLabels, [
  { key: 'name', width: 180, pin: 'left' },
  {
    key: 'groups',
    width: 320,
    render: ({ groups }) => `${itemsOf(groups).length} 项：${groups.map(({ name }) => name).join('、')}`,
  },
  { key: 'passPoints', width: 90, align: 'right', render: ({ passPoints }) => `${passPoints} 分` },
  { key: 'appealDays', width: 100, align: 'right', render: ({ appealDays }) => `${appealDays} 天` },
  { key: 'serial', width: 90, render: ({ serial }) => `第 ${serial} 版` },
  { key: 'plans', width: 100, align: 'right' },
  { key: 'inspections', width: 90, align: 'right' },
  { key: 'enabled', width: 80, render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'remarks', width: 200, minor: 1 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入评分表名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="全部" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

const form = (
  <>
    <Field name="name">
      <Input maxLength={30} placeholder="如 服务台来电" />
    </Field>
    <Field name="passPoints" extra="修改评分项或合格分会生成新版本，已评的通话仍按原版本">
      <InputNumber<number> min={1} max={FULL_POINTS} precision={0} suffix="分" />
    </Field>
    <Field name="appealDays" extra="评分当天之后的天数，期满不能再申诉">
      <InputNumber<number> min={1} max={90} precision={0} suffix="天" />
    </Field>
    <Field name="enabled" valuePropName="checked">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <SheetFields />
    <Field name="remarks" wide>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </>
);

/** Of an item that knocks out no points are asked for. */
const toInput = ({ groups, ...values }: Record<string, unknown>) => ({
  ...values,
  groups: ((groups ?? []) as { name: string; items?: Record<string, unknown>[] }[]).map(({ name, items = [] }) => ({
    name,
    items: items.map(({ points, fatal, note, ...item }) => ({
      ...item,
      fatal: fatal === true,
      points: fatal ? 0 : (points ?? 0),
      note: note ?? '',
    })),
  })),
});

export default function CallSheets() {
  return (
    <CrudPage
      name="call-sheets"
      noun="评分表"
      routes={callSheets}
      columns={columns}
      filters={filters}
      form={form}
      size="large"
      initial={{ enabled: true, passPoints: 80, appealDays: 7, groups: [{ name: '', items: [newItem()] }] }}
      toInput={toInput}
    />
  );
}
