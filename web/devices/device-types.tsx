/** /device/type 设备类型: what an institution's models are, how they speak and what they can be told. */
import { Input, InputNumber, Select, Switch } from 'antd';
import { hasNetworks } from '#contract/devices/device-profiles.rules.ts';
import { lostByProfile } from '#contract/devices/lost-alarms.rules.ts';
import { deviceTypes, protocolCommands, protocolLabels, SILENT_MINUTES } from '#contract/devices/device-types.ts';
import { deviceKindLabels } from '#contract/devices/devices.ts';
import { titled } from '#contract/labels.ts';
import { deviceTypeLabels } from '#contract/devices/device-types.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { typeLabel, typeOptions } from './device-tags.tsx';
import { Commands, IntegrationField, Losses, NetworksField, PositionSection, ProfileSection } from './device-type-fields.tsx';
import { LossTag } from './lost-alarms.tsx';
import { filterOf } from './position-fields.tsx';
import { readDraft, toDraft, type ProfileDraft } from './profile-drafts.ts';
import './devices.css';

const Field = labelledField(deviceTypeLabels);
const Filter = labelledFilter(deviceTypeLabels);

type TypeRow = RowOf<typeof deviceTypes.page>;
type Values = Record<string, unknown>;

/** What its devices do not raise; what depends on the integration is known by what was confirmed. */
const lostOf = (row: TypeRow) => [...new Set([...lostByProfile({ ...row, ...row.profile }), ...(row.profile.acceptedLoss ?? [])])];

const columns: Column<TypeRow>[] = titled(deviceTypeLabels, [
  { key: 'name', width: 180, sort: 'name', pin: 'left' },
  { key: 'description', width: 220 },
  { key: 'kind', width: 110, render: ({ kind }) => typeLabel(kind) },
  { key: 'protocol', width: 190, render: ({ protocol }) => protocolLabels[protocol] },
  { key: 'integrationName', width: 160, minor: 1 },
  { key: 'manufacturer', width: 120, minor: 1 },
  { key: 'model', width: 120, minor: 2 },
  { key: 'commands', width: 96, align: 'right', render: ({ commands }) => `${commands.length} 项` },
  { key: 'lost', title: '不报警的求助', width: 120, render: (row) => <LossTag lost={lostOf(row)} /> },
  { key: 'deviceCount', width: 88, align: 'right' },
  { key: 'tenantName', width: 160, minor: 2 },
  { key: 'createName', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入类别名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(deviceKindLabels)} />
    </Filter>
  </>
);

const form = (
  <>
    <FormSection title="设备类型">
      <Field name="name">
        <Input placeholder="如 平安腕表 V48" maxLength={40} />
      </Field>
      <Field name="kind">
        <Select options={typeOptions} placeholder="请选择设备类别" />
      </Field>
      <Field name="manufacturer">
        <Input placeholder="请输入厂商" maxLength={40} />
      </Field>
      <Field name="model">
        <Input placeholder="请输入型号" maxLength={40} />
      </Field>
      <Field name="description" wide>
        <Input.TextArea placeholder="如 佩戴方式、充电方式、适用人群" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
    <FormSection title="通信">
      <Field name="protocol">
        <Select options={choices(protocolLabels)} />
      </Field>
      <IntegrationField />
      <NetworksField />
      <Field name="silentMinutes" extra="超过这么久没有数据视为离线，应大于上报间隔的两倍">
        <InputNumber<number> min={2} max={1440} precision={0} suffix="分钟" />
      </Field>
      <Field name="utcOffsetMinutes" extra="设备时间比世界时（UTC）快多少分钟，北京时间为480；不填按协议规定">
        <InputNumber<number> min={-720} max={840} precision={0} suffix="分钟" />
      </Field>
      <Field name="healthReplies" valuePropName="checked" extra="部分型号要收到应答才继续测量">
        <Switch checkedChildren="需要" unCheckedChildren="不需要" />
      </Field>
      <Field name="suppressChargerSos" valuePropName="checked" extra="离开充电器时误发SOS的型号：10秒内的SOS只记录，不报警">
        <Switch checkedChildren="过滤" unCheckedChildren="不过滤" />
      </Field>
    </FormSection>
    <FormSection title="指令">
      <Commands />
    </FormSection>
    <PositionSection />
    <ProfileSection />
    <Losses />
  </>
);

const SENT = Object.keys(deviceTypes.create.input.shape).filter((name) => name !== 'profile');
const LEVELS = ['fall0', 'fall1', 'fall2'];
/** Of the profile, in fields of their own. */
const TABLES = ['profileDraft', 'positions', 'words', 'networks', 'acceptedLoss', 'lost', 'deviceCount'];

const toForm = (row: TypeRow): Values => ({
  ...Object.fromEntries(SENT.flatMap((name) => ((row as Values)[name] === null ? [] : [[name, (row as Values)[name]]]))),
  ...Object.fromEntries((row.fallLevels ?? []).map((level, index) => [`fall${index}`, level])),
  positions: row.profile.positions,
  words: row.profile.words,
  networks: row.profile.networks,
  profileDraft: toDraft(row.profile, { typeId: row.id }),
  lost: lostOf(row),
  deviceCount: row.deviceCount,
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
      ...((values.acceptedLoss as string[] | undefined)?.length ? { acceptedLoss: values.acceptedLoss } : {}),
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
