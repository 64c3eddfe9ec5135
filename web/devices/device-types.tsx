/** /device/type 设备类型: what an institution's models are, how they speak and what they can be told. */
import { Checkbox, Form, Input, InputNumber, Select, Switch } from 'antd';
import { hasAlarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import { hasNetworks } from '#contract/devices/device-profiles.rules.ts';
import { MOST_NETWORKS } from '#contract/devices/device-profiles.ts';
import { commandLabels } from '#contract/devices/device-commands.ts';
import { commandKinds, deviceTypes, protocolCommands, protocolLabels, SILENT_MINUTES } from '#contract/devices/device-types.ts';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { deviceKindLabels } from '#contract/devices/devices.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Field, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { Filter } from '#web/ui/search-form.tsx';
import { typeLabel, typeOptions } from './device-tags.tsx';
import { filterOf, PositionFields } from './position-fields.tsx';
import { readDraft, toDraft, type ProfileDraft } from './profile-drafts.ts';
import { ProfileField } from './profile-editor.tsx';
import './devices.css';

type TypeRow = RowOf<typeof deviceTypes.page>;
type Values = Record<string, unknown>;

const columns: Column<TypeRow>[] = [
  { key: 'name', title: '类别名称', width: 180, sort: 'name', pin: 'left' },
  { key: 'description', title: '描述', width: 220 },
  { key: 'kind', title: '设备类别', width: 110, render: ({ kind }) => typeLabel(kind) },
  { key: 'protocol', title: '通信协议', width: 190, render: ({ protocol }) => protocolLabels[protocol] },
  { key: 'integrationName', title: '数据接入', width: 160 },
  { key: 'manufacturer', title: '厂商', width: 120 },
  { key: 'model', title: '型号', width: 120 },
  { key: 'commands', title: '可用指令', width: 96, align: 'right', render: ({ commands }) => `${commands.length} 项` },
  { key: 'deviceCount', title: '设备数', width: 88, align: 'right' },
  { key: 'tenantName', title: '所属机构', width: 160 },
  { key: 'createName', title: '创建人', width: 100 },
  { key: 'createTime', title: '创建时间', width: 172, sort: 'create_time' },
];

const filters = (
  <>
    <Filter name="name" label="类别名称">
      <Input placeholder="请输入类别名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="kind" label="设备类别">
      <Select allowClear placeholder="全部" options={choices(deviceKindLabels)} />
    </Filter>
  </>
);

const commandOptions = commandKinds.map((value) => ({ value, label: commandLabels[value] }));

/** Those that the protocol has words for. */
function Commands() {
  const protocol = Form.useWatch<keyof typeof protocolCommands | undefined>('protocol') ?? 'none';
  const offered = commandOptions.filter(({ value }) => protocolCommands[protocol].includes(value));
  const commands = Form.useWatch<string[] | undefined>('commands') ?? [];
  if (offered.length === 0) return <p className="y-form-wide d-note">该协议的设备目前只接收数据，不下发指令。</p>;
  return (
    <>
      <Field name="commands" label="可用指令" wide extra="设备不支持的指令请不要勾选，护理人员就不会下发">
        <Checkbox.Group className="d-commands" options={offered} />
      </Field>
      {protocol === 'watch' && commands.includes('sosNumbers') && (
        <Field
          name={['words', 'sosTogether'] as never}
          label="SOS号码"
          rules={[]}
          valuePropName="checked"
          extra="多数型号逐个设置；设置后一直“未确认”的，照厂商资料改为一次设置"
        >
          <Switch checkedChildren="一次设置（SOS）" unCheckedChildren="逐个设置（SOS1至SOS3）" />
        </Field>
      )}
      {protocol === 'watch' && commands.includes('phoneBook') && (
        <Field name={['words', 'wholeBook'] as never} label="亲情号码" rules={[]} valuePropName="checked" extra="较新的型号一次设置整个通讯录">
          <Switch checkedChildren="一次设置（PHBX）" unCheckedChildren="五个一组（PHB、PHB2）" />
        </Field>
      )}
      {commands.includes('fallSensitivity') && (
        <>
          {['低', '中', '高'].map((level, index) => (
            <Field
              key={level}
              name={`fall${index}`}
              label={`灵敏度${level}`}
              rules={[{ required: true, message: `请输入厂商资料中“${level}”对应的数值` }]}
              extra={index === 0 ? '各厂商的数值方向不同，请照厂商资料填写' : undefined}
            >
              <InputNumber<number> min={0} max={8} precision={0} placeholder="0 至 8" />
            </Field>
          ))}
        </>
      )}
    </>
  );
}

/** How messages are read, where they are read by a mapping. */
function IntegrationField() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  const chosen = Form.useWatch<number | undefined>('integrationId');
  const mapped = protocol === 'mqtt' || protocol === 'http';
  const { data } = useCall(deviceIntegrations.page, { size: 100 }, { enabled: mapped, quiet: true });
  if (!mapped) return null;
  const kinds = protocol === 'mqtt' ? ['mqtt'] : ['webhook', 'poller', 'broker'];
  const options = (data?.records ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ id, name }) => ({ value: id, label: name }));
  // Whoever may not read the list still sees that one is chosen.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: '已选择的数据接入' });
  const none = protocol === 'mqtt' ? '按设备类别的默认格式' : '本机构任一数据接入';
  return (
    <Field
      name="integrationId"
      label="数据接入"
      extra={protocol === 'mqtt' ? '报文怎么读；不选按睡眠带、雷达或标准格式' : '选择后，只有这个数据接入可以上报该类型的设备'}
    >
      <Select allowClear placeholder={none} options={options} />
    </Field>
  );
}

