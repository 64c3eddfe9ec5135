/** Who wears a device, by id; the name is carried beside it under `oldmanName`. */
import { ConfigProvider, Form } from 'antd';
import { useState } from 'react';
import { people } from '#contract/elderly/people.ts';
import { useMay } from '#web/ui/may.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickField } from '#web/ui/pick-field.tsx';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}

export function WearerField({ id, value, onChange }: Props) {
  const form = Form.useFormInstance();
  const name = Form.useWatch<string | undefined>('oldmanName', form);
  const { componentDisabled } = ConfigProvider.useConfig();
  const may = useMay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <PickField
        id={id}
        text={value ? (name ?? '') : ''}
        placeholder="请选择服务对象，未佩戴可不填"
        label="选择"
        disabled={componentDisabled || !may(people.page)}
        onOpen={() => setOpen(true)}
        onClear={() => onChange?.(null)}
      />
      <PersonPicker
        open={open}
        onPick={({ id: personId, userName }) => {
          form.setFields([{ name: 'oldmanName', value: userName, touched: true }]);
          onChange?.(personId);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
