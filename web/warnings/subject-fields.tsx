/** Whom something is for: people or devices, found by name, several of them. */
import { Select } from 'antd';
import { useState } from 'react';
import { devices } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { useCall } from '#web/api/call.ts';

export interface Named {
  id: number;
  name: string;
}

interface Props {
  id?: string;
  value?: Named[];
  onChange?: (chosen: Named[]) => void;
  disabled?: boolean;
}

interface ManyProps extends Props {
  found: readonly Named[];
  loading: boolean;
  placeholder: string;
  onSearch: (text: string) => void;
}

function Many({ id, value = [], onChange, disabled = false, found, loading, placeholder, onSearch }: ManyProps) {
  const known = new Map([...found, ...value].map((one) => [one.id, one]));
  return (
    <Select
      id={id}
      mode="multiple"
      value={value.map((one) => one.id)}
      onChange={(ids: number[]) => {
        onSearch('');
        onChange?.(ids.flatMap((one) => known.get(one) ?? []));
      }}
      placeholder={placeholder}
      // Those that are chosen are among the options for their names only: Enter would take one of them away.
      showSearch={{ filterOption: (_text, option) => found.some((one) => one.id === option?.value), onSearch }}
      loading={loading}
      disabled={disabled}
      options={[...known.values()].map((one) => ({ value: one.id, label: one.name }))}
      notFoundContent={loading ? '查找中…' : '没有找到'}
    />
  );
}

// Nothing is offered while it is looked for: Enter would take what an older question has found.
export function PeopleField(props: Props) {
  const [text, setText] = useState('');
  const { data, isFetching } = useCall(people.page, { size: 20, ...(text ? { keyword: text } : {}) }, { quiet: true });
  const found = (data?.records ?? []).map(({ id, userName }) => ({ id, name: userName }));
  return <Many {...props} found={found} loading={isFetching} onSearch={setText} placeholder="输入姓名、电话或后四位" />;
}

export function DevicesField(props: Props) {
  const [text, setText] = useState('');
  const { data, isFetching } = useCall(devices.page, { size: 20, ...(text ? { imei: text } : {}) }, { quiet: true });
  const found = (data?.records ?? []).map(({ id, name, imei, oldmanName }) => ({
    id,
    name: [name ?? imei, oldmanName].filter(Boolean).join(' · '),
  }));
  return <Many {...props} found={found} loading={isFetching} onSearch={setText} placeholder="输入设备编号查找" />;
}

interface OneProps {
  id?: string;
  value?: Named | null;
  onChange?: (chosen: Named | null) => void;
  disabled?: boolean;
}

/** One person. */
export function PersonField({ id, value, onChange, disabled = false }: OneProps) {
  const [text, setText] = useState('');
  const { data, isFetching } = useCall(people.page, { size: 20, ...(text ? { keyword: text } : {}) }, { quiet: true });
  const found = new Map(
    [...(data?.records ?? []).map((one) => ({ id: one.id, name: one.userName })), ...(value ? [value] : [])].map((one) => [one.id, one]),
  );
  return (
    <Select
      id={id}
      value={value?.id}
      onChange={(chosen?: number) => onChange?.(chosen === undefined ? null : (found.get(chosen) ?? null))}
      placeholder="输入姓名、电话或后四位"
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={isFetching}
      disabled={disabled}
      options={[...found.values()].map((one) => ({ value: one.id, label: one.name }))}
      notFoundContent={isFetching ? '查找中…' : '没有找到'}
    />
  );
}
