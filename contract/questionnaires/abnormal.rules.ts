/** What answers say that should not be so: the options that the editor has marked. Pure. */
import { keyOf, labelText, type FormItem } from './item-types.rules.ts';

/** Kinds of questions whose options can be marked. */
export const MARKED: ReadonlySet<string> = new Set(['RADIO', 'CHECKBOX', 'SELECT']);

/** `伤口：红肿、渗液` for each question with a marked answer, in the order of the questions; at most 20. */
export function abnormalOf(
  items: readonly Pick<FormItem, 'formItemId' | 'type' | 'label' | 'expand'>[],
  answers: Readonly<Record<string, unknown>>,
): string[] {
  return items
    .filter(({ type }) => MARKED.has(type))
    .flatMap(({ formItemId, label, expand }) => {
      const given = [answers[keyOf(formItemId)]].flat();
      const found = (expand.options ?? [])
        .filter(({ abnormal, value }) => abnormal && given.includes(value))
        .map((option) => option.label ?? '');
      return found.length > 0 ? [`${labelText(label)}：${found.join('、')}`.slice(0, 200)] : [];
    })
    .slice(0, 20);
}
