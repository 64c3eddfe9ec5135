/** Where somebody lies. Beds are given out elsewhere; here the one that a person has is shown and kept. */
import { Form } from 'antd';
import { bedText } from './person-tags.tsx';

export function BedText({ id }: { id?: string; value?: number | null }) {
  const form = Form.useFormInstance();
  const roomName = Form.useWatch<string | undefined>('roomName', form) ?? null;
  const bedName = Form.useWatch<string | undefined>('bedName', form) ?? null;
  return (
    <output id={id} className="e-bed">
      {roomName === null && bedName === null ? '未安排床位' : bedText({ roomName, bedName })}
    </output>
  );
}
