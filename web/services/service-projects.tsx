/** /business/bccostproject 服务项目: what a job of a work order does and costs. */
import { Input, InputNumber, Switch, Tag } from 'antd';
import { serviceProjects } from '#contract/services/services.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { Field } from '#web/ui/form.tsx';
import { Filter } from '#web/ui/search-form.tsx';
import { TypeSelect, useTypePath } from './type-tree.tsx';

type ProjectRow = RowOf<typeof serviceProjects.page>;

function TypePath({ project: { serverId, serverName } }: { project: ProjectRow }) {
  const pathOf = useTypePath();
  return <>{pathOf(serverId) || serverName}</>;
}

const columns: Column<ProjectRow>[] = [
  { key: 'name', title: '项目名称', width: 200, pin: 'left', sort: 'name' },
  { key: 'serverName', title: '服务分类', width: 200, render: (project) => <TypePath project={project} /> },
  { key: 'standardPrice', title: '标准价格', width: 120, align: 'right', sort: 'standard_price', render: ({ standardPrice }) => yuan(standardPrice) },
  { key: 'minutes', title: '服务时长', width: 104, align: 'right', render: ({ minutes }) => `${minutes} 分钟` },
  {
    key: 'isSosDefault',
    title: 'SOS默认',
    width: 104,
    render: ({ isSosDefault }) => (isSosDefault ? <Tag color="error">SOS默认</Tag> : <span className="y-missing">--</span>),
  },
  { key: 'enabled', title: '状态', width: 88, render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag> },
  { key: 'remarks', title: '备注', width: 220 },
  { key: 'createTime', title: '创建时间', width: 172, sort: 'create_time' },
];

const filters = (
  <>
    <Filter name="name" label="项目名称">
      <Input placeholder="请输入项目名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="serverId" label="服务分类">
      <TypeSelect allowClear />
    </Filter>
  </>
);

const form = (
  <>
    <Field name="name" label="项目名称">
      <Input placeholder="如 助浴" maxLength={40} />
    </Field>
    <Field name="serverId" label="服务分类">
      <TypeSelect />
    </Field>
    <Field name="standardPrice" label="标准价格" missing="请输入标准价格">
      <InputNumber<number> min={0} max={1_000_000} precision={2} step={10} prefix="¥" suffix="元" placeholder="0.00" />
    </Field>
    <Field name="minutes" label="服务时长">
      <InputNumber<number> min={1} max={1440} precision={0} step={10} suffix="分钟" />
    </Field>
    <Field
      name="isSosDefault"
      label="SOS默认项目"
      valuePropName="checked"
      wide
      extra="SOS预警上门处理时，生成的工单默认使用此项目。每个机构只有一个，开启后原来的默认项目自动取消。"
    >
      <Switch checkedChildren="是" unCheckedChildren="否" />
    </Field>
    <Field name="enabled" label="启用" valuePropName="checked" wide extra="停用后不能再加到新工单上，已有工单不受影响。">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <Field name="remarks" label="备注" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
    </Field>
  </>
);

export default function ServiceProjects() {
  return (
    <CrudPage
      name="service-projects"
      noun="服务项目"
      routes={serviceProjects}
      exportRoute={serviceProjects.export}
      imports={serviceProjects}
      columns={columns}
      filters={filters}
      form={form}
      initial={{ minutes: 60, isSosDefault: false, enabled: true }}
    />
  );
}
