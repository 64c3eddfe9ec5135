/** What a key, or silence, does: the kind, and where that leads. */
import { Input, Select } from 'antd';
import type { MenuAction } from '#contract/calls/call-menus.rules.ts';
import { callSeats } from '#contract/calls/call-seats.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { GroupSelect } from '../group-select.tsx';
import { actionLabels, newAction, type ActionKind } from './menu-draft.ts';
import './menus.css';

/** The institution's seats; none for who may not read them. */
export function useSeats() {
  const may = useMay();
  const { data } = useCall(callSeats.page, { current: 1, size: 100 }, { quiet: true, staleTime: 60_000, enabled: may(callSeats.page) });
  return data?.records ?? [];
}

interface Props {
  label: string;
  value: MenuAction;
  /** What cannot be done here. */
  without: readonly ActionKind[];
  onChange: (action: MenuAction) => void;
}

function Target({ label, value, onChange }: Omit<Props, 'without'>) {
  const seats = useSeats();
  if (value.to === 'group')
    return (
      <GroupSelect
        label={`${label}的技能组`}
        value={value.groupId}
        onChange={(groupId) => onChange({ to: 'group', groupId: groupId ?? 0 })}
      />
    );
  if (value.to === 'seat')
    return (
      <Select
        aria-label={`${label}的坐席`}
        showSearch
        optionFilterProp="label"
        placeholder="请选择坐席"
        value={value.seatId || null}
        onChange={(seatId: number) => onChange({ to: 'seat', seatId })}
        options={seats.map(({ id, userName, extension }) => ({ value: id, label: `${userName}（${extension}）` }))}
      />
    );
  if (value.to === 'number')
    return (
      <Input
        aria-label={`${label}的号码`}
        maxLength={20}
        inputMode="tel"
        placeholder="如值班手机"
        value={value.number}
        onChange={({ target }) => onChange({ to: 'number', number: target.value.trim() })}
      />
    );
  return <span />;
}

export function ActionFields({ label, value, without, onChange }: Props) {
  const kinds = (Object.keys(actionLabels) as ActionKind[]).filter((kind) => !without.includes(kind));
  return (
    <div className="cm-action">
      <Select<ActionKind>
        aria-label={`${label}的去向`}
        value={value.to}
        onChange={(to) => onChange(newAction(to))}
        options={kinds.map((kind) => ({ value: kind, label: actionLabels[kind] }))}
      />
      <Target label={label} value={value} onChange={onChange} />
    </div>
  );
}
