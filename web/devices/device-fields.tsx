/** The form of a device. */
import { Form, Input, Select, Switch } from 'antd';
import { useEffect } from 'react';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices, shortIdOf } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { deviceLabels } from '#contract/devices/devices.labels.ts';
import { useCall } from '#web/api/call.ts';
import { Carried } from '#web/ui/carried.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { RoomField } from '#web/ui/room-field.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { typeOptions } from './device-tags.tsx';
import { imeiWarning } from './imei-hints.ts';

const Field = labelledField(deviceLabels);

type Values = Record<string, unknown>;

const SENT = Object.keys(devices.create.input.shape);
const SHOWN_ONLY = ['oldmanName'];

export const newDevice = { type: 'watch', enabled: true };

export const deviceToForm = (row: Values): Values =>
  Object.fromEntries(
    [...SENT, ...SHOWN_ONLY].flatMap((name) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])),
  );
export const deviceToInput = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !SHOWN_ONLY.includes(name)));

/** The institution's types of the chosen kind. */
function TypeField() {
  const may = useMay();
  const kind = Form.useWatch<string | undefined>('type');
  const form = Form.useFormInstance();
  const { data } = useCall(
    deviceTypes.page,
    { current: 1, size: 100, ...(kind ? { kind: kind as 'watch' } : {}) },
    { quiet: true, enabled: kind !== undefined && may(deviceTypes.page) },
  );
  const chosen = Form.useWatch<number | undefined>('typeId');
  const options = data?.records.map(({ id, name }) => ({ value: id, label: name }));
  useEffect(() => {
    if (options && chosen && !options.some(({ value }) => value === chosen)) form.setFieldValue('typeId', undefined);
  });
  if (!may(deviceTypes.page)) return <Carried name="typeId" />;
  return (
    <Field name="typeId" extra="决定通信协议和可下发的指令">
      <Select
        allowClear
        options={options}
        placeholder={options?.length === 0 ? '该类别还没有设备类型' : '请选择设备类型'}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Field>
  );
}

/** Says what the number is taken for while it is typed. */
function ImeiHint() {
  const imei = String(Form.useWatch<string | undefined>('imei') ?? '').trim();
  const warning = imeiWarning(imei);
  const short = shortIdOf(imei);
  if (warning) return <span className="d-imei-warning">{warning}</span>;
  return (
    <>{short ? `部分腕表以中间十位 ${short} 上报，会自动识别为这台设备` : '腕表为机身背面或关于页中的15位IMEI，其他设备为铭牌上的编号'}</>
  );
}

export const deviceFields = (
  <>
    <FormSection title="设备信息">
      <Field name="imei" extra={<ImeiHint />} normalize={(text: string) => text.trim()}>
        <Input placeholder="请输入IMEI或设备编号" maxLength={32} />
      </Field>
      <Field name="type">
        <Select options={typeOptions} placeholder="请选择设备类别" />
      </Field>
      <TypeField />
      <Field name="name">
        <Input placeholder="如 张桂兰的腕表" maxLength={40} />
      </Field>
      <Field name="manufacturer">
        <Input placeholder="请输入厂商" maxLength={40} />
      </Field>
      <Field name="model">
        <Input placeholder="请输入型号" maxLength={40} />
      </Field>
      <Field name="enabled" valuePropName="checked" extra="停用后不再接收这台设备的数据和报警">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
    </FormSection>
    <FormSection title="使用">
      <Field name="oldmanId" extra="报警和健康数据会记到佩戴人名下">
        <PickIdField
          nameIn="oldmanName"
          route={people.page}
          placeholder="请选择服务对象，未佩戴可不填"
          renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
        />
      </Field>
      <Field name="roomId" label="所在房间" extra="固定安装的设备报警时按房间定位">
        <RoomField placeholder="请选择房间，随身设备可不填" />
      </Field>
    </FormSection>
    {SHOWN_ONLY.map((name) => (
      <Carried key={name} name={name} />
    ))}
  </>
);
