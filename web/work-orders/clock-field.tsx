/** A time of day as the wire writes it: `HH:mm`, whatever the browser makes of clocks. */
import { TimePicker } from 'antd';
import dayjs from 'dayjs';

interface Props {
  id?: string;
  /** '' is none. */
  value?: string;
  onChange?: (time: string) => void;
  placeholder?: string;
}

export function ClockField({ id, value, onChange, placeholder = '请选择时间' }: Props) {
  return (
    <TimePicker
      id={id}
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(time) => onChange?.(time ? time.format('HH:mm') : '')}
      format="HH:mm"
      placeholder={placeholder}
      needConfirm={false}
    />
  );
}
