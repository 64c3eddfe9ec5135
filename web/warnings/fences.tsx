/** /warning/fence 电子围栏: where people should stay, or stay away from, and when. */
import { Form, Input, InputNumber, Select, Switch, Tag } from 'antd';
import { purposeLabels, shapeLabels } from '#contract/warnings/fences.rules.ts';
import { fences } from '#contract/warnings/fences.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { fenceLabels } from '#contract/warnings/fences.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { areaProblem, FenceArea, newArea, type Area } from './fence-area.tsx';
import { DevicesField, PeopleField, type Named } from './subject-fields.tsx';
import { TimeWindows, windowText } from '#web/ui/time-windows.tsx';
import './fences.css';
import '#web/ui/warning-tags.css';

const Field = labelledField(fenceLabels);
const Filter = labelledFilter(fenceLabels);

type FenceRow = RowOf<typeof fences.page>;
const PURPOSES = Object.entries(purposeLabels).map(([value, label]) => ({ value: Number(value), label }));

function Names({ of }: { of: readonly Named[] }) {
  if (of.length === 0) return MISSING;
  const shown = of.slice(0, 3);
  return (
    <span className="w-names" title={of.map(({ name }) => name).join('、')}>
      {shown.map(({ id, name }) => (
        <Tag key={id}>{name}</Tag>
      ))}
      {of.length > shown.length && <span className="w-faint">等 {of.length} 个</span>}
    </span>
  );
}

const columns: Column<FenceRow>[] = titled(fenceLabels, [
  { key: 'name', width: 150, pin: 'left', sort: 'name' },
  {
    key: 'purpose',
    width: 104,
    render: ({ purpose }) => <Tag color={purpose === 1 ? 'processing' : 'warning'}>{purposeLabels[purpose]}</Tag>,
  },
  {
    key: 'misplaced',
    width: 100,
    align: 'right',
    render: ({ misplaced }) => (misplaced > 0 ? <Tag color="error">{misplaced} 台</Tag> : '0'),
  },
  {
    key: 'shape',
    width: 136,
    render: ({ shape, radius, points }) =>
      [shapeLabels[shape], shape !== 1 && `${points.length} 点`, radius !== null && `${shape === 3 ? '两侧 ' : ''}${radius} 米`]
        .filter(Boolean)
        .join(' '),
  },
  {
    key: 'windows',
    width: 190,
    render: ({ windows }) => (windows.length === 0 ? '全天' : windows.map(windowText).join('；')),
  },
  { key: 'people', width: 220, render: ({ people }) => <Names of={people} /> },
  { key: 'devices', width: 180, minor: 1, render: ({ devices }) => <Names of={devices} /> },
  { key: 'margin', width: 84, minor: 1, align: 'right', render: ({ margin }) => `${margin} 米` },
  {
    key: 'enabled',
    width: 76,
    render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  { key: 'remarks', width: 180, hidden: true },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入围栏名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="purpose">
      <Select allowClear placeholder="请选择" options={choices(purposeLabels)} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

const areaRule = {
  validator: (_rule: unknown, area: Area) => {
    const problem = areaProblem(area);
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
  },
};

const form = (
  <>
    <FormSection title="基本信息">
      <Field name="name">
        <Input placeholder="如 院区、后院水塘" maxLength={30} />
      </Field>
      <Field name="purpose" extra="不得离开：走出围栏即预警；不得进入：走进围栏即预警">
        <Select options={PURPOSES} />
      </Field>
      <Field name="margin" extra="越过边界超过“容差＋定位精度”并经连续定位确认，才产生预警">
        <InputNumber<number> min={0} max={1000} precision={0} step={10} suffix="米" />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
      <Field name="windows" wide extra="不添加时段则全天有效。夜间应在院内：添加 21:00 至次日 06:00">
        <TimeWindows />
      </Field>
    </FormSection>
    <FormSection title="围栏范围">
      <Form.Item name="area" label="范围" className="y-form-wide" rules={[areaRule]}>
        <FenceArea />
      </Form.Item>
    </FormSection>
    <FormSection title="适用对象">
      <Form.Item
        name="people"
        label={titleOf(fenceLabels, 'people')}
        className="y-form-wide"
        extra="由其佩戴的设备定位。请假或住院期间不预警"
      >
        <PeopleField />
      </Form.Item>
      <Form.Item name="devices" label={titleOf(fenceLabels, 'devices')} className="y-form-wide" extra="未绑定服务对象的设备，如轮椅定位器">
        <DevicesField />
      </Form.Item>
      <Field name="remarks" wide>
        <Input.TextArea placeholder="请输入备注" maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
  </>
);

const toForm = ({ shape, longitude, latitude, radius, points, ...row }: FenceRow) => ({
  ...Object.fromEntries(
    (['name', 'purpose', 'margin', 'windows', 'enabled', 'people', 'devices'] as const).map((name) => [name, row[name]]),
  ),
  ...(row.remarks === null ? {} : { remarks: row.remarks }),
  area: { shape, longitude, latitude, points, radius: radius ?? newArea.radius },
});

const idsOf = (chosen: unknown) => ((chosen as Named[] | undefined) ?? []).map(({ id }) => id);
const toInput = ({ area, people, devices, ...values }: Record<string, unknown>) => {
  const { shape, longitude, latitude, radius, points } = area as Area;
  return {
    ...values,
    shape,
    ...(shape === 1 ? { longitude, latitude } : { points }),
    ...(shape === 2 ? {} : { radius }),
    personIds: idsOf(people),
    deviceIds: idsOf(devices),
  };
};

export default function Fences() {
  return (
    <CrudPage
      name="fences"
      noun="电子围栏"
      routes={fences}
      columns={columns}
      filters={filters}
      form={form}
      size="large"
      initial={{ purpose: 1, margin: 50, enabled: true, windows: [], area: newArea, people: [], devices: [] }}
      toForm={toForm}
      toInput={toInput}
    />
  );
}
