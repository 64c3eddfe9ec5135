/** @jsxImportSource preact */
/** Controls that are one element of the browser: texts, numbers, one choice of a list, a switch, sliders, a colour. */
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { FULL } from '#contract/questionnaires/quotas.rules.ts';
import { UNCHOSEN_COLOR } from '#web/theme/drawn-colors.ts';
import type { Given } from './asked.ts';

/** What a field needs to know whatever its answers are. */
type Asking = Omit<Given, 'value' | 'onChange'>;

/** What each field of the browser gets. */
export const fieldProps = ({ id, described, invalid, item }: Asking) => ({
  id,
  'aria-describedby': described,
  'aria-invalid': invalid || undefined,
  'aria-required': item.required || undefined,
  placeholder: item.placeholder || undefined,
});

const Count = ({ value, most }: { value: string; most: number }) => (
  <small class="f-count" aria-hidden="true">
    {value.length}/{most}
  </small>
);

export function TextField(given: Given<string>) {
  const { item, value = '', onChange } = given;
  const { maxlength = 500, prepend, append, showWordLimit } = item.expand;
  const isSecret = item.type === 'PASSWORD_INPUT';
  return (
    <>
      <span class="f-affixed">
        {prepend ? <span aria-hidden="true">{String(prepend)}</span> : null}
        <input
          {...fieldProps(given)}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'off' : undefined}
          maxLength={maxlength}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {append ? <span aria-hidden="true">{String(append)}</span> : null}
      </span>
      {showWordLimit === true && <Count value={value} most={maxlength} />}
    </>
  );
}

export function WordsField(given: Given<string>) {
  const { item, value = '', onChange } = given;
  const { maxlength = 5000, minRows = 4 } = item.expand;
  return (
    <>
      <textarea
        {...fieldProps(given)}
        rows={Math.min(12, Math.max(2, minRows))}
        maxLength={maxlength}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Count value={value} most={maxlength} />
    </>
  );
}

export function NumberField(given: Given<number>) {
  const { item, value, onChange } = given;
  const { min, max, step = 1, precision } = item.expand;
  // Calculated from the answers before it, by the page and again by the server.
  if (item.expand.formula !== undefined) return <input {...fieldProps(given)} readOnly value={value ?? ''} placeholder="自动计算" />;
  const decimals = precision ?? (String(step).split('.')[1] ?? '').length;
  const turn = (by: number) => {
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, (value ?? 0) + by));
    onChange(Number(next.toFixed(decimals)));
  };
  const label = labelText(item.label);
  return (
    <span class="f-number-field">
      <button
        type="button"
        aria-label={`${label}减少`}
        disabled={value !== undefined && min !== undefined && value <= min}
        onClick={() => turn(-step)}
      >
        −
      </button>
      <input
        {...fieldProps(given)}
        type="number"
        inputMode={min !== undefined && min >= 0 ? 'decimal' : undefined}
        min={min}
        max={max}
        step="any"
        value={value ?? ''}
        onInput={({ currentTarget: { valueAsNumber } }) => onChange(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)}
      />
      <button
        type="button"
        aria-label={`${label}增加`}
        disabled={value !== undefined && max !== undefined && value >= max}
        onClick={() => turn(step)}
      >
        ＋
      </button>
    </span>
  );
}

export function SelectField(given: Given<string | number>) {
  const { item, value, onChange } = given;
  const options = (item.expand.options ?? []).filter((option) => option.value !== undefined);
  const { placeholder = '请选择', ...field } = fieldProps(given);
  return (
    <select
      {...field}
      value={value === undefined ? '' : String(options.findIndex((option) => option.value === value))}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : options[Number(currentTarget.value)]?.value)}
    >
      <option value="">{placeholder}</option>
      {options.map(({ label, value: own, full }, at) => (
        <option key={own} value={String(at)} disabled={full && own !== value}>
          {label ?? own}
          {full && FULL}
        </option>
      ))}
    </select>
  );
}

export function SwitchField(given: Given<boolean>) {
  const { placeholder: _, 'aria-required': _required, ...field } = fieldProps(given);
  const on = given.value === true;
  return (
    <span class="f-switch">
      <input
        {...field}
        type="checkbox"
        role="switch"
        checked={on}
        onChange={({ currentTarget }) => given.onChange(currentTarget.checked)}
      />
      <span aria-hidden="true">{on ? '是' : '否'}</span>
    </span>
  );
}

function Slide({
  given,
  name,
  value,
  onValue,
}: {
  given: Asking;
  name: string | null;
  value: number | undefined;
  onValue: (value: number) => void;
}) {
  const { min = 0, max = 100, step = 1 } = given.item.expand;
  const { placeholder: _, 'aria-required': _required, id, ...field } = fieldProps(given);
  // A press on where the thumb lies already is an answer, too, and changes nothing for the browser.
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => onValue(currentTarget.valueAsNumber);
  return (
    <span class="f-slider">
      <input
        {...field}
        id={name ? undefined : id}
        aria-label={name ?? undefined}
        aria-valuetext={value === undefined ? '未选择' : String(value)}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value ?? min}
        data-unset={value === undefined ? '' : undefined}
        onInput={take}
        onClick={take}
      />
      <output aria-hidden="true">{value ?? '未选择'}</output>
    </span>
  );
}

export function SliderField(given: Given<number | number[]>) {
  const { item, value, onChange } = given;
  const { min = 0, max = 100, range } = item.expand;
  if (!range) return <Slide given={given} name={null} value={value as number | undefined} onValue={onChange} />;
  const [from, to] = (value as number[] | undefined) ?? [];
  return (
    <>
      <Slide given={given} name="最小" value={from} onValue={(next) => onChange([next, Math.max(next, to ?? max)])} />
      <Slide given={given} name="最大" value={to} onValue={(next) => onChange([Math.min(next, from ?? min), next])} />
    </>
  );
}

export function ColorField(given: Given<string>) {
  const { value, onChange } = given;
  const { placeholder: _, 'aria-required': _required, ...field } = fieldProps(given);
  return (
    <span class="f-color">
      <input {...field} type="color" value={value ?? UNCHOSEN_COLOR} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      <output>{value ?? '未选择'}</output>
      {value !== undefined && (
        <button type="button" class="f-small" onClick={() => onChange(undefined)}>
          清除
        </button>
      )}
    </span>
  );
}
