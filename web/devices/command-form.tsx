/** What a command needs to be told, asked for in a dialog. Kinds without parameters are only confirmed where they interrupt somebody. */
import { Form, Input, Modal, Radio, Select, Switch } from 'antd';
import { useId } from 'react';
import { commandLabels, commandParameters } from '#contract/devices/device-commands.ts';
import type { CommandKind } from '#contract/devices/device-types.ts';

type Values = Record<string, unknown>;

/** What is asked before a command that cannot be taken back. */
const QUESTIONS: Partial<Record<CommandKind, string>> = {
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
const clock = { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: '时间格式应为HH:mm' };

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
          <Form.Item name="on" label="跌倒检测" initialValue={true}>
            <Radio.Group options={onOff} />
          </Form.Item>
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
      return (
        <Form.Item name="on" label="脱落报警" initialValue={true}>
          <Radio.Group options={onOff} />
        </Form.Item>
      );
    case 'doNotDisturb':
      return (
        <>
          <Form.Item name="from" label="开始" initialValue="21:00" rules={[{ required: true }, clock]}>
            <Input placeholder="21:00" maxLength={5} />
          </Form.Item>
          <Form.Item name="to" label="结束" initialValue="07:00" rules={[{ required: true }, clock]} extra="时段内设备不响铃，SOS和跌倒照常报警">
            <Input placeholder="07:00" maxLength={5} />
          </Form.Item>
        </>
      );
    default:
      return null;
  }
}

/** Whether a kind is sent at once when it is pressed. */
export const isPlain = (kind: CommandKind) => QUESTIONS[kind] === undefined && Object.keys(commandParameters[kind].shape).length === 0;

const toParameters = (kind: CommandKind, { from, to, ...values }: Values): Values => (kind === 'doNotDisturb' ? { spans: [{ from, to }] } : values);

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
  const [form] = Form.useForm<Values>();
  const name = useId();
  const question = QUESTIONS[kind];
  return (
    <Modal
      open
      centered
      width={440}
      title={commandLabels[kind]}
      okText="下发"
      okButtonProps={{ loading: pending, danger: question !== undefined }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {question && <p>{question}</p>}
      <Form form={form} name={name} layout="vertical" onFinish={(values) => onSend(toParameters(kind, values))}>
        <Fields kind={kind} />
      </Form>
    </Modal>
  );
}
