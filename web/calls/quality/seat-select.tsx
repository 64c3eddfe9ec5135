/** A seat, for a form. */
import { Select } from 'antd';
import { useSeats } from '../menus/action-fields.tsx';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
}

export function SeatSelect({ value, onChange, placeholder = '请选择坐席', ...props }: Props) {
  return (
    <Select
      {...props}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={placeholder}
      value={value ?? null}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      options={useSeats().map(({ id, userName, extension }) => ({ value: id, label: `${userName}（${extension}）` }))}
    />
  );
}
