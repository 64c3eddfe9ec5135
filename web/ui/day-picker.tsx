import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { DayProps } from './day.tsx';

export default function DayPicker({
  id,
  value,
  onChange,
  withTime = false,
  notBefore,
  notAfter,
  opensAt,
  disabled,
  placeholder,
}: DayProps) {
  const format = withTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  const outside = (day: Dayjs) => {
    const text = day.format('YYYY-MM-DD');
    return (notBefore !== undefined && text < notBefore) || (notAfter !== undefined && text > notAfter);
  };
  return (
    <DatePicker
      id={id}
      value={value ? dayjs(value) : null}
      onChange={(day: Dayjs | null) => onChange?.(day ? day.format(format) : null)}
      format={format}
      showTime={withTime}
      disabledDate={outside}
      defaultPickerValue={opensAt ? dayjs(opensAt) : undefined}
      disabled={disabled}
      placeholder={placeholder}
    />
  );
}
