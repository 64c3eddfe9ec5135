/** A skill group, for a form or a search. */
import { Select } from 'antd';
import { callGroups } from '#contract/calls/call-groups.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

interface Props {
  id?: string;
  /** A text where an address keeps it. */
  value?: number | string | null;
  onChange?: (id: number | null) => void;
  /** What cannot be chosen. */
  without?: number | undefined;
  placeholder?: string;
  label?: string;
}

/** The institution's groups; none for who may not read them. */
export function useGroups() {
  const may = useMay();
  const { data } = useCall(callGroups.page, { current: 1, size: 100 }, { quiet: true, staleTime: 60_000, enabled: may(callGroups.page) });
  return data?.records ?? [];
}

export function GroupSelect({ without, placeholder = '请选择技能组', label, value, onChange, ...props }: Props) {
  const options = useGroups().flatMap(({ id, name }) => (id === without ? [] : [{ value: id, label: name }]));
  return (
    <Select
      {...props}
      {...(label === undefined ? {} : { 'aria-label': label })}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={placeholder}
      value={value ? Number(value) : null}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      options={options}
    />
  );
}
