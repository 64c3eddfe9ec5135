/** /business/bccostproject 服务项目: what a job of a work order does and costs. */
import { Form, Input, InputNumber, Select, Switch, Tag } from 'antd';
import { serviceProjects } from '#contract/services/services.ts';
import { titled } from '#contract/labels.ts';
import { serviceProjectLabels } from '#contract/services/services.labels.ts';
import { Carried } from '#web/ui/carried.tsx';
import { ProjectBindings } from '#web/questionnaires/project-bindings.tsx';
import { ProjectMaterials } from '#web/stock/project-materials.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { ProjectUsage } from './project-usage.tsx';
import { TypeSelect, useTypePath } from './type-tree.tsx';

const Field = labelledField(serviceProjectLabels);
const Filter = labelledFilter(serviceProjectLabels);

type ProjectRow = RowOf<typeof serviceProjects.page>;

function TypePath({ project: { serverId, serverName } }: { project: ProjectRow }) {
  const pathOf = useTypePath();
  return <>{pathOf(serverId) || serverName}</>;
}

/** What has to be brought back from the visit. */
function Demands({ project: { requiresSignature, requiresPhoto, fenceMetres } }: { project: ProjectRow }) {
  const all = [
    ...(requiresSignature ? ['签名'] : []),
    ...(requiresPhoto ? ['拍照'] : []),
    ...(fenceMetres === null ? [] : [`${fenceMetres}米内签到`]),
  ];
  return all.length ? <>{all.join('、')}</> : <span className="y-missing">--</span>;
}

const columns: Column<ProjectRow>[] = titled(serviceProjectLabels, [
  { key: 'name', width: 160, pin: 'left', sort: 'name' },
  { key: 'serverName', width: 152, render: (project) => <TypePath project={project} /> },
  {
    key: 'standardPrice',
    width: 108,
    align: 'right',
    sort: 'standard_price',
    render: ({ standardPrice }) => yuan(standardPrice),
  },
  { key: 'minutes', width: 92, align: 'right', render: ({ minutes }) => `${minutes} 分钟` },
  {
    key: 'isSosDefault',
    width: 92,
    render: ({ isSosDefault }) => (isSosDefault ? <Tag color="error">SOS默认</Tag> : <span className="y-missing">--</span>),
  },
  { key: 'requiresSignature', title: '现场要求', width: 150, render: (project) => <Demands project={project} /> },
  {
    key: 'enabled',
    width: 76,
    render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  { key: 'remarks', width: 220, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入项目名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="serverId">
      <TypeSelect allowClear />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

/** Those of a project that is there already. */
function Questionnaires() {
  const self = Form.useWatch<number | undefined>('self', Form.useFormInstance());
  return (
    <Form.Item
      label="绑定问卷"
      className="y-form-wide"
      extra={self === undefined ? undefined : '默认的问卷随新工单下达，必填的未完成时不能签退'}
    >
      {self === undefined ? <span className="y-missing">保存项目后可以设置</span> : <ProjectBindings serverProjectId={Number(self)} />}
    </Form.Item>
  );
}

const form = (
  <>
    <FormSection title="基本信息">
      <Field name="name">
        <Input placeholder="如 助浴" maxLength={40} />
      </Field>
      <Field name="serverId">
        <TypeSelect adds />
      </Field>
      <Field name="standardPrice" missing="请输入标准价格" extra="修改后只影响新工单">
        <MoneyInput step={10} />
      </Field>
      <Field name="minutes">
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
      <ProjectUsage />
      <Field name="remarks" wide>
        <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Field>
    </FormSection>
    <FormSection title="现场要求">
      <Field name="requiresSignature" valuePropName="checked" extra="签退时须由服务对象或家属签名">
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Field>
      <Field name="requiresPhoto" valuePropName="checked" extra="签到和签退时须拍照">
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Field>
      <Field name="fenceMetres" extra="离服务地址多远以内算到场；不填按机构设置">
        <InputNumber<number> min={50} max={20_000} precision={0} step={50} suffix="米" placeholder="按机构设置" />
      </Field>
    </FormSection>
    <FormSection title="问卷和耗材">
      <Questionnaires />
      <ProjectMaterials />
    </FormSection>
    <Carried name="self" />
  </>
);

const SENT = Object.keys(serviceProjects.create.input.shape) as (keyof ProjectRow)[];
const toForm = (project: ProjectRow) => ({
  self: project.id,
  ...Object.fromEntries(SENT.flatMap((name) => (project[name] === null ? [] : [[name, project[name]]]))),
});
const toInput = ({ self: _self, ...values }: Record<string, unknown>) => values;

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
      initial={{ minutes: 60, isSosDefault: false, enabled: true, requiresSignature: false, requiresPhoto: false }}
      toForm={toForm}
      toInput={toInput}
    />
  );
}
