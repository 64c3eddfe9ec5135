/** A field whose value is picked from a list in a drawer: shows what was picked, opens the list by click, Enter or its button. */
import { Button, Input, Space } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { StaffPicker, type PickedStaff } from '#web/ui/staff-picker.tsx';

interface Props {
  id?: string | undefined;
  text: string;
  placeholder: string;
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  onOpen: () => void;
  /** Given when the value may be empty. */
  onClear?: (() => void) | undefined;
}

export function PickField({ id, text, placeholder, label, icon, disabled = false, onOpen, onClear }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Space.Compact block>
      <Input
        id={id}
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        allowClear={onClear !== undefined}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        // Typing changes nothing; only the cross does.
        onChange={(event) => event.target.value === '' && onClear?.()}
        className="y-pick"
      />
      <Button disabled={disabled} onClick={onOpen} icon={icon}>
        {label}
      </Button>
    </Space.Compact>
  );
}

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
  const [open, setOpen] = useState(false);
  const pick = ({ userId, nickName, phone }: PickedStaff) => onChange?.({ id: userId, name: nickName, phone });
  return (
    <>
      <PickField
        id={id}
        text={value ? [value.name, value.phone].filter(Boolean).join('　') : ''}
        placeholder="请选择服务人员"
        label="选择"
        disabled={disabled}
        onOpen={() => (before?.() ?? true) && setOpen(true)}
        onClear={clearable ? () => onChange?.(null) : undefined}
      />
      <StaffPicker open={open} onPick={pick} onClose={() => setOpen(false)} {...(tenantId === undefined ? {} : { tenantId })} />
    </>
  );
}
