/** Filters by a member of staff: typed by name, kept by id. */
import { Select } from 'antd';
import { useState } from 'react';
import { users } from '#contract/users/users.ts';
import { useCall } from '#web/api/call.ts';

interface Props {
  id?: string;
  value?: string;
  onChange?: (userId: string | undefined) => void;
}

export function StaffFilter({ id, value, onChange }: Props) {
  const [name, setName] = useState('');
  const found = useCall(users.page, { size: 20, ...(name ? { name } : {}) }, { quiet: true });
  const options = (found.data?.records ?? []).map(({ userId, nickName }) => ({ value: String(userId), label: nickName }));
  const known = value === undefined || value === '' || options.some((option) => option.value === value);
  // An address that was reloaded, or sent by a colleague, has the id only.
  const chosen = useCall(users.details, { id: value ?? '' }, { quiet: true, enabled: !known, staleTime: 10 * 60_000 });
  return (
    <Select
      id={id}
      value={value || undefined}
      onChange={(one: string | undefined) => onChange?.(one)}
      allowClear
      placeholder="输入姓名查找"
      showSearch={{ filterOption: false, onSearch: setName }}
      loading={found.isFetching}
      options={known || !chosen.data ? options : [{ value: String(value), label: chosen.data.nickName }, ...options]}
      notFoundContent={found.isFetching ? '查找中…' : '没有找到'}
    />
  );
}
