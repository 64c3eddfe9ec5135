/** @jsxImportSource preact */
/** Options as large rows, pictures to choose from, stars. */
import { labelText, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { FULL } from '#contract/questionnaires/quotas.rules.ts';
import type { Given } from './asked.ts';

type Choice = string | number;

/** Whether several may be chosen, what is chosen, and how to choose. */
function choosing({ item, value, onChange }: Given<Choice | Choice[]>) {
  const several = item.type === 'CHECKBOX' || item.expand.multiple === true;
  const chosen = (value === undefined ? [] : [value].flat()) as Choice[];
  const { max } = item.expand;
  const full = several && item.type === 'CHECKBOX' && max !== undefined && max > 0 && chosen.length >= max;
  const choose = (one: Choice, on: boolean) => {
    if (!several) return onChange(one);
    // In the order of the options, whatever was pressed first.
    const next = (item.expand.options ?? []).flatMap((option) => {
      const own = option.value as Choice;
      return (own === one ? on : chosen.includes(own)) ? [own] : [];
    });
    onChange(next.length > 0 ? next : undefined);
  };
  return { several, chosen, full, choose };
}

const known = (options: readonly Option[] | undefined) =>
  (options ?? []).filter((option): option is Option & { value: Choice } => option.value !== undefined);

export function Choices(given: Given<Choice | Choice[]>) {
  const { item, id, invalid } = given;
  const { several, chosen, full, choose } = choosing(given);
  const canClear = !several && !item.required && chosen.length > 0;
  return (
    <div class="f-choices">
      {known(item.expand.options).map(({ value, label, full: taken }) => {
        const on = chosen.includes(value);
        return (
          <label key={value} class="f-choice">
            <input
              type={several ? 'checkbox' : 'radio'}
              name={id}
              checked={on}
              disabled={(full || taken) && !on}
              aria-invalid={invalid || undefined}
              onChange={({ currentTarget }) => choose(value, currentTarget.checked)}
            />
            <span>
              {label ?? value}
              {taken && FULL}
            </span>
          </label>
        );
      })}
      {canClear && (
        <button type="button" class="f-small" onClick={() => given.onChange(undefined)}>
          清除选择
        </button>
      )}
    </div>
  );
}

export function Pictures(given: Given<Choice | Choice[]>) {
  const { item, id } = given;
  const { several, chosen, choose } = choosing(given);
  return (
    <div class="f-pictures">
      {known(item.expand.options).map(({ value, label, image, full }) => (
        <label key={value} class="f-picture">
          {image && <img src={image} alt={label ? '' : '选项图片'} loading="lazy" />}
          <span class="f-choice">
            <input
              type={several ? 'checkbox' : 'radio'}
              name={id}
              checked={chosen.includes(value)}
              disabled={full && !chosen.includes(value)}
              onChange={({ currentTarget }) => choose(value, currentTarget.checked)}
            />
            <span>
              {label || (image ? '选这张' : value)}
              {full && FULL}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}

export function Stars({ item, id, value, onChange }: Given<number>) {
  const { max = 5, allowHalf } = item.expand;
  const step = allowHalf ? 0.5 : 1;
  const marks = Array.from({ length: Math.min(20, max) / step }, (_, at) => (at + 1) * step);
  return (
    <div class="f-stars">
      {marks.map((mark) => (
        <label
          key={mark}
          class="f-star"
          data-on={value !== undefined && mark <= value ? '' : undefined}
          data-half={allowHalf ? mark % 1 : undefined}
        >
          <input
            type="radio"
            name={id}
            class="f-star-input"
            aria-label={`${labelText(item.label)} ${mark} 分`}
            checked={value === mark}
            onChange={() => onChange(mark)}
          />
          <span aria-hidden="true">{value !== undefined && mark <= value ? '★' : '☆'}</span>
        </label>
      ))}
      <output class="f-stars-value">{value ? `${value} 分` : '未评分'}</output>
      {value !== undefined && !item.required && (
        <button type="button" class="f-small" onClick={() => onChange(undefined)}>
          清除
        </button>
      )}
    </div>
  );
}
