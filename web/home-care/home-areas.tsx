/** /homebook/area 服务区域: where the institution goes, when, with which team, and what it offers there. */
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { areaShapeLabels, areaShapes } from '#contract/home-care/areas.rules.ts';
import { homeAreaLabels } from '#contract/home-care/home-areas.labels.ts';
import { homeAreas } from '#contract/home-care/home-areas.ts';
import { titled } from '#contract/labels.ts';
import { serviceProjects } from '#contract/services/services.ts';
import { weekdayLabels, weekdaysText } from '#contract/visitors/visitor-slots.rules.ts';
import { useCall } from '#web/api/call.ts';
import { metresText } from '#contract/work-orders/routes.rules.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { HomeAreaField, newWhere, whereProblem, type Where } from './home-area-field.tsx';
import './home-care.css';

type Row = RowOf<typeof homeAreas.page>;
const Field = labelledField(homeAreaLabels);
const Filter = labelledFilter(homeAreaLabels);
/** Weeks begin on Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: weekdayLabels[value] as string }));

function whereText({ shape, radius, points, districts, streets }: Row): string {
  if (shape === areaShapes.polygon) return `${areaShapeLabels[shape]} ${points.length} 点`;
  if (shape === areaShapes.districts) return `${districts.length} 个行政区${streets.length > 0 ? `，${streets.join('、')}` : ''}`;
  return `${areaShapeLabels[shape]} ${metresText(radius ?? 0)}`;
}

const columns: Column<Row>[] = titled(homeAreaLabels, [
  { key: 'name', width: 150, pin: 'left', sort: 'name' },
  { key: 'shape', width: 180, render: whereText },
  { key: 'weekdays', width: 150, render: ({ weekdays }) => weekdaysText(weekdays) },
  { key: 'startClock', title: '服务时间', width: 130, render: ({ startClock, endClock }) => `${startClock}–${endClock}` },
  { key: 'capacity', width: 96, align: 'right', render: ({ capacity }) => `${capacity} 次` },
  { key: 'leadHours', width: 96, align: 'right', render: ({ leadHours }) => `${leadHours} 小时` },
  { key: 'departmentName', width: 130 },
  { key: 'projects', width: 260, render: ({ projects }) => projects.map(({ name }) => name).join('、') },
  { key: 'enabled', width: 76, render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'remarks', width: 180, hidden: true },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入区域名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

/** What can be offered, with its price. */
function ProjectsField(props: { id?: string; value?: number[]; onChange?: (ids: number[]) => void }) {
  const { data, isPending } = useCall(serviceProjects.page, { current: 1, size: 100, enabled: true }, { staleTime: 60_000 });
  const options = (data?.records ?? []).map(({ id, name, standardPrice }) => ({ value: id, label: `${name}　${yuan(standardPrice)}` }));
  return <Select {...props} mode="multiple" loading={isPending} options={options} optionFilterProp="label" placeholder="可选多项" />;
}

const whereRule = {
  validator: (_rule: unknown, where: Where) => {
    const problem = whereProblem(where);
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
  },
};

const form = (
  <>
    <FormSection title="基本信息">
      <Field name="name">
        <Input placeholder="如 城东片区" maxLength={30} />
      </Field>
      <Field name="departmentId" extra="该部门的员工能看到尚未核对老人的预约">
        <DepartmentField />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
      <Field name="projectIds" wide>
        <ProjectsField />
      </Field>
    </FormSection>
    <FormSection title="服务时间">
      <Field name="weekdays" wide>
        <Select mode="multiple" options={WEEK} placeholder="可选多天" />
      </Field>
      <Field name="startClock">
        <Input type="time" />
      </Field>
      <Field name="endClock">
        <Input type="time" />
      </Field>
      <Field name="capacity" extra="上午、下午各能上门的次数，其他工单也计入">
        <InputNumber<number> min={1} max={1000} precision={0} suffix="次" className="hc-number" />
      </Field>
      <Field name="leadHours" extra="家属至少提前多久预约">
        <InputNumber<number> min={0} max={336} precision={0} suffix="小时" className="hc-number" />
      </Field>
    </FormSection>
    <FormSection title="服务到哪里">
      <Form.Item name="where" label="范围" className="y-form-wide" rules={[whereRule]}>
        <HomeAreaField />
      </Form.Item>
      <Field name="remarks" wide>
        <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
  </>
);

const toForm = ({ shape, longitude, latitude, radius, points, districts, streets, projects, remarks, departmentId, ...row }: Row) => ({
  ...Object.fromEntries(
    (['name', 'weekdays', 'startClock', 'endClock', 'capacity', 'leadHours', 'enabled'] as const).map((key) => [key, row[key]]),
  ),
  ...(remarks === null ? {} : { remarks }),
  ...(departmentId === null ? {} : { departmentId }),
  projectIds: projects.map(({ id }) => id),
  where: {
    shape,
    points,
    districts,
    streets,
    radius: radius ?? newWhere.radius,
    ...(longitude === null || latitude === null ? {} : { longitude, latitude }),
  },
});

const toInput = ({ where, ...values }: Record<string, unknown>) => {
  const { shape, longitude, latitude, radius, points, districts, streets } = where as Where;
  return {
    ...values,
    departmentId: values.departmentId ?? null,
    shape,
    ...(shape === areaShapes.circle ? { longitude, latitude } : {}),
    ...(shape === areaShapes.circle || shape === areaShapes.around ? { radius } : {}),
    ...(shape === areaShapes.polygon ? { points } : {}),
    ...(shape === areaShapes.districts ? { districts, streets } : {}),
  };
};

const initial = {
  enabled: true,
  weekdays: [1, 2, 3, 4, 5, 6, 0],
  startClock: '08:00',
  endClock: '18:00',
  capacity: 10,
  leadHours: 24,
  where: newWhere,
};

export default function HomeAreas() {
  return (
    <CrudPage
      name="home-areas"
      noun="服务区域"
      routes={homeAreas}
      columns={columns}
      filters={filters}
      form={form}
      size="large"
      initial={initial}
      toForm={toForm}
      toInput={toInput}
    />
  );
}
