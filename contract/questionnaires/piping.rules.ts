/**
 * Answers within the words of later questions and in their hints (提示语): `${field101}`, or `${您的姓名}` by the words of the question. The page that is filled in,
 * the record of it and the server fill them in alike. A question that is hidden, not answered or not before is nothing. Pure.
 */
import { escapedText, hasTag, isRich } from '../rich-text.rules.ts';
import { checkAnswers, summaryOf, type Answers } from './answers.rules.ts';
import { keyOf, labelText, type FormItem } from './item-types.rules.ts';

type Worded = Pick<FormItem, 'label'> & { placeholder?: string | null | undefined };
type Named = Pick<FormItem, 'formItemId' | 'type'> & Worded;

const PLACE = /\$\{([^${}<>]{1,200})\}/g;
const MOST = 200;

/** The placeholder of a question. */
export const placeOf = (formItemId: number) => `\${${keyOf(formItemId)}}`;

/** Whether any words wait for answers. */
export const hasPlaces = (items: readonly Worded[]): boolean =>
  items.some(({ label, placeholder }) => label.search(PLACE) >= 0 || (placeholder ?? '').search(PLACE) >= 0);

/** Words with what stands for each name. No answer becomes markup, whether the words are rich or plain. */
function filled(label: string, textOf: (name: string) => string): string {
  const put = (change: (text: string) => string) => label.replace(PLACE, (_, name: string) => change(textOf(name.trim()).slice(0, MOST)));
  if (isRich(label)) return put(escapedText);
  const plain = put((text) => text);
  return hasTag(plain) ? put((text) => text.replaceAll('<', '＜')) : plain;
}

/** The questions with their places filled; `textOf` says what an earlier one was answered with. */
function pipedBy<T extends Named>(items: readonly T[], textOf: (item: T) => string): T[] {
  if (!hasPlaces(items)) return [...items];
  const before: T[] = [];
  const found = (name: string) =>
    before.find((one) => keyOf(one.formItemId) === name) ?? before.find((one) => labelText(one.label).trim() === name);
  return items.map((item) => {
    const said = (name: string) => {
      const one = found(name);
      return one && one.type !== 'PASSWORD_INPUT' ? textOf(one) : '';
    };
    const label = filled(item.label, said);
    const placeholder = item.placeholder && filled(item.placeholder, said);
    before.push(item);
    return label === item.label && placeholder === item.placeholder ? item : { ...item, label, placeholder };
  });
}

/** The questions that stand, in their order, with the raw answers of those before in their words. */
export const piped = <T extends FormItem>(items: readonly T[], answers: Answers, others: Answers = {}): T[] =>
  pipedBy(items, (item) => {
    const { processData, problems } = checkAnswers([item], answers, others);
    return problems.length > 0 ? '' : summaryOf(item, processData);
  });

/** The questions of a record with what is shown of its answers in their words. */
export const pipedShown = <T extends Named>(items: readonly T[], processData: Answers): T[] =>
  pipedBy(items, (item) => summaryOf(item, processData));

/** The questions where no answers are at hand, as in a heading: the places are the names of the questions. */
export const pipedNames = <T extends Named>(items: readonly T[]): T[] => pipedBy(items, ({ label }) => `「${labelText(label)}」`);
