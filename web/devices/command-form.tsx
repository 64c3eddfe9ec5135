/** What a command needs to be told, asked for in a dialog. Kinds without parameters are only confirmed where they interrupt somebody. */
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { commandLabels, commandParameters, MOST_REMINDERS, MOST_WHITE } from '#contract/devices/device-commands.ts';
import type { CommandKind } from '#contract/devices/device-types.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { NumberLines, ReminderLines, SpanLines } from './command-lists.tsx';

type Values = Record<string, unknown>;

/** What is asked before a command that cannot be taken back. */
export const QUESTIONS: Partial<Record<CommandKind, string>> = {
  reboot: '设备会离线约一分钟，期间不能报警。',
  powerOff: '关机后设备不再定位和报警，只能由佩戴人手动开机。',
};

const MINUTES = [1, 5, 10, 30, 60];
const heartRates = [
  { value: 1, label: '立即测量一次' },
  { value: 300, label: '每5分钟' },
  { value: 600, label: '每10分钟' },
  { value: 1800, label: '每30分钟' },
  { value: 3600, label: '每小时' },
  { value: 0, label: '停止自动测量' },
];
const levels = [
  { value: 1, label: '低' },
  { value: 2, label: '中' },
  { value: 3, label: '高' },
];
const onOff = [
  { value: true, label: '开启' },
  { value: false, label: '关闭' },
];
const languages = [
  { value: true, label: '中文' },
  { value: false, label: '英文' },
];

const OnOff = ({ label, extra }: { label: string; extra?: string }) => (
  <Form.Item name="on" label={label} initialValue={true} extra={extra}>
    <Radio.Group options={onOff} />
  </Form.Item>
);

const Flag = ({ name, label }: { name: string; label: string }) => (
  <Form.Item name={name} label={label} valuePropName="checked" initialValue={true}>
    <Switch checkedChildren="发送" unCheckedChildren="不发送" />
  </Form.Item>
);

/** Times within which steps are counted, when not all day. */
function CountedTimes() {
  const [on, limited] = [Form.useWatch<boolean | undefined>('on'), Form.useWatch<boolean | undefined>('limited')];
  if (on === false) return null;
  return (
    <>
      <Form.Item name="limited" label="只在时间段内计步" valuePropName="checked" initialValue={false}>
        <Switch checkedChildren="是" unCheckedChildren="全天" />
      </Form.Item>
      {limited && <SpanLines most={3} added={{ from: '08:00', to: '20:00' }} />}
    </>
  );
}

