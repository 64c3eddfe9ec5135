/** Hours of the week: `每天 21:00 至次日 06:00`. None means always. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import './time-windows.css';

export const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, at) => ({ value: at + 1, label }));

/** In words. */
export function windowText({ days, from, to }: TimeWindow): string {
  const sorted = days.toSorted((a, b) => a - b);
  const which = sorted.length === 0 || sorted.length === 7 ? '每天' : sorted.map((day) => DAYS[day - 1]?.label).join('、');
  return `${which} ${from}–${to <= from ? '次日' : ''}${to}`;
}

interface ClockProps {
  label: string;
  value: string;
  disabled?: boolean | undefined;
  onChange: (time: string) => void;
}

/** A time of day, `HH:mm`. */
export const ClockField = ({ label, value, disabled = false, onChange }: ClockProps) => (
  <TimePicker
    aria-label={label}
    value={dayjs(`2000-01-01 ${value}`)}
    format="HH:mm"
    minuteStep={5}
    allowClear={false}
    needConfirm={false}
    disabled={disabled}
    onChange={(time) => time && onChange(time.format('HH:mm'))}
  />
);

interface Props {
  id?: string;
  value?: TimeWindow[];
  onChange?: (windows: TimeWindow[]) => void;
  disabled?: boolean;
  /** What it means that there are none. */
  none?: string;
  most?: number;
  /** Tells the fields of several apart. */
  label?: string;
}

export function TimeWindows({ id, value = [], onChange, disabled = false, none = '全天有效', most = 14, label = '' }: Props) {
  const change = (at: number, part: Partial<TimeWindow>) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="y-windows" id={id}>
      {value.length === 0 && <span className="y-missing">{none}</span>}
      {value.map((window, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own
        <div key={at} className="y-window">
          <Select
            aria-label={`${label}时段${at + 1}的星期`}
            mode="multiple"
            maxTagCount="responsive"
            placeholder="每天"
            options={DAYS}
            value={[...window.days]}
            disabled={disabled}
            onChange={(days) => change(at, { days })}
          />
          <ClockField
            label={`${label}时段${at + 1}的开始`}
            value={window.from}
            disabled={disabled}
            onChange={(from) => change(at, { from })}
          />
          <span>至{window.to <= window.from && '次日'}</span>
          <ClockField label={`${label}时段${at + 1}的结束`} value={window.to} disabled={disabled} onChange={(to) => change(at, { to })} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除${label}时段${at + 1}`}
            disabled={disabled}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {value.length < most && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => onChange?.([...value, { days: [], from: '21:00', to: '06:00' }])}
        >
          添加时段
        </Button>
      )}
    </div>
  );
}
