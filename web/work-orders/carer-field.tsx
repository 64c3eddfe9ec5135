/** Who serves a job: a member of staff as jobs keep them, picked from the staff. */
import { PickField } from '#web/ui/pick-field.tsx';
import { StaffPicker, type PickedStaff } from '#web/ui/staff-picker.tsx';

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
}

export function CarerField({ id, value, onChange, disabled, before, tenantId, clearable = true }: CarerProps) {
  const pick = ({ userId, nickName, phone }: PickedStaff) => onChange?.({ id: userId, name: nickName, phone });
  return (
    <PickField
      id={id}
      text={value ? [value.name, value.phone].filter(Boolean).join('　') : ''}
      placeholder="请选择服务人员"
      disabled={disabled}
      before={before}
      onClear={clearable ? () => onChange?.(null) : undefined}
      renderList={(list) => <StaffPicker {...list} onPick={pick} {...(tenantId === undefined ? {} : { tenantId })} />}
    />
  );
}
