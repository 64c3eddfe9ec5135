/** A dish that is in use, found by typing. */
import { Select } from 'antd';
import { useState } from 'react';
import { dishCategories } from '#contract/meals/dishes.rules.ts';
import { dishes } from '#contract/meals/dishes.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';

export type Dish = Output<typeof dishes.get>;

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
  /** With all that is known of it. */
  onPick?: (dish: Dish) => void;
  /** Opens at once, for a field that has just appeared. */
  autoFocus?: boolean;
  onBlur?: () => void;
  label?: string;
}

/** What an older question found is not offered: Enter would take it. */
export function DishSelect({ id, value = null, onChange, onPick, autoFocus = false, onBlur, label = '菜品' }: Props) {
  const [name, setName] = useState('');
  const { data, isFetching } = useCall(dishes.page, { name, status: 0, size: 30 }, { quiet: true });
  const found = data?.records ?? [];
  return (
    <Select<number>
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setName }}
      value={value}
      autoFocus={autoFocus}
      defaultOpen={autoFocus}
      {...(onBlur ? { onBlur } : {})}
      loading={isFetching}
      placeholder="输入菜名查找"
      notFoundContent={isFetching ? '正在查找' : '没有找到菜品'}
      options={found.map((one) => ({ value: one.id, label: `${one.name}（${dishCategories[one.category]}）` }))}
      onChange={(next) => {
        const dish = found.find((one) => one.id === next);
        if (dish) onPick?.(dish);
        onChange?.(next);
      }}
    />
  );
}
