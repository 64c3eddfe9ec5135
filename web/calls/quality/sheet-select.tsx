/** A scoring sheet, for a form or a search. */
import { Select } from 'antd';
import { callSheets } from '#contract/calls/call-sheets.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

interface Props {
  id?: string;
  /** A text where an address keeps it. */
  value?: number | string | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
  /** Sheets that are not in use, too. */
  all?: boolean;
}

export function SheetSelect({ value, onChange, placeholder = '请选择评分表', all = false, ...props }: Props) {
  const may = useMay();
  const { data } = useCall(callSheets.page, { current: 1, size: 100 }, { quiet: true, staleTime: 60_000, enabled: may(callSheets.page) });
  const chosen = value ? Number(value) : null;
  const sheets = (data?.records ?? []).filter(({ id, enabled }) => all || enabled || id === chosen);
  return (
    <Select
      {...props}
      allowClear={all}
      showSearch
      optionFilterProp="label"
      placeholder={placeholder}
      value={chosen}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      options={sheets.map(({ id, name }) => ({ value: id, label: name }))}
      notFoundContent="没有启用的评分表，请先在“评分表”中添加"
    />
  );
}
