/** The values of a form of answers, from a record and back to a call. */
import type { Output } from '#contract/http.ts';
import type { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import type { AnswerValues } from './fill-form.tsx';

type Found = Pick<Output<typeof questionnaireResults.findResult>, 'originalData' | 'processData'>;

/** The form's values back from a record. */
export const valuesOf = ({ originalData, processData }: Found): AnswerValues => ({
  ...Object.fromEntries(Object.entries(processData).filter(([name]) => name.endsWith('other'))),
  ...originalData,
});

/** The form's values as calls take them: raw ones, and the words for 其他. */
export function splitValues(values: AnswerValues) {
  const pick = (other: boolean) =>
    Object.fromEntries(
      Object.keys(values)
        .filter((name) => name.endsWith('other') === other)
        .map((name) => [name, values[name] ?? null]),
    );
  return { originalData: pick(false), processData: pick(true) };
}
