/** /admin/param/index 参数管理: settings by topic, and the list of all. */
import { useQueryClient } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Segmented, Select, Switch, Tag } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Output } from '#contract/http.ts';
import { knownParameters, parameterProblem } from '#contract/system/known-parameters.ts';
import { parameters } from '#contract/system/parameters.ts';
import { titled } from '#contract/labels.ts';
import { parameterLabels } from '#contract/system/parameters.labels.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { refreshTitle } from '#web/api/system-title.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import ParameterSettings from './parameter-settings.tsx';
import { ParameterValue } from './parameter-value.tsx';
import './system.css';

const Field = labelledField(parameterLabels);
const Filter = labelledFilter(parameterLabels);

type ParameterRow = RowOf<typeof parameters.page>;

const KINDS = { text: '文本', number: '数字', yesno: '是否', choice: '选项', json: 'JSON', address: '地址' } as const;
const kindOf = (key: string) =>
  Object.hasOwn(knownParameters, key) ? KINDS[(knownParameters[key] as (typeof knownParameters)[string])!.kind] : '文本';

const columns: Column<ParameterRow>[] = titled(parameterLabels, [
  { key: 'publicName', width: 200, pin: 'left', sort: 'public_name' },
  {
    key: 'publicKey',
    width: 196,
    sort: 'public_key',
    render: ({ publicKey }) => <code className="m-code">{publicKey}</code>,
  },
  {
    key: 'publicValue',
    width: 240,
    render: ({ publicKey, publicValue }) => {
      const label = Object.hasOwn(knownParameters, publicKey) ? knownParameters[publicKey]?.choices?.[publicValue] : undefined;
      return publicValue === '' && label === undefined ? (
        <span className="y-missing">（空）</span>
      ) : (
        <span title={publicValue}>{label ?? publicValue}</span>
      );
    },
  },
  { key: 'kind', title: '类型', width: 76, render: ({ publicKey }) => kindOf(publicKey) },
  {
    key: 'system',
    width: 84,
    render: ({ system }) => <Tag color={system === '1' ? 'processing' : 'default'}>{system === '1' ? '内置' : '自建'}</Tag>,
  },
  {
    key: 'isPublic',
    width: 84,
    render: ({ isPublic }) => (isPublic ? <Tag color="warning">公开</Tag> : <span className="y-missing">不公开</span>),
  },
  {
    key: 'changed',
    title: '默认值',
    width: 100,
    render: ({ defaultValue, publicValue }) =>
      defaultValue === null ? (
        <span className="y-missing">--</span>
      ) : defaultValue === publicValue ? (
        '默认'
      ) : (
        <Tag color="gold">已修改</Tag>
      ),
  },
  { key: 'updateTime', width: 172, minor: 2, sort: 'update_time' },
]);

const filters = (
  <>
    <Filter name="publicName">
      <Input placeholder="请输入参数名称" allowClear maxLength={50} />
    </Filter>
    <Filter name="publicKey">
      <Input placeholder="请输入参数键" allowClear maxLength={64} />
    </Filter>
    <Filter name="system">
      <Select
        allowClear
        placeholder="请选择"
        options={[
          { value: '1', label: '内置' },
          { value: '0', label: '自建' },
        ]}
      />
    </Filter>
  </>
);

const KEYS = Object.entries(knownParameters).map(([value, { hint }]) => ({ value, label: `${value}　${hint}` }));

function Fields() {
  const form = Form.useFormInstance();
  const key = Form.useWatch<string | undefined>('publicKey', form);
  const system = Form.useWatch<string | undefined>('system', { form, preserve: true });
  const hint = key !== undefined && Object.hasOwn(knownParameters, key) ? knownParameters[key]?.hint : undefined;
  return (
    <>
      <Field name="publicName">
        <Input placeholder="请输入参数名称" maxLength={50} />
      </Field>
      <Field name="publicKey" extra={system === '1' ? '内置参数的键不能修改' : undefined}>
        {system === '1' ? (
          <Input disabled />
        ) : (
          <AutoComplete
            options={KEYS}
            showSearch={{ filterOption: (text, option) => String(option?.value).includes(text.toUpperCase()) }}
            placeholder="如 SYSTEM_TITLE"
          />
        )}
      </Field>
      <Field
        name="publicValue"
        wide
        extra={hint}
        dependencies={['publicKey']}
        rules={[
          ({ getFieldValue }) => ({
            validator(_rule, value: string | undefined) {
              const problem = parameterProblem(String(getFieldValue('publicKey') ?? ''), value ?? '');
              return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
            },
          }),
        ]}
      >
        <ParameterValue />
      </Field>
      <Field
        name="isPublic"
        wide
        valuePropName="checked"
        extra="公开的参数不登录也能读取，用于登录页等；不要公开账号、密钥等内容。平台的公开参数对没有自己设置的机构也有效。"
      >
        <Switch checkedChildren="公开" unCheckedChildren="不公开" />
      </Field>
    </>
  );
}

const form = <Fields />;

const toForm = ({ publicName, publicKey, publicValue, isPublic, system, defaultValue }: Output<typeof parameters.get>) => ({
  publicName,
  publicKey,
  publicValue,
  isPublic,
  system,
  defaultValue,
});

const toInput = (values: Record<string, unknown>) => ({ ...values, publicValue: values.publicValue ?? '' });

function ParameterList() {
  const may = useMay();
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const client = useQueryClient();
  const remove = useSend(parameters.remove, { changes: [parameters.page, parameters.settings, parameters.publicValue] });
  return (
    <>
      <DataTable
        name="parameters"
        noun="参数"
        route={parameters.page}
        exportRoute={parameters.export}
        rowKey="publicId"
        columns={columns}
        filters={filters}
        onAdd={may(parameters.create) ? () => setEditing({ id: null }) : undefined}
        actions={(row) => [
          { label: '编辑', onClick: () => setEditing({ id: row.publicId }), when: may(parameters.update) },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除参数“${row.publicName}”吗？删除后不能恢复`,
            onClick: () => remove.mutate({ id: row.publicId }),
            when: may(parameters.remove) && row.system !== '1',
          },
        ]}
      />
      {editing && (
        <CrudDrawer
          key={editing.id ?? 'new'}
          noun="参数"
          routes={parameters}
          onSaved={() => {
            void refreshTitle();
            void client.invalidateQueries({ queryKey: keyOf(parameters.settings) });
          }}
          id={editing.id}
          idField="publicId"
          initial={{ publicValue: '', isPublic: false }}
          toForm={toForm}
          toInput={toInput}
          onClose={() => setEditing(null)}
        >
          {form}
        </CrudDrawer>
      )}
    </>
  );
}

const VIEWS = [
  { value: 'settings', label: '设置' },
  { value: 'list', label: '列表' },
];

export default function Parameters() {
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'list' ? 'list' : 'settings';
  return (
    <div className="m-parameters">
      <Segmented
        className="m-parameters-bar"
        aria-label="显示方式"
        options={VIEWS}
        value={view}
        onChange={(next) => setParams(next === 'list' ? { view: 'list' } : {}, { replace: true })}
      />
      {view === 'list' ? <ParameterList /> : <ParameterSettings />}
    </div>
  );
}
