/** Where somebody lies. Beds are given out elsewhere; here the one that a person has is shown and kept. */
import { Form } from 'antd';
import './people.css';

export function BedText({ id }: { id?: string; value?: number | null }) {
  const form = Form.useFormInstance();
  const place = Form.useWatch<string | undefined>('place', form);
  return (
    <output id={id} className="e-bed">
      {place ?? '未安排床位'}
    </output>
  );
}
