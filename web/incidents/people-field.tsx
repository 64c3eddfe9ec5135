/** The people of an incident, the first of them first. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import './incidents.css';

export interface Concerned {
  id: number;
  name: string;
}

interface Props {
  id?: string;
  value?: readonly Concerned[];
  onChange?: (people: Concerned[]) => void;
}

export function PeopleField({ id, value = [], onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="n-people">
      {value.map((one) => (
        <Tag key={one.id} closable onClose={() => onChange?.(value.filter((other) => other.id !== one.id))}>
          {one.name}
        </Tag>
      ))}
      <Button id={id} icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {value.length === 0 ? '选择服务对象' : '添加'}
      </Button>
      <PersonPicker
        open={open}
        onClose={() => setOpen(false)}
        onPick={(person) => {
          if (!value.some((one) => one.id === person.id)) onChange?.([...value, { id: person.id, name: person.userName }]);
        }}
      />
    </div>
  );
}
