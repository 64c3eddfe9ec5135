/** Who fills in a questionnaire of a job: whoever does the job, unless somebody is named. */
import { CloseOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import type { AskedQuestionnaire } from './job-values.ts';

type Who = Pick<AskedQuestionnaire, 'userId' | 'userName'>;
const CARER = '服务人员';

interface Props {
  asked: AskedQuestionnaire;
  fixed: boolean;
  onChange: (who: Who) => void;
}

export function AskedPerson({ asked, fixed, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const text = `填写人：${asked.userId === null ? CARER : asked.userName}`;
  if (fixed) return <span className="y-asked-person">{text}</span>;
  return (
    <span className="y-asked-person">
      <Button
        type="text"
        size="small"
        icon={<UserOutlined aria-hidden />}
        aria-label={`${text}，${asked.name}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {asked.userId !== null && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={`${asked.name}改由${CARER}填写`}
          onClick={() => onChange({ userId: null, userName: null })}
        />
      )}
      <StaffPicker
        title="选择填写人"
        open={open}
        onClose={() => setOpen(false)}
        onPick={({ userId, nickName }) => onChange({ userId, userName: nickName })}
      />
    </span>
  );
}
