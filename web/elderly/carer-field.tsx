/** The member of staff who cares for somebody, by id; the name is carried beside it under `carerName`. */
import { ConfigProvider, Form } from 'antd';
import { useState } from 'react';
import { users } from '#contract/users/users.ts';
import { useMay } from '#web/ui/may.ts';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { PickField } from '#web/ui/pick-field.tsx';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}

export function CarerField({ id, value, onChange }: Props) {
  const form = Form.useFormInstance();
  const name = Form.useWatch<string | undefined>('carerName', form);
  const { componentDisabled } = ConfigProvider.useConfig();
  const may = useMay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <PickField
        id={id}
        text={value ? (name ?? '') : ''}
        placeholder={may(users.page) ? '请选择护理员' : '未指定'}
        label="选择"
        // Whoever may not see the staff keeps what is there.
        disabled={componentDisabled || !may(users.page)}
        onOpen={() => setOpen(true)}
        onClear={() => onChange?.(null)}
      />
      <StaffPicker
        title="选择护理员"
        open={open}
        onPick={({ userId, nickName }) => {
          form.setFields([{ name: 'carerName', value: nickName, touched: true }]);
          onChange?.(userId);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
