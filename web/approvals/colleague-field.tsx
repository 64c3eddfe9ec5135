/** Colleagues by name: one, or with `many` several. Its value is their ids, also of people who have left. */
import { Select } from 'antd';
import { useState } from 'react';
import { approvalPeople } from '#contract/approvals/approval-people.ts';
import { useCall } from '#web/api/call.ts';
import { useCalm } from '#web/ui/calm.ts';
import './approvals.css';

interface Shared {
  id?: string;
  placeholder?: string;
  label?: string;
}
type Props =
  | (Shared & { many?: false; value?: number | null; onChange?: (id: number | null) => void })
  | (Shared & { many: true; value?: readonly number[]; onChange?: (ids: number[]) => void });

const FRESH_MS = 60_000;

export function ColleagueField(props: Props) {
  const { id, placeholder = '请输入姓名查找', label } = props;
  const [name, setName] = useState('');
  const calm = useCalm(name);
  const chosen = props.many ? [...(props.value ?? [])] : props.value ? [props.value] : [];
  // Those of before stay in sight while others are looked for: one who is pressed meanwhile must not vanish under the finger.
  const found = useCall(approvalPeople.find, { name: calm }, { quiet: true, staleTime: FRESH_MS, placeholderData: (before) => before });
  const known = useCall(
    approvalPeople.find,
    { ids: [...chosen].sort((a, b) => a - b) },
    { quiet: true, staleTime: FRESH_MS, enabled: chosen.length > 0, placeholderData: (before) => before },
  );
  const people = new Map([...(known.data ?? []), ...(found.data ?? [])].map((one) => [one.userId, one]));
  const options = [...people.values()].map(({ userId, name: called, deptName }) => ({
    value: userId,
    label: called,
    detail: deptName,
  }));
  // Until their names are there, ids would be shown.
  const ready = chosen.every((one) => people.has(one)) || known.isError || known.isSuccess;
  const change = (value: number | number[] | undefined) => {
    setName('');
    if (props.many) props.onChange?.(value as number[]);
    else props.onChange?.((value as number | undefined) ?? null);
  };
  return (
    <Select<number | number[]>
      id={id}
      aria-label={label}
      {...(props.many ? { mode: 'multiple' as const } : {})}
      value={ready ? (props.many ? chosen : chosen[0]) : undefined}
      onChange={change}
      options={options}
      optionRender={({ data }) => (
        <>
          {data.label} {data.detail && <small className="y-missing">{data.detail}</small>}
        </>
      )}
      // The server has searched; those that are chosen are shown by their names, too.
      showSearch={{ searchValue: name, onSearch: setName, filterOption: (text, option) => String(option?.label).includes(text.trim()) }}
      allowClear
      loading={found.isFetching}
      placeholder={placeholder}
      status={found.isError ? 'warning' : ''}
      notFoundContent={found.isError ? '加载失败，请重新输入' : found.isFetching ? '加载中…' : '没有找到人员'}
      onOpenChange={(open) => open && found.isError && void found.refetch()}
      className="ap-wide"
    />
  );
}
