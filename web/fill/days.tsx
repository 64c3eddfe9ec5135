/** @jsxImportSource preact */
/** Days and times by the fields of the browser, which every phone has a picker for. */
import { labelText, type Expand } from '#contract/questionnaires/item-types.rules.ts';
import type { Given } from './asked.ts';
import { fieldProps } from './plain-controls.tsx';

const withSeconds = (clock: string) => (/^\d{2}:\d{2}$/.test(clock) ? `${clock}:00` : clock);
/** `2026-05-06T08:30` as the wire writes it. */
const moment = (text: string) => withMomentSeconds(text.replace('T', ' '));
const withMomentSeconds = (text: string) => (/ \d{2}:\d{2}$/.test(text) ? `${text}:00` : text);

/** The browser's kind of field for a question; null where the browser has none for what the editor wants. */
function kindOf({ type, valueFormat }: Expand): 'date' | 'month' | 'datetime-local' | null {
  if (valueFormat === 'yyyy-MM-dd') return 'date';
  if (valueFormat === 'yyyy-MM') return 'month';
  if (valueFormat === 'yyyy-MM-dd HH:mm:ss') return 'datetime-local';
  if (valueFormat) return null;
  return type === 'month' ? 'month' : type === 'datetime' ? 'datetime-local' : 'date';
}

export function DateField(given: Given<string>) {
  const { item, value = '', onChange } = given;
  const kind = kindOf(item.expand);
  const field = fieldProps(given);
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    onChange((kind === 'datetime-local' ? moment(currentTarget.value) : currentTarget.value) || undefined);
  if (kind === null) return <input {...field} placeholder={String(item.expand.valueFormat)} maxLength={40} value={value} onInput={take} />;
  // A browser without a picker for months shows a line of text.
  const placeholder = kind === 'month' ? '如 2026-05' : undefined;
  return (
    <input
      {...field}
      type={kind}
      placeholder={placeholder}
      value={kind === 'datetime-local' ? value.replace(' ', 'T') : value}
      onInput={take}
    />
  );
}

export function TimeField(given: Given<string>) {
  const { value = '', onChange } = given;
  return (
    <input
      {...fieldProps(given)}
      type="time"
      step={1}
      value={value}
      onInput={({ currentTarget }) => onChange(withSeconds(currentTarget.value) || undefined)}
    />
  );
}

interface RangeProps {
  given: Given<string[]>;
  kind: 'date' | 'time';
}

function Range({ given, kind }: RangeProps) {
  const { item, id, value, onChange, invalid } = given;
  const [from = '', to = ''] = value ?? [];
  const set = (start: string, end: string) => onChange(start || end ? [withSeconds(start), withSeconds(end)] : undefined);
  const label = labelText(item.label);
  const field = { type: kind, step: kind === 'time' ? 1 : undefined, 'aria-invalid': invalid || undefined };
  return (
    <div class="f-range">
      <input
        {...field}
        id={`${id}-from`}
        aria-label={`${label}开始`}
        value={from}
        onInput={({ currentTarget }) => set(currentTarget.value, to)}
      />
      <span aria-hidden="true">至</span>
      <input
        {...field}
        id={`${id}-to`}
        aria-label={`${label}结束`}
        value={to}
        onInput={({ currentTarget }) => set(from, currentTarget.value)}
      />
    </div>
  );
}

export const DateRange = (given: Given<string[]>) => <Range given={given} kind="date" />;
export const TimeRange = (given: Given<string[]>) => <Range given={given} kind="time" />;
