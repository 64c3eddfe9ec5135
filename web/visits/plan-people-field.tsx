/** The people whom a plan names, each with the one who visits them. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import './visits.css';

export interface NamedPerson {
  oldmanId: number;
  oldmanName: string;
  chosen: boolean;
  userId: number | null;
}

interface Props {
  id?: string;
  value?: readonly NamedPerson[];
  onChange?: (people: NamedPerson[]) => void;
}

export function PlanPeopleField({ id, value = [], onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <div className="vi-list">
        {value.map((one) => (
          <div key={one.oldmanId} className="vi-person">
            <span>
              {one.oldmanName}
              {!one.chosen && <small className="vi-quiet">（按条件覆盖）</small>}
            </span>
            <ColleagueField
              label={`${one.oldmanName}的责任探访人`}
              placeholder="责任探访人（可不填）"
              value={one.userId}
              onChange={(userId) => onChange?.(value.map((other) => (other === one ? { ...one, userId } : other)))}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`移出${one.oldmanName}`}
              onClick={() => onChange?.(value.filter((other) => other !== one))}
            />
          </div>
        ))}
      </div>
      <Button id={id} icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {value.length === 0 ? '选择服务对象' : '添加'}
      </Button>
      <PersonPicker
        open={open}
        fixed={{ status: 1 }}
        onClose={() => setOpen(false)}
        onPick={({ id: oldmanId, userName }) => {
          if (!value.some((one) => one.oldmanId === oldmanId))
            onChange?.([...value, { oldmanId, oldmanName: userName, chosen: true, userId: null }]);
        }}
      />
    </div>
  );
}
