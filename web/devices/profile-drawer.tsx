/** The own settings of one device, where it differs from its type. */
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { deviceProfiles, OwnProfile } from '#contract/devices/device-profiles.ts';
import { devices } from '#contract/devices/devices.ts';
import { clearable } from '#contract/fields.ts';
import { lostByProfile } from '#contract/devices/lost-alarms.rules.ts';
import { mappedAlarms } from '#contract/devices/mappings.ts';
import type { Output } from '#contract/http.ts';
import { deviceTypeLabels } from '#contract/devices/device-types.labels.ts';
import { useSend } from '#web/api/call.ts';
import { rulesOf } from '#web/ui/contract-rules.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField, FormSection } from '#web/ui/form.tsx';
import { LossField } from './lost-alarms.tsx';
import { readDraft, toDraft, type ProfileDraft } from './profile-drafts.ts';
import { filterOf, PositionFields } from './position-fields.tsx';
import { ProfileField } from './profile-editor.tsx';

const Field = labelledField(deviceTypeLabels);

type Kept = Output<typeof deviceProfiles.get>;

interface Values {
  utcOffsetMinutes?: number | null;
  healthReplies?: boolean;
  suppressChargerSos?: boolean;
  terminalId?: string;
  authentication?: boolean;
  positions?: object;
  profileDraft?: ProfileDraft;
  acceptedLoss?: string[];
}

const asType = (yes: string, no: string) => [
  { value: true, label: yes },
  { value: false, label: no },
];

/** What the type says, so that nobody repeats it. */
function modelNote({ alarms = {}, items = {} }: Kept['model']): string | null {
  const said = [
    ...Object.entries(alarms).map(([code, alarm]) => `${code}=${mappedAlarms[alarm]}`),
    ...Object.entries(items).map(([item, rules]) => `附加信息${item}（${rules.length}项）`),
  ];
  return said.length > 0 ? `设备类型已设置：${said.join('；')}。这里只填这台设备不同的，同一个码或附加信息以这里为准。` : null;
}

/** Only what was said: an absent setting is as the type says. */
function ownOf(
  protocol: string,
  { terminalId, authentication, profileDraft, positions, ...flags }: Values,
): Omit<OwnProfile, 'registration'> {
  const said = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined && value !== null));
  const filter = filterOf(positions);
  const tables = readDraft(protocol, profileDraft ?? toDraft()).profile ?? {};
  return {
    ...said,
    ...(terminalId?.trim() ? { terminalId: terminalId.trim() } : {}),
    ...(authentication === false ? { authentication } : {}),
    ...(filter ? { positions: filter } : {}),
    ...Object.fromEntries(Object.entries(tables).filter(([, table]) => Object.keys(table).length > 0)),
  };
}

/** Calls for help that the device loses by what stands in the form now. */
function Losses({ kept: { model, suppressChargerSos, lost: known }, protocol }: { kept: Kept; protocol: string }) {
  const draft = Form.useWatch<ProfileDraft | undefined>('profileDraft');
  const own = readDraft(protocol, draft ?? toDraft()).profile;
  const filters = Form.useWatch<boolean | null | undefined>('suppressChargerSos') ?? suppressChargerSos;
  const lost = lostByProfile({
    protocol,
    alarms: { ...model.alarms, ...own?.alarms },
    items: { ...model.items, ...own?.items },
    suppressChargerSos: filters,
  });
  return <LossField lost={lost} known={known} devices={1} />;
}

export function ProfileDrawer({ kept, protocol, onClose }: { kept: Kept; protocol: string; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const send = useSend(deviceProfiles.save, { changes: [deviceProfiles.get, devices.get], onSuccess: onClose });
  const { profile, model, id, version } = kept;
  const note = modelNote(model);
  return (
    <SideDrawer
      title="接入设置"
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={deviceProfiles.save}
        form={form}
        initialValues={{ authentication: true, ...profile, profileDraft: toDraft(profile, { deviceId: id }) }}
        onSubmit={(values) => send.mutate({ id, version, profile: ownOf(protocol, values as Values) })}
      >
        {protocol === 'jt808' && (
          <FormSection title="终端身份">
            <Field
              name="terminalId"
              label="终端ID"
              rules={rulesOf(clearable(OwnProfile.shape.terminalId), '终端ID')}
              extra="填写后，只有报这个终端ID的终端能注册；不填由第一台鉴权成功的终端自动绑定"
            >
              <Input maxLength={30} placeholder="终端铭牌或厂商资料上的终端ID" autoComplete="off" />
            </Field>
            <Field
              name="authentication"
              label="鉴权"
              valuePropName="checked"
              extra="关闭后，知道终端号码的人就能冒充这台设备；只用于不能鉴权的终端"
            >
              <Switch checkedChildren="需要" unCheckedChildren="不需要" />
            </Field>
          </FormSection>
        )}
        <FormSection title="与设备类型不同的设置">
          <Field name="utcOffsetMinutes" rules={[]} extra="比世界时（UTC）快多少分钟，北京时间为480；不填按设备类型">
            <InputNumber<number> min={-720} max={840} precision={0} suffix="分钟" placeholder="按设备类型" />
          </Field>
          {protocol === 'watch' && (
            <>
              <Field name="healthReplies" extra="部分型号要收到应答才继续测量">
                <Select allowClear options={asType('需要', '不需要')} placeholder="按设备类型" />
              </Field>
              <Field name="suppressChargerSos" extra="离开充电器时误发SOS的型号">
                <Select allowClear options={asType('过滤', '不过滤')} placeholder="按设备类型" />
              </Field>
            </>
          )}
          {note && <p className="y-form-wide d-note d-model-note">{note}</p>}
          <ProfileField protocol={protocol} />
        </FormSection>
        <FormSection title="定位过滤">
          <PositionFields plain="按设备类型" />
        </FormSection>
        <Losses kept={kept} protocol={protocol} />
      </ContractForm>
    </SideDrawer>
  );
}
