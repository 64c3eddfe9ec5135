/** How many answers a choice, or two choices together, may have. The page shows what is full, the server refuses it. Pure. */
import { keyOf, labelText, type FormItem, type ItemType, type Option } from './item-types.rules.ts';

export interface QuotaCondition {
  formItemId: number;
  optionValue: string | number;
}
export interface Quota {
  /** At most so many answers. */
  most: number;
  /** One choice, or two of different questions. */
  conditions: readonly QuotaCondition[];
}

export const MOST_QUOTAS = 100;

/** What stands beside an option that takes no more answers. */
export const FULL = '（已满）';

const COUNTED: ReadonlySet<ItemType> = new Set(['RADIO', 'CHECKBOX', 'SELECT', 'IMAGE_SELECT']);
/** Whether choices of a question can be counted. */
export const isCounted = ({ type }: Pick<FormItem, 'type'>): boolean => COUNTED.has(type);

type Answers = Readonly<Record<string, unknown>>;
type Asked = Pick<FormItem, 'formItemId' | 'type' | 'label' | 'expand'>;

const chose = (answers: Answers, { formItemId, optionValue }: QuotaCondition) => [answers[keyOf(formItemId)]].flat().includes(optionValue);

/** Whether raw answers take a place of a quota. */
export const takes = ({ conditions }: Pick<Quota, 'conditions'>, answers: Answers): boolean =>
  conditions.every((one) => chose(answers, one));

/** The questions with options marked that are full beside the answers so far. What was chosen already stays as it is. */
export function withFull<T extends Asked>(items: readonly T[], full: readonly Pick<Quota, 'conditions'>[], answers: Answers): T[] {
  if (full.length === 0) return [...items];
  return items.map((item) => {
    const own = full.filter(({ conditions }) => conditions.some(({ formItemId }) => formItemId === item.formItemId));
    if (own.length === 0) return item;
    const isFull = ({ value }: Option) =>
      own.some(({ conditions }) =>
        conditions.every((one) => (one.formItemId === item.formItemId ? one.optionValue === value : chose(answers, one))),
      );
    const options = (item.expand.options ?? []).map((option) => (isFull(option) ? { ...option, full: true } : option));
    return { ...item, expand: { ...item.expand, options } };
  });
}

/** The questions that must be answered and of which every option is full beside the answers so far: while they stand, nothing can be handed in. */
export const usedUp = <T extends Asked & Pick<FormItem, 'required'>>(
  items: readonly T[],
  full: readonly Pick<Quota, 'conditions'>[],
  answers: Answers,
): T[] =>
  withFull(items, full, answers).filter((item) => {
    const { options = [] } = item.expand;
    return item.required && isCounted(item) && options.length > 0 && options.every((option) => option.full);
  });

const optionIn = (items: readonly Asked[], { formItemId, optionValue }: QuotaCondition) => {
  const item = items.find((one) => one.formItemId === formItemId);
  const option = item && isCounted(item) ? item.expand.options?.find(({ value }) => value === optionValue) : undefined;
  return item && option ? { item, option } : null;
};

/** `「房型」“单间”`, or two of them. A question or an option that was removed says so. */
export const quotaText = ({ conditions }: Pick<Quota, 'conditions'>, items: readonly Asked[]): string =>
  conditions
    .map((one) => {
      const found = optionIn(items, one);
      return found ? `「${labelText(found.item.label).slice(0, 30)}」“${found.option.label ?? ''}”` : '已删除的选项';
    })
    .join(' 且 ');

/** The same for the same choices in any order. */
export const quotaKey = ({ conditions }: Pick<Quota, 'conditions'>): string =>
  conditions
    .map(({ formItemId, optionValue }) => JSON.stringify([formItemId, optionValue]))
    .sort()
    .join();

/** What keeps quotas from being kept; null when nothing does. */
export function quotasProblem(quotas: readonly Quota[], items: readonly Asked[]): string | null {
  const seen = new Set<string>();
  for (const quota of quotas) {
    const [one, other] = quota.conditions;
    if (!one || quota.conditions.some(({ optionValue }) => optionValue === '')) return '请选择题目和选项';
    if (quota.conditions.some((condition) => !optionIn(items, condition))) return '配额只能用于单选、多选、下拉、图片选择的选项';
    if (other && other.formItemId === one.formItemId) return '请选择两道不同的题目';
    const key = quotaKey(quota);
    if (seen.has(key)) return `${quotaText(quota, items)}的配额重复`;
    seen.add(key);
  }
  return null;
}