function Fields({ kind }: { kind: CommandKind }) {
  switch (kind) {
    case 'message':
      return (
        <Form.Item name="text" label="消息内容" rules={[{ required: true, whitespace: true, message: '请输入消息' }]}>
          <Input.TextArea maxLength={60} showCount autoSize={{ minRows: 2 }} placeholder="会显示在设备屏幕上，如 该吃降压药了" />
        </Form.Item>
      );
    case 'uploadInterval':
      return (
        <Form.Item name="seconds" label="定位上传间隔" initialValue={600} rules={[{ required: true }]} extra="间隔越短，电量消耗越快">
          <Select options={MINUTES.map((minutes) => ({ value: minutes * 60, label: `${minutes} 分钟` }))} />
        </Form.Item>
      );
    case 'heartRate':
      return (
        <Form.Item name="seconds" label="心率测量" initialValue={1}>
          <Select options={heartRates} />
        </Form.Item>
      );
    case 'fallDetection':
      return (
        <>
          <OnOff label="跌倒检测" extra="关闭后，佩戴人跌倒时设备不再报警" />
          <Form.Item name="callGuardian" label="跌倒后拨打SOS号码" valuePropName="checked" initialValue={false}>
            <Switch checkedChildren="拨打" unCheckedChildren="不拨打" />
          </Form.Item>
        </>
      );
    case 'fallSensitivity':
      return (
        <Form.Item name="level" label="跌倒灵敏度" initialValue={2} extra="灵敏度越高，误报也会越多">
          <Radio.Group options={levels} />
        </Form.Item>
      );
    case 'removalAlarm':
      return <OnOff label="脱落报警" />;
    case 'fallAlarm':
      return <OnOff label="跌倒报警" extra="部分4G型号：检测到跌倒后是否报警；关闭后，佩戴人跌倒时不再报警" />;
    case 'temperatureInterval':
      return (
        <>
          <OnOff label="体温定时测量" />
          <Form.Item name="hours" label="测量间隔" initialValue={1} rules={[{ required: true, message: '请输入测量间隔' }]}>
            <InputNumber<number> min={1} max={12} precision={0} suffix="小时" />
          </Form.Item>
        </>
      );
    case 'smsAlerts':
      return (
        <>
          <Flag name="sos" label="SOS时设备发短信" />
          <Flag name="lowBattery" label="低电量时设备发短信" />
        </>
      );
    case 'doNotDisturb':
      return <SpanLines most={4} added={{ from: '21:00', to: '07:00' }} extra="时段内设备不响铃，SOS和跌倒照常报警" />;
    case 'sleepTimes':
      return <SpanLines most={3} added={{ from: '21:00', to: '07:00' }} extra="设备在这些时段监测睡眠" />;
    case 'pedometer':
      return (
        <>
          <OnOff label="计步" />
          <CountedTimes />
        </>
      );
    case 'reminders':
      return <ReminderLines most={MOST_REMINDERS} texts={false} />;
    case 'pillReminders':
      return <ReminderLines most={MOST_REMINDERS} texts />;
    case 'whiteList':
      return <NumberLines name="numbers" label="白名单号码" most={MOST_WHITE} extra="只有这些号码能打进设备；下发后代替原有的白名单" />;
    case 'guardians':
      return (
        <>
          <Form.Item name="first" label="监护人号码" rules={[{ required: true, message: '请输入监护人号码' }, phoneRule('dialled')]}>
            <Input placeholder="能用短信设置设备的号码" maxLength={20} inputMode="tel" />
          </Form.Item>
          <Form.Item name="second" label="第二监护人号码" rules={[phoneRule('dialled')]} extra="不填则清空">
            <Input placeholder="选填" maxLength={20} inputMode="tel" />
          </Form.Item>
        </>
      );
    case 'call':
      return (
        <Form.Item
          name="phone"
          label="让设备拨打"
          rules={[{ required: true, message: '请输入电话号码' }, phoneRule('dialled')]}
          extra="设备会显示并拨出这个号码，佩戴人看得见"
        >
          <Input placeholder="如 护理站电话" maxLength={20} inputMode="tel" />
        </Form.Item>
      );
    case 'language':
      return (
        <>
          <Form.Item name="chinese" label="语言" initialValue={true}>
            <Radio.Group options={languages} />
          </Form.Item>
          <Form.Item name="hours" label="时区" initialValue={8} rules={[{ required: true, message: '请输入时区' }]} extra="北京时间为8">
            <InputNumber<number> min={-12} max={14} step={0.25} suffix="小时" />
          </Form.Item>
        </>
      );
    case 'flowers':
      return (
        <Form.Item
          name="count"
          label="小红花"
          initialValue={1}
          rules={[{ required: true, message: '请输入数量' }]}
          extra="设备上显示的奖励数量"
        >
          <InputNumber<number> min={0} max={99} precision={0} suffix="朵" />
        </Form.Item>
      );
    default:
      return null;
  }
}

/** Whether a kind is sent at once when it is pressed. */
export const isPlain = (kind: CommandKind) => QUESTIONS[kind] === undefined && Object.keys(commandParameters[kind].shape).length === 0;

/** What is only asked to know what else to ask is not said to the device. */
function toParameters(kind: CommandKind, { limited, ...values }: Values): Values {
  if (kind === 'guardians') return { ...values, second: values.second ?? '' };
  if (kind !== 'pedometer' || (values.on && limited)) return values;
  return { on: values.on };
}

export function CommandDialog({
  kind,
  pending,
  onSend,
  onClose,
}: {
  kind: CommandKind;
  pending: boolean;
  onSend: (parameters: Values) => void;
  onClose: () => void;
}) {
  const question = QUESTIONS[kind];
  return (
    <FormDialog<Values>
      title={commandLabels[kind]}
      okText="下发"
      danger={question !== undefined}
      pending={pending}
      width={kind === 'pillReminders' ? 640 : 480}
      onSubmit={(values) => onSend(toParameters(kind, values))}
      onClose={onClose}
    >
      {question && <p>{question}</p>}
      <Fields kind={kind} />
    </FormDialog>
  );
}
