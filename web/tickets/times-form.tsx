/** When the clock of tickets runs, and how long each priority has. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Form, InputNumber, Select, Skeleton, Switch } from 'antd';
import { useId } from 'react';
import type { Input } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { minutesOfDay, type Shift } from '#contract/tickets/service-times.rules.ts';
import { ticketSettingsLabels } from '#contract/tickets/tickets.labels.ts';
import { ticketPriorities } from '#contract/tickets/tickets.rules.ts';
import { ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { GroupSelect } from './group-select.tsx';

type Settings = Input<typeof ticketSettings.update>;

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, index) => ({ value: index + 1, label }));
const TIMES = Array.from({ length: 49 }, (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`).map((value) => ({
  value,
  label: value,
}));
const TARGETS = [
  { name: 'firstMinutes', label: '首次回复时限' },
  { name: 'solveMinutes', label: '解决时限' },
] as const;
const NUMBERS = [
  { name: 'remindMinutes', unit: '分钟', min: 5, max: 1440, extra: '到时限前多久提醒处理人' },
  { name: 'reopenDays', unit: '天', min: 1, max: 90, extra: '办结后多少天内，诉求人和员工可以重新打开' },
  { name: 'closeDays', unit: '天', min: 1, max: 90, extra: '解决多少天后自动关闭' },
  { name: 'answerDays', unit: '天', min: 1, max: 60, extra: '投诉登记中，应在多少天内首次答复' },
  { name: 'resultDays', unit: '天', min: 1, max: 180, extra: '投诉登记中，应在多少天内办结' },
] as const;

function Hours() {
  return (
    <Form.List name="hours">
      {(fields, { add, remove }) => (
        <fieldset className="k-hours">
          <legend>{titleOf(ticketSettingsLabels, 'hours')}</legend>
          <p>一天可以有几个时段，中间的空当（如午休）不计时。</p>
          {fields.map(({ key, name }) => (
            <div key={key}>
              <Form.Item name={[name, 'day']} noStyle>
                <Select options={DAYS} aria-label={`第 ${name + 1} 个时段的日子`} />
              </Form.Item>
              <Form.Item name={[name, 'from']} noStyle>
                <Select showSearch options={TIMES} aria-label={`第 ${name + 1} 个时段的开始`} />
              </Form.Item>
              至
              <Form.Item name={[name, 'to']} noStyle>
                <Select showSearch options={TIMES} aria-label={`第 ${name + 1} 个时段的结束`} />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除第 ${name + 1} 个时段`}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ day: 1, from: '08:30', to: '17:30' })}>
            添加时段
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

export function TimesForm() {
  const [form] = Form.useForm<Settings>();
  const name = useId();
  const query = useCall(ticketSettings.get, {}, { quiet: true, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  const send = useSend(ticketSettings.update, {
    changes: [ticketSettings.get],
    onError: async ({ status }) => {
      if (status !== 409) return;
      // What a colleague saved is shown; theirs is not overwritten unseen.
      const { data } = await query.refetch();
      form.setFieldsValue(data as Settings);
    },
  });
  useUnsaved(true, () => form.isFieldsTouched());
  const hours = (Form.useWatch('hours', form) ?? []) as Shift[];
  if (query.isError) return <Alert type="error" showIcon title={query.error.message} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { path: _none, version, ...initial } = query.data;
  const complete = hours.every((one) => one?.day && one.from && one.to);
  return (
    <Form
      form={form}
      name={name}
      key={version}
      layout="vertical"
      // What is saved comes back as a form of its own: what was typed meanwhile would be lost.
      disabled={send.isPending}
      initialValues={initial}
      onFinish={(values) => send.mutate({ ...values, version })}
      className="k-times"
    >
      <Hours />
      <Form.Item
        name="holidays"
        label={titleOf(ticketSettingsLabels, 'holidays')}
        valuePropName="checked"
        extra="按“节假日”中的放假和调休上班日计时"
      >
        <Switch />
      </Form.Item>
      {TARGETS.map(({ name: target, label }) => (
        <fieldset key={target} className="k-targets">
          <legend>{label}</legend>
          {Object.values(ticketPriorities).map((priority, index) => (
            <Form.Item key={priority} name={[target, index]} label={priority} rules={[{ required: true, message: '请填写时限' }]}>
              <InputNumber min={1} max={43_200} precision={0} suffix="分钟" />
            </Form.Item>
          ))}
        </fieldset>
      ))}
      {complete && hours.length > 0 && <p>按以上时段，一个工作日至少有 {minutesOfDay(hours)} 分钟。</p>}
      <div className="k-numbers">
        {NUMBERS.map(({ name: field, unit, min, max, extra }) => (
          <Form.Item
            key={field}
            name={field}
            label={titleOf(ticketSettingsLabels, field)}
            extra={extra}
            rules={[{ required: true, message: '请填写' }]}
          >
            <InputNumber min={min} max={max} precision={0} suffix={unit} />
          </Form.Item>
        ))}
        <Form.Item
          name="workingDays"
          label={titleOf(ticketSettingsLabels, 'workingDays')}
          valuePropName="checked"
          extra="投诉的期限只算工作日"
        >
          <Switch />
        </Form.Item>
        <Form.Item name="groupId" label={titleOf(ticketSettingsLabels, 'groupId')} extra="家属在页面上填写的诉求">
          <GroupSelect />
        </Form.Item>
        <Form.Item
          name="byLoad"
          label={titleOf(ticketSettingsLabels, 'byLoad')}
          valuePropName="checked"
          extra="分到小组的诉求，自动给未办结最少的人"
        >
          <Switch />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={send.isPending}>
        保存
      </Button>
    </Form>
  );
}
