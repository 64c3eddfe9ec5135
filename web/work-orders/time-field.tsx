/** A moment as the wire writes it: `yyyy-MM-dd HH:mm:ss`. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

const FORMAT = 'YYYY-MM-DD HH:mm:ss';

interface Props {
  id?: string;
  value?: string;
  onChange?: (time: string | undefined) => void;
  disabled?: boolean;
  /** `yyyy-MM-dd` of the first day that can be chosen. */
  from?: string;
}

export function TimeField({ id, value, onChange, disabled, from }: Props) {
  return (
    <DatePicker
      id={id}
      value={value ? dayjs(value) : null}
      onChange={(time) => onChange?.(time ? time.format(FORMAT) : undefined)}
      showTime
      format={FORMAT}
      disabled={disabled}
      disabledDate={from ? (day) => day.format('YYYY-MM-DD') < from : undefined}
      placeholder="请选择时间"
      needConfirm={false}
    />
  );
}
