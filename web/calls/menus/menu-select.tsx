/** A menu of callers, for a form. */
import { Select } from 'antd';
import { callMenus } from '#contract/calls/call-menus.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  label?: string;
  placeholder?: string;
}

export function MenuSelect({ value, onChange, label, placeholder = '请选择语音菜单', ...props }: Props) {
  const may = useMay();
  const { data } = useCall(callMenus.page, { current: 1, size: 100 }, { quiet: true, staleTime: 60_000, enabled: may(callMenus.page) });
  return (
    <Select
      {...props}
      {...(label === undefined ? {} : { 'aria-label': label })}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={placeholder}
      value={value ?? null}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      options={(data?.records ?? []).map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name}（已停用）` }))}
    />
  );
}
