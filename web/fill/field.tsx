/** @jsxImportSource preact */
/** The frame of one question: its words, its control, what is wrong. Groups are fieldsets, so that a screen reader says the question first. */
import { labelText, placesOf, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import { Control, isGroup } from './controls.tsx';
import type { Asked } from './asked.ts';

export interface FieldProps {
  item: Asked;
  /** Its own where it is part of another question. */
  id?: string;
  /** 1, 2, 3 … where the look shows numbers. */
  number: number | null;
  values: Readonly<Record<string, unknown>>;
  problem: string | undefined;
  projectKey: string;
  onAnswer: (name: string, value: unknown) => void;
}

export const fieldId = (formItemId: number) => `q${formItemId}`;

/** How many may be chosen, in words; null where any number may. */
function hintOf({ type, expand }: FormItem): string | null {
  const { min, max, multiple } = expand;
  if (type === 'SORT') return `按先后点选，排出${placesOf(expand)}项`;
  if (type === 'SUB_FORM') return min ? `至少填写${min}条` : null;
  if (type === 'MATRIX_SELECT') return multiple ? '每行可多选' : null;
  if (type === 'CHECKBOX') {
    const words = [min ? `至少选${min}项` : '', max ? `最多选${max}项` : ''].filter(Boolean);
    return words.join('，') || '可多选';
  }
  if (type === 'NUMBER_INPUT') return min !== undefined && max !== undefined ? `${min} 至 ${max}` : null;
  return multiple && (type === 'SELECT' || type === 'IMAGE_SELECT') ? '可多选' : null;
}

export function Field({ item, id = fieldId(item.formItemId), number, values, problem, projectKey, onAnswer }: FieldProps) {
  const hint = hintOf(item);
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ') || undefined;
  const words = (
    <>
      {number !== null && <span class="f-number">{number}.</span>}
      {labelText(item.label) || '此题'}
      {item.required && (
        <span class="f-star-must">
          <span aria-hidden="true">*</span>
          <span class="y-unseen">（必填）</span>
        </span>
      )}
    </>
  );
  const hidden = item.showLabel ? '' : 'y-unseen';
  const control = <Control {...{ item, id, values, projectKey, onAnswer, described, Framed: Field }} invalid={problem !== undefined} />;
  const below = (
    <>
      {hint && (
        <small id={`${id}-hint`} class="f-hint">
          {hint}
        </small>
      )}
      {problem && (
        <p id={`${id}-problem`} class="f-problem">
          {problem}
        </p>
      )}
    </>
  );
  const frame = { class: 'f-field', 'data-wrong': problem ? '' : undefined, style: { '--span': item.span } };
  return isGroup(item) ? (
    <fieldset {...frame} id={id} tabIndex={-1} aria-describedby={described}>
      <legend class={hidden}>{words}</legend>
      {control}
      {below}
    </fieldset>
  ) : (
    <div {...frame}>
      <label htmlFor={id} class={hidden}>
        {words}
      </label>
      {control}
      {below}
    </div>
  );
}
