import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { DateRangeProps } from './date-range.tsx';
import { timePresets } from './display.ts';
import './search-form.css';

const WHOLE_DAYS = { defaultOpenValue: [dayjs().startOf('day'), dayjs().endOf('day')] as [dayjs.Dayjs, dayjs.Dayjs] };

const presetsOfToday = () =>
  timePresets(Date.now()).map(({ label, start, end }) => ({ label, value: [dayjs(start), dayjs(end)] as [dayjs.Dayjs, dayjs.Dayjs] }));

export default function DateRangePicker({ id, value, onChange, disabled, days = false }: DateRangeProps) {
  const format = days ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss';
  const [presets] = useState(presetsOfToday);
  return (
    <DatePicker.RangePicker
      id={id ? { start: id } : undefined}
      value={value?.[0] && value[1] ? [dayjs(value[0]), dayjs(value[1])] : null}
      onChange={(span) => onChange?.(span?.[0] && span[1] ? [span[0].format(format), span[1].format(format)] : undefined)}
      format={format}
      showTime={days ? false : WHOLE_DAYS}
      presets={presets}
      placeholder={['开始时间', '结束时间']}
      disabled={disabled}
      allowClear
      className="y-date-range"
    />
  );
}
