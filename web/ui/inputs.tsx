/** Pieces of forms that antd does not have. Each takes `value` and `onChange` from its form item. */
import { Input } from 'antd';
import type { Rule } from 'antd/es/form';
import { useId, type ReactNode } from 'react';
import type { Option } from './display.ts';
import { agesProblem, decimalOnly, rangeEnd, rangeStart, settledAges, typedAges, type AgeRange as Ages } from './typing.ts';
import './form.css';

interface Given<T> {
  id?: string;
  value?: T | undefined;
  onChange?: (value: T) => void;
  disabled?: boolean;
}

type Pair = readonly [string, string];
const pairOf = (value: readonly unknown[] | undefined): Pair => [String(value?.[0] ?? ''), String(value?.[1] ?? '')];

function Range({
  id,
  pair,
  disabled,
  labels,
  hints,
  suffix,
  onStart,
  onEnd,
}: {
  id?: string | undefined;
  pair: Pair;
  disabled?: boolean | undefined;
  labels: Pair;
  hints: Pair;
  suffix?: ReactNode;
  onStart: (text: string) => void;
  onEnd: (text: string) => void;
}) {
  return (
    <div className="y-range" role="group">
      <Input
        id={id}
        value={pair[0]}
        disabled={disabled}
        aria-label={labels[0]}
        placeholder={hints[0]}
        inputMode="decimal"
        suffix={suffix}
        onChange={(event) => onStart(event.target.value)}
      />
      <span aria-hidden>至</span>
      <Input
        value={pair[1]}
        disabled={disabled}
        aria-label={labels[1]}
        placeholder={hints[1]}
        inputMode="decimal"
        suffix={suffix}
        onChange={(event) => onEnd(event.target.value)}
      />
    </div>
  );
}

/** Two ages, digits only; from ten on, a start above the end becomes the end. */
export function AgeRange({ id, value, onChange, disabled }: Given<Ages>) {
  const pair = pairOf(value);
  return (
    <Range
      id={id}
      pair={pair}
      disabled={disabled}
      labels={['起始年龄', '结束年龄']}
      hints={['起始', '结束']}
      onStart={(text) => onChange?.(typedAges([text, pair[1]]))}
      onEnd={(text) => onChange?.(settledAges([pair[0], text]))}
    />
  );
}

/** Both ages or neither: 请正确输入年龄范围. */
export const agesRule: Rule = {
  validator: (_rule, value: Ages | undefined) => {
    const problem = agesProblem(pairOf(value));
    return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
  },
};

/** Two numbers. The start keeps digits and the point, the end digits only; `decimals` lets both have two decimals. */
export function NumberRange({
  id,
  value,
  onChange,
  disabled,
  decimals = false,
  suffix,
}: Given<Pair> & { decimals?: boolean; suffix?: ReactNode }) {
  const pair = pairOf(value);
  const [start, end] = decimals ? [decimalOnly, decimalOnly] : [rangeStart, rangeEnd];
  return (
    <Range
      id={id}
      pair={pair}
      disabled={disabled}
      suffix={suffix}
      labels={['最小值', '最大值']}
      hints={['最小', '最大']}
      onStart={(text) => onChange?.([start(text), pair[1]])}
      onEnd={(text) => onChange?.([pair[0], end(text)])}
    />
  );
}

/** Options as buttons that stay pressed: several, or with `single` one. Text in, text out. */
export function CheckButtons({
  id,
  value,
  onChange,
  disabled,
  options,
  single = false,
}: Given<string[] | string> & { options: readonly Option[]; single?: boolean }) {
  const own = useId();
  const chosen = new Set([value ?? []].flat().map(String));
  const toggle = (option: string) => {
    if (single) return onChange?.(option);
    const next = new Set(chosen);
    if (!next.delete(option)) next.add(option);
    onChange?.(options.map((one) => String(one.value)).filter((one) => next.has(one)));
  };
  return (
    <div className="y-checks" id={id} role={single ? 'radiogroup' : 'group'}>
      {options.map(({ label, value: option }) => (
        <label key={option} className="y-check">
          <input
            type={single ? 'radio' : 'checkbox'}
            name={own}
            disabled={disabled}
            checked={chosen.has(String(option))}
            onChange={() => toggle(String(option))}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** Options of a labels table whose keys are numbers on the wire; as text, which is what addresses and dictionaries hold. */
export const choices = (labels: Readonly<Record<string | number, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
