/** Who serves a job: a member of staff as jobs keep them, picked from the staff. */
import { useState } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { PickField } from '#web/ui/pick-field.tsx';
import { StaffPicker, type PickedStaff } from '#web/ui/staff-picker.tsx';
import { Candidates, type Ranking } from './board-candidates.tsx';
import { useMayRankStaff } from './may-rank.ts';
import { RankedPicker } from './ranked-picker.tsx';
import './carer-field.css';

/** Shown before all are asked for. */
const BEST = 3;

/** A member of staff as jobs keep them. */
export interface Carer {
  id: number;
  name: string;
  phone: string | null;
}

interface CarerProps {
  id?: string;
  value?: Carer | null;
  onChange?: (carer: Carer | null) => void;
  disabled?: boolean;
  /** Asked before the list opens; false keeps it closed. */
  before?: () => boolean;
  tenantId?: number | undefined;
  clearable?: boolean;
  /** What the field is about: the staff are ranked for it. Null until it is known. */
  ranking: Ranking | null;
  /** Who suits stays shown when a member of staff is chosen. Without one it is shown in any case. */
  ranked?: boolean;
}

interface SuitedProps {
  ranking: Ranking;
  current: number | null;
  opened: boolean;
  onChange: ((carer: Carer) => void) | undefined;
}

/** By duty, place, load, skill and overlap, as the board ranks them; read only while it is open. */
function Suited({ ranking, current, opened, onChange }: SuitedProps) {
  const [open, setOpen] = useState(opened);
  return (
    <details className="y-suited" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>谁适合</summary>
      {open && (
        <Candidates
          ranking={ranking}
          current={current}
          most={BEST}
          chooses
          onPick={({ userId, name }) => onChange?.({ id: userId, name, phone: null })}
        />
      )}
    </details>
  );
}

export function CarerField({ id, value, onChange, disabled, before, tenantId, clearable = true, ranking, ranked = false }: CarerProps) {
  const ranks = useMayRankStaff();
  const pick = ({ userId, nickName, phone }: PickedStaff) => onChange?.({ id: userId, name: nickName, phone });
  const ready = () => {
    if (!(before?.() ?? true)) return false;
    if (!ranks || ranking !== null) return true;
    showMessage('warning', '请先选择服务对象和服务时间');
    return false;
  };
  return (
    <>
      <PickField
        id={id}
        text={value ? [value.name, value.phone].filter(Boolean).join('　') : ''}
        placeholder="请选择服务人员"
        disabled={disabled}
        before={ready}
        onClear={clearable ? () => onChange?.(null) : undefined}
        renderList={(list) =>
          ranks && ranking ? (
            list.open && (
              <RankedPicker {...list} ranking={ranking} current={value?.id ?? null} onPick={(one) => onChange?.(one)} tenantId={tenantId} />
            )
          ) : (
            <StaffPicker {...list} onPick={pick} {...(tenantId === undefined ? {} : { tenantId })} />
          )
        }
      />
      {ranking && !disabled && ranks && (
        <Suited ranking={ranking} current={value?.id ?? null} opened={ranked || !value} onChange={onChange} />
      )}
    </>
  );
}