/** From where its devices may come, where they come by themselves. */
function NetworksField() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  if (!hasNetworks(protocol)) return null;
  return (
    <Field
      name="networks"
      label="允许的网络"
      wide
      rules={[]}
      extra="只接受来自这些地址的连接，如物联网卡专网（APN）的网段；不填不限制。填错会使设备连不上，被拒绝的连接会显示在设备详情里"
    >
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '，']} placeholder="如 10.20.0.0/16，回车添加" maxCount={MOST_NETWORKS} />
    </Field>
  );
}

/** What is believed of positions, where devices tell any. */
function PositionSection() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  if (protocol === 'none') return null;
  return (
    <FormSection title="定位过滤">
      <PositionFields />
    </FormSection>
  );
}

/** Alarm codes and items, where the protocol has them. */
function ProfileSection() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  if (!hasAlarmCodes(protocol)) return null;
  return (
    <FormSection title="型号专用">
      <ProfileField protocol={protocol} />
    </FormSection>
  );
}

const form = (
  <>
    <FormSection title="设备类型">
      <Field name="name" label="类别名称">
        <Input placeholder="如 平安腕表 V48" maxLength={40} />
      </Field>
      <Field name="kind" label="设备类别">
        <Select options={typeOptions} placeholder="请选择设备类别" />
      </Field>
      <Field name="manufacturer" label="厂商">
        <Input placeholder="请输入厂商" maxLength={40} />
      </Field>
      <Field name="model" label="型号">
        <Input placeholder="请输入型号" maxLength={40} />
      </Field>
      <Field name="description" label="描述" wide>
        <Input.TextArea placeholder="如 佩戴方式、充电方式、适用人群" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
    <FormSection title="通信">
      <Field name="protocol" label="通信协议">
        <Select options={choices(protocolLabels)} />
      </Field>
      <IntegrationField />
      <NetworksField />
      <Field name="silentMinutes" label="离线判定" extra="超过这么久没有数据视为离线，应大于上报间隔的两倍">
        <InputNumber<number> min={2} max={1440} precision={0} suffix="分钟" />
      </Field>
      <Field name="utcOffsetMinutes" label="设备时钟" extra="设备时间比世界时（UTC）快多少分钟，北京时间为480；不填按协议规定">
        <InputNumber<number> min={-720} max={840} precision={0} suffix="分钟" />
      </Field>
      <Field name="healthReplies" label="健康数据应答" valuePropName="checked" extra="部分型号要收到应答才继续测量">
        <Switch checkedChildren="需要" unCheckedChildren="不需要" />
      </Field>
      <Field name="suppressChargerSos" label="充电误报" valuePropName="checked" extra="离开充电器时误发SOS的型号：10秒内的SOS只记录，不报警">
        <Switch checkedChildren="过滤" unCheckedChildren="不过滤" />
      </Field>
    </FormSection>
    <FormSection title="指令">
      <Commands />
    </FormSection>
    <PositionSection />
    <ProfileSection />
  </>
);

const SENT = Object.keys(deviceTypes.create.input.shape).filter((name) => name !== 'profile');
const LEVELS = ['fall0', 'fall1', 'fall2'];
/** Of the profile, in fields of their own. */
const TABLES = ['profileDraft', 'positions', 'words', 'networks'];

const toForm = (row: TypeRow): Values => ({
  ...Object.fromEntries(SENT.flatMap((name) => ((row as Values)[name] === null ? [] : [[name, (row as Values)[name]]]))),
  ...Object.fromEntries((row.fallLevels ?? []).map((level, index) => [`fall${index}`, level])),
  positions: row.profile.positions,
  words: row.profile.words,
  networks: row.profile.networks,
  profileDraft: toDraft(row.profile, { typeId: row.id }),
});

function toInput(values: Values): Values {
  const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !LEVELS.includes(name) && !TABLES.includes(name)));
  const positions = filterOf(values.positions);
  const known: readonly string[] = protocolCommands[values.protocol as keyof typeof protocolCommands];
  const commands = ((values.commands as string[] | undefined) ?? []).filter((kind) => known.includes(kind));
  const mapped = values.protocol === 'mqtt' || values.protocol === 'http';
  const networks = values.networks as string[] | undefined;
  return {
    ...plain,
    ...(mapped ? {} : { integrationId: null }),
    commands,
    profile: {
      ...readDraft(values.protocol as string, (values.profileDraft as ProfileDraft | undefined) ?? toDraft()).profile,
      ...(positions ? { positions } : {}),
      ...(hasNetworks(values.protocol as string) && networks?.length ? { networks } : {}),
      ...(values.protocol === 'watch' && values.words ? { words: values.words } : {}),
    },
    fallLevels: commands.includes('fallSensitivity') ? LEVELS.map((name) => values[name]) : null,
  };
}

export default function DeviceTypes() {
  return (
    <CrudPage
      name="device-types"
      noun="设备类型"
      routes={deviceTypes}
      columns={columns}
      filters={filters}
      form={form}
      initial={{
        kind: 'watch',
        protocol: 'watch',
        silentMinutes: SILENT_MINUTES,
        healthReplies: false,
        suppressChargerSos: false,
        commands: ['locate', 'ring'],
        profileDraft: toDraft(),
      }}
      toForm={toForm}
      toInput={toInput}
      numbered
    />
  );
}
