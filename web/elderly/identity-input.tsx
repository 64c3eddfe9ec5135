/** The number of an identity card: once it is right, it fills birth date and sex. */
import { Form, Input } from 'antd';
import { identityNumberOf, saidByIdentity } from '#contract/elderly/identity-numbers.rules.ts';

/** 18 characters, and room for blanks between them. */
const MOST = 24;

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (typed: string) => void;
}

export function IdentityInput({ id, value, onChange }: Props) {
  const form = Form.useFormInstance();
  const type = (typed: string) => {
    onChange?.(typed);
    const number = identityNumberOf(typed);
    if (number) form.setFieldsValue(saidByIdentity(number));
  };
  return (
    <Input
      {...(id ? { id } : {})}
      value={value ?? ''}
      maxLength={MOST}
      placeholder="18位号码，自动填写性别和生日"
      onChange={({ target }) => type(target.value)}
    />
  );
}
