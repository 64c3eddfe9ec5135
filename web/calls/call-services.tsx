/** /cloudcall/service 呼叫服务: by whom calls are carried, the institution's numbers, recordings. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { callServiceLabels } from '#contract/calls/call-services.labels.ts';
import { callProviderLabels, callProviders, callServices, supervisionTold, supervisionToldLabels } from '#contract/calls/call-services.ts';
import { trunkText } from '#contract/calls/trunk-states.rules.ts';
import { titled } from '#contract/labels.ts';
import { Carried } from '#web/ui/carried.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { numbered } from '#web/ui/display.ts';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { CloudSync } from './cloud-sync.tsx';
import { GroupSelect } from './group-select.tsx';
import { MenuSelect } from './menus/menu-select.tsx';
import { SoundSelect } from './menus/sound-select.tsx';
import './menus/menus.css';
import './call-settings.css';

type Row = RowOf<typeof callServices.page>;
const Field = labelledField(callServiceLabels);
const Filter = labelledFilter(callServiceLabels);

const columns: Column<Row>[] = titled(callServiceLabels, [
  { key: 'name', width: 160, pin: 'left' },
  { key: 'provider', width: 140, render: ({ provider }) => callProviderLabels[provider] },
  { key: 'enabled', width: 90, render: ({ enabled }) => (enabled ? '使用中' : '停用') },
  { key: 'trunkStatus', width: 220, render: (row) => trunkText(row) },
  {
    key: 'numbers',
    width: 260,
    render: ({ numbers }) => numbers.map(({ number, name }) => (name ? `${number}（${name}）` : number)).join('、'),
  },
  { key: 'recorded', width: 100, render: ({ recorded }) => (recorded ? '录音' : '不录音') },
  { key: 'keptDays', width: 120, align: 'right', render: ({ keptDays }) => `${keptDays} 天`, minor: 1 },
  { key: 'remarks', width: 200, minor: 2 },
  { key: 'createTime', width: 172, hidden: true, sort: 'create_time' },
]);

const filters = (
  <Filter name="name">
    <Input placeholder="请输入服务名称" allowClear maxLength={30} />
  </Filter>
);

/** What the chosen provider needs. */
function ProviderFields() {
  const form = Form.useFormInstance();
  const provider = Form.useWatch<number | undefined>('provider', form);
  const hasSecret = Form.useWatch<boolean | undefined>('hasSecret', { form, preserve: true });
  const kept = hasSecret ? '已保存，不填则不变' : '未设置';
  if (provider === callProviders.sip) {
    return (
      <>
        <Form.Item name={['trunk', 'host']} label="中继地址">
          <Input maxLength={200} placeholder="域名或IP" />
        </Form.Item>
        <Form.Item name={['trunk', 'port']} label="中继端口">
          <InputNumber<number> min={1} max={65_535} precision={0} />
        </Form.Item>
        <Form.Item name={['trunk', 'username']} label="中继账号">
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Field name="trunkPassword">
          <Input.Password autoComplete="new-password" placeholder={kept} maxLength={200} />
        </Field>
        <Form.Item name={['trunk', 'registers']} label="向中继注册" valuePropName="checked">
          <Switch checkedChildren="注册" unCheckedChildren="不注册" />
        </Form.Item>
      </>
    );
  }
  if (provider !== callProviders.aliyun) return null;
  return (
    <>
      <Field name="instanceId">
        <Input maxLength={100} placeholder="如 ccc-test" />
      </Field>
      <Field name="regionId">
        <Input maxLength={30} />
      </Field>
      <Field name="sdkUrl" wide extra="官方SDK的脚本和样式的地址，见阿里云文档；多个用空格分开，按顺序加载">
        <Input maxLength={300} placeholder="https://" />
      </Field>
      <Field name="endpoint" extra="不填为 ccc.地域.aliyuncs.com">
        <Input maxLength={200} />
      </Field>
      <Field name="accessKeyId" extra="坐席有自己的AccessKey时用坐席的">
        <Input autoComplete="off" placeholder={kept} maxLength={200} />
      </Field>
      <Field name="accessKeySecret">
        <Input.Password autoComplete="new-password" placeholder={kept} maxLength={200} />
      </Field>
      <CloudSync />
    </>
  );
}

