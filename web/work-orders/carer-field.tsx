/** Who serves a job: a member of staff as jobs keep them, picked from the staff. */
import { useState } from 'react';
import { boards } from '#contract/work-orders/boards.ts';
import { useMay } from '#web/ui/may.ts';
import { PickField } from '#web/ui/pick-field.tsx';
import { StaffPicker, type PickedStaff } from '#web/ui/staff-picker.tsx';
import { Candidates, type Ranking } from './board-candidates.tsx';
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
  /** The job that the field is about: below it stands who suits, best first. Null until it is known; absent: only the list of all. */
  ranking?: Ranking | null | undefined;
  /** Who suits is shown at once, not on request. */
  ranked?: boolean;
}

interface SuitedProps {
  ranking: Ranking;
  current: number | null;
  opened: boolean;
  onChange: ((carer: Carer) => void) | undefined;
}

/** By duty, place, load, skill and overlap, as the board ranks them; read only when it is opened. */
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
  const may = useMay();
  const pick = ({ userId, nickName, phone }: PickedStaff) => onChange?.({ id: userId, name: nickName, phone });
  return (
    <>
      <PickField
        id={id}
        text={value ? [value.name, value.phone].filter(Boolean).join('　') : ''}
        placeholder="请选择服务人员"
        disabled={disabled}
        before={before}
        onClear={clearable ? () => onChange?.(null) : undefined}
        renderList={(list) => <StaffPicker {...list} onPick={pick} {...(tenantId === undefined ? {} : { tenantId })} />}
      />
      {ranking && !disabled && may(boards.candidates) && (
        <Suited ranking={ranking} current={value?.id ?? null} opened={ranked} onChange={onChange} />
      )}
    </>
  );
}
