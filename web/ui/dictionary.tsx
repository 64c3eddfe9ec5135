/** Fields of option lists that tenants keep. */
import { Select, type SelectProps } from 'antd';
import { useDictionary } from './use-dictionary.ts';

interface SelectOwn extends Omit<SelectProps, 'options' | 'value' | 'onChange'> {
  type: string;
  value?: string | number | readonly (string | number)[] | null;
  onChange?: (value: unknown) => void;
  /** Gives numbers, for fields that take nothing else. */
  numeric?: boolean;
}

/** Rows hold numbers where dictionaries hold text: both are understood, digits are given. */
export function DictionarySelect({ type, value, onChange, numeric = false, placeholder = '请选择', ...rest }: SelectOwn) {
  const { options, reading, failed, reload } = useDictionary(type);
  const given = (one: unknown): unknown =>
    Array.isArray(one) ? one.map(given) : one === undefined || one === null ? null : numeric ? Number(one) : one;
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      {...rest}
      loading={reading}
      status={failed ? 'warning' : rest.status}
      options={options.map((option) => ({ ...option, value: String(option.value) }))}
      value={value === undefined || value === null || value === '' ? undefined : Array.isArray(value) ? value.map(String) : String(value)}
      onChange={(one: unknown) => onChange?.(given(one))}
      onOpenChange={(open) => open && failed && void reload()}
      notFoundContent={failed ? '加载失败，请重新打开' : reading ? '加载中…' : '暂无选项'}
    />
  );
}