const Numbers = () => (
  <Form.Item label={callServiceLabels.numbers} className="y-form-wide">
    <Form.List name="numbers">
      {(fields, { add, remove }) => (
        <div className="cc-skills">
          {fields.map(({ key, name }) => (
            <div key={key} className="cc-number">
              <Form.Item name={[name, 'number']} rules={[{ required: true, message: '请输入号码' }]}>
                <Input aria-label={`号码${name + 1}`} maxLength={20} inputMode="tel" placeholder="号码" />
              </Form.Item>
              <Form.Item name={[name, 'name']}>
                <Input aria-label={`号码${name + 1}的名称`} maxLength={30} placeholder="名称" />
              </Form.Item>
              <Form.Item name={[name, 'groupId']}>
                <GroupSelect label={`号码${name + 1}的技能组`} placeholder="来电转入技能组" />
              </Form.Item>
              <Form.Item name={[name, 'menuId']}>
                <MenuSelect label={`号码${name + 1}的语音菜单`} placeholder="或先进语音菜单" />
              </Form.Item>
              <Button type="text" icon={<DeleteOutlined />} aria-label={`删除号码${name + 1}`} onClick={() => remove(name)} />
            </div>
          ))}
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '' })}>
            添加号码
          </Button>
        </div>
      )}
    </Form.List>
  </Form.Item>
);

const form = (
  <>
    <FormSection title="服务">
      <Field name="name">
        <Input maxLength={30} placeholder="如 院内电话" />
      </Field>
      <Field name="enabled" label="使用" valuePropName="checked" extra="同一时间只使用一个服务">
        <Switch checkedChildren="使用" unCheckedChildren="停用" />
      </Field>
      <Field name="provider" wide>
        <Radio.Group options={numbered(callProviderLabels)} />
      </Field>
      <ProviderFields />
      <Numbers />
    </FormSection>
    <FormSection title="通话">
      <Field name="ringSeconds">
        <InputNumber<number> min={5} max={120} precision={0} suffix="秒" />
      </Field>
      <Field name="afterCallSeconds">
        <InputNumber<number> min={0} max={600} precision={0} suffix="秒" />
      </Field>
      <Field name="supervisionTold" extra="监听、耳语、强插、接管时是否告知坐席；每次都记入操作日志和通话过程">
        <Select options={numbered(supervisionToldLabels)} />
      </Field>
      <Field name="recorded" valuePropName="checked">
        <Switch checkedChildren="录音" unCheckedChildren="不录音" />
      </Field>
      <Field name="consentAnnounced" valuePropName="checked" extra="接通前告知对方通话将被录音">
        <Switch checkedChildren="播报" unCheckedChildren="不播报" />
      </Field>
      <Field name="announcementId" wide>
        <SoundSelect label="录音提示语音" none="内置提示音" />
      </Field>
      <Field name="keptDays">
        <InputNumber<number> min={1} max={3650} precision={0} suffix="天" />
      </Field>
      <Field name="remarks" wide>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
    <Carried name="hasSecret" />
    <Carried name="id" />
  </>
);

const initial = {
  provider: callProviders.embedded,
  enabled: false,
  regionId: 'cn-shanghai',
  trunk: { host: '', port: 5060, username: '', registers: false },
  numbers: [],
  ringSeconds: 30,
  afterCallSeconds: 15,
  supervisionTold: supervisionTold.not,
  recorded: true,
  consentAnnounced: true,
  keptDays: 180,
};

const toInput = ({ numbers, hasSecret: _kept, id: _id, ...values }: Record<string, unknown>) => ({
  ...values,
  numbers: ((numbers ?? []) as Record<string, unknown>[]).map((one) => ({
    ...one,
    name: one.name ?? '',
    groupId: one.groupId ?? null,
    menuId: one.menuId ?? null,
  })),
});

export default function CallServices() {
  return (
    <CrudPage
      name="call-services"
      noun="呼叫服务"
      routes={callServices}
      columns={columns}
      filters={filters}
      form={form}
      size="large"
      initial={initial}
      toForm={(row) => row}
      toInput={toInput}
    />
  );
}
