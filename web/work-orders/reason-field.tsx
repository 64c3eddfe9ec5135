/** Why: the one field of the dialogs that ask for a reason. */
import { Input } from 'antd';
import './work-orders.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  required: boolean;
  /** Said below once it was left empty; null while there is nothing to say. */
  missing: string | null;
  /** Of the words about what is missing. */
  className?: string;
}

export const ReasonField = ({ value, onChange, placeholder, required, missing, className = 'y-reason-missing' }: Props) => (
  <>
    <Input.TextArea
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={100}
      showCount
      rows={3}
      placeholder={placeholder}
      aria-label="原因"
      aria-required={required}
      status={missing === null ? '' : 'error'}
    />
    {missing !== null && (
      <p role="alert" className={className}>
        {missing}
      </p>
    )}
  </>
);
