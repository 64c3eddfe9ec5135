/** Fields of a device type that depend on what else stands in its form: commands, integration, networks, positions, lost alarms. */
import { Checkbox, Form, InputNumber, Select, Switch } from 'antd';
import { hasAlarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import { commandLabels } from '#contract/devices/device-commands.ts';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { hasNetworks } from '#contract/devices/device-profiles.rules.ts';
import { MOST_NETWORKS } from '#contract/devices/device-profiles.ts';
import { commandKinds, protocolCommands } from '#contract/devices/device-types.ts';
import { lostByChoice, lostByProfile } from '#contract/devices/lost-alarms.rules.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { deviceTypeLabels } from '#contract/devices/device-types.labels.ts';
import { useCall } from '#web/api/call.ts';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { LossField } from './lost-alarms.tsx';
import { PositionFields } from './position-fields.tsx';
import { readDraft, toDraft, type ProfileDraft } from './profile-drafts.ts';
import { ProfileField } from './profile-editor.tsx';

const Field = labelledField(deviceTypeLabels);

const commandOptions = commandKinds.map((value) => ({ value, label: commandLabels[value] }));

/** Those that the protocol has words for. */
export function Commands() {
  const protocol = Form.useWatch<keyof typeof protocolCommands | undefined>('protocol') ?? 'none';
  const offered = commandOptions.filter(({ value }) => protocolCommands[protocol].includes(value));
  const commands = Form.useWatch<string[] | undefined>('commands') ?? [];
  if (offered.length === 0) return <p className="y-form-wide d-note">该协议的设备目前只接收数据，不下发指令。</p>;
  return (
    <>
      <Field name="commands" wide extra="设备不支持的指令请不要勾选，护理员就不会下发">
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
        <Field
          name={['words', 'wholeBook'] as never}
          label="亲情号码"
          rules={[]}
          valuePropName="checked"
          extra="较新的型号一次设置整个通讯录"
        >
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
export function IntegrationField() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  const chosen = Form.useWatch<number | undefined>('integrationId');
  const mapped = protocol === 'mqtt' || protocol === 'http';
  const { data } = useCall(deviceIntegrations.page, { size: 100 }, { enabled: mapped, quiet: true });
  if (!mapped) return null;
  const kinds = protocol === 'mqtt' ? ['mqtt'] : ['webhook', 'poller', 'broker'];
  const options = (data?.records ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ id, name }) => ({ value: id, label: name }));
  // A user who may not read the list still sees that one is chosen.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: '已选择的数据接入' });
  const none = protocol === 'mqtt' ? '按设备类别的默认格式' : '本机构任一数据接入';
  return (
    <Field
      name="integrationId"
      extra={protocol === 'mqtt' ? '报文怎么读；不选按睡眠带、雷达或标准格式' : '选择后，只有这个数据接入可以上报该类型的设备'}
    >
      <Select allowClear placeholder={none} options={options} />
    </Field>
  );
}

/** From where its devices may come, where they come by themselves. */
export function NetworksField() {
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
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[' ', ',', '，']}
        placeholder="如 10.20.0.0/16，回车添加"
        maxCount={MOST_NETWORKS}
      />
    </Field>
  );
}

/** What is believed of positions, where devices tell any. */
export function PositionSection() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  if (protocol === 'none') return null;
  return (
    <FormSection title="定位过滤">
      <PositionFields />
    </FormSection>
  );
}

/** Alarm codes and items, where the protocol has them. */
export function ProfileSection() {
  const protocol = Form.useWatch<string | undefined>('protocol') ?? 'none';
  if (!hasAlarmCodes(protocol)) return null;
  return (
    <FormSection title="型号专用">
      <ProfileField protocol={protocol} />
    </FormSection>
  );
}

/** Calls for help that are lost by what stands in the form now. */
export function Losses() {
  const form = Form.useFormInstance();
  const [protocol = null, kind = 'other'] = [Form.useWatch<string | undefined>('protocol'), Form.useWatch<string | undefined>('kind')];
  const draft = Form.useWatch<ProfileDraft | undefined>('profileDraft');
  const suppressChargerSos = Form.useWatch<boolean | undefined>('suppressChargerSos');
  const chosen = Form.useWatch<number | null | undefined>('integrationId');
  const { data } = useCall(deviceIntegrations.page, { size: 100 }, { enabled: protocol === 'mqtt' && Boolean(chosen), quiet: true });
  if (protocol === null) return null;
  const mapping = Mapping.safeParse(data?.records.find(({ id }) => id === chosen)?.mapping).data ?? null;
  const lost = [
    ...lostByProfile({ protocol, suppressChargerSos, ...readDraft(protocol, draft ?? toDraft()).profile }),
    ...(protocol === 'mqtt' ? lostByChoice(kind, mapping) : []),
  ];
  return <LossField lost={lost} known={form.getFieldValue('lost') ?? []} devices={form.getFieldValue('deviceCount') ?? 0} />;
}
