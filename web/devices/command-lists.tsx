/** Fields of commands that take a list: times, reminders, numbers. */
import { CLOCK } from '#contract/time.ts';
import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { REPEATS, WEEKDAYS } from './command-words.ts';

const clock = { pattern: CLOCK, message: '时间格式应为HH:mm' };
const repeats = Object.entries(REPEATS).map(([value, label]) => ({ value, label }));
const weekdays = WEEKDAYS.map((label, value) => ({ value, label: `周${label}` }));

interface ListProps {
  name: string;
  label: string;
  most: number;
  added: unknown;
  extra?: string;
  children: (name: number, index: number) => ReactNode;
}

/** Lines that are added and taken out, one at least. */
function Lines({ name, label, most, added, extra, children }: ListProps) {
  return (
    <Form.List name={name} initialValue={[added]}>
      {(fields, { add, remove }) => (
        <fieldset className="d-lines">
          <legend>{label}</legend>
          {fields.map(({ key, name: line }, index) => (
            <div key={key} className="d-line">
              {children(line, index)}
              {fields.length > 1 && (
                <Button
                  type="text"
                  icon={<MinusCircleOutlined aria-hidden />}
                  aria-label={`删除${label}${index + 1}`}
                  onClick={() => remove(line)}
                />
              )}
            </div>
          ))}
          {fields.length < most && (
            <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add(added)}>
              添加
            </Button>
          )}
          {extra && <p className="d-note">{extra}</p>}
        </fieldset>
      )}
    </Form.List>
  );
}

const Time = ({ name, label }: { name: (string | number)[]; label: string }) => (
  <Form.Item name={name} rules={[{ required: true, message: '请输入时间' }, clock]}>
    <Input className="d-clock" aria-label={label} placeholder="08:00" maxLength={5} />
  </Form.Item>
);

export function SpanLines({ most, extra, added }: { most: number; extra?: string; added: { from: string; to: string } }) {
  return (
    <Lines name="spans" label="时间段" most={most} added={added} {...(extra ? { extra } : {})}>
      {(line, index) => (
        <>
          <Time name={[line, 'from']} label={`开始${index + 1}`} />
          <span>至</span>
          <Time name={[line, 'to']} label={`结束${index + 1}`} />
        </>
      )}
    </Lines>
  );
}

export function NumberLines({ name, label, most, extra }: { name: string; label: string; most: number; extra?: string }) {
  return (
    <Lines name={name} label={label} most={most} added="" {...(extra ? { extra } : {})}>
      {(line, index) => (
        <Form.Item name={line} rules={[{ required: true, message: '请输入电话号码' }, phoneRule('dialled')]}>
          <Input aria-label={`${label}${index + 1}`} placeholder="手机或座机（含区号）" maxLength={20} inputMode="tel" />
        </Form.Item>
      )}
    </Lines>
  );
}

/** Seven digits, Sunday first, as ticked days. */
function Week({ value = '0000000', onChange, label }: { value?: string; onChange?: (week: string) => void; label: string }) {
  const days = weekdays.filter((_, day) => value[day] === '1').map(({ value: day }) => day);
  return (
    <Checkbox.Group
      aria-label={label}
      options={weekdays}
      value={days}
      onChange={(chosen) => onChange?.(weekdays.map(({ value: day }) => (chosen.includes(day) ? '1' : '0')).join(''))}
    />
  );
}

function Days({ line, index }: { line: number; index: number }) {
  const repeat = Form.useWatch<string | undefined>(['items', line, 'repeat']);
  if (repeat !== 'weekly') return null;
  return (
    <Form.Item name={[line, 'week']} className="d-line-wide" rules={[{ required: true, pattern: /1/, message: '请选择星期' }]}>
      <Week label={`星期${index + 1}`} />
    </Form.Item>
  );
}

export function ReminderLines({ most, texts }: { most: number; texts: boolean }) {
  const added = { time: '08:00', on: true, repeat: 'daily', ...(texts ? { text: '' } : {}) };
  return (
    <Lines name="items" label="提醒" most={most} added={added} extra="下发后代替设备里原有的全部提醒">
      {(line, index) => (
        <>
          <Time name={[line, 'time']} label={`时间${index + 1}`} />
          <Form.Item name={[line, 'repeat']}>
            <Select aria-label={`重复${index + 1}`} className="d-repeat" options={repeats} />
          </Form.Item>
          {texts && (
            <Form.Item name={[line, 'text']} rules={[{ required: true, whitespace: true, message: '请输入提醒内容' }]}>
              <Input aria-label={`内容${index + 1}`} placeholder="如 降压药 1片" maxLength={40} />
            </Form.Item>
          )}
          <Form.Item name={[line, 'on']} valuePropName="checked">
            <Switch aria-label={`启用${index + 1}`} checkedChildren="开" unCheckedChildren="关" />
          </Form.Item>
          <Days line={line} index={index} />
        </>
      )}
    </Lines>
  );
}
