/** A line of a profile's tables: its fields, a button that removes it, and what is wrong with it or what it says of a sample. */
import { DeleteOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';

export interface Lines<L> {
  lines: readonly L[];
  problems: ReadonlyMap<number, string>;
  onChange: (lines: L[]) => void;
}

interface Props {
  problem: string | undefined;
  outcome?: string | undefined;
  /** What the button removes, as it is read aloud. */
  removes: string;
  onRemove: () => void;
  children: ReactNode;
}

export function Line({ problem, outcome, removes, onRemove, children }: Props) {
  return (
    <li className="d-map-field">
      <div className="d-map-grid">{children}</div>
      <Button type="text" danger icon={<DeleteOutlined aria-hidden />} aria-label={`删除${removes}`} onClick={onRemove} />
      {(problem ?? outcome) && (
        <p className="d-map-outcome" data-tone={problem ? 'error' : undefined} role="status">
          {problem ?? outcome}
        </p>
      )}
    </li>
  );
}

interface AmountProps {
  label: string;
  value: number | undefined;
  placeholder: string;
  onChange: (value: number | undefined) => void;
}

/** A number that may be left out; `placeholder` is what holds then. */
export function Amount({ label, value, placeholder, onChange }: AmountProps) {
  return (
    <label>
      <span>{label}</span>
      <InputNumber<number>
        value={value ?? null}
        placeholder={placeholder}
        aria-label={label}
        onChange={(now) => onChange(now ?? undefined)}
      />
    </label>
  );
}

interface ChoiceProps<T> {
  label: string;
  /** As it is read aloud, where several lines have the same label. */
  name?: string;
  value: T | undefined;
  options: readonly { value: string | number; label: string }[];
  onChange: (value: T) => void;
}

export function Choice<T extends string | number>({ label, name = label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label>
      <span>{label}</span>
      <Select<T> value={value as T} options={options as { value: T; label: string }[]} aria-label={name} onChange={onChange} />
    </label>
  );
}
