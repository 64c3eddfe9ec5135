/** The contract's own rules, field by field: what a form accepts is what the server accepts. */
import type { Rule } from 'antd/es/form';
import type { z } from 'zod';

type Shaped = z.ZodType & { shape?: Record<string, z.ZodType> };

/** The schema of a field of a route's input; undefined when the contract does not name it. */
export const fieldOf = (input: z.ZodType, name: string): z.ZodType | undefined => (input as Shaped).shape?.[name];

export const isRequired = (field: z.ZodType) => !field.safeParse(undefined).success;

const CHINESE = /[\u4e00-\u9fff]/;

/** What is wrong with a value, in Chinese; null when the server would take it. */
export function problemOf(field: z.ZodType, value: unknown, label: string): string | null {
  const result = field.safeParse(value);
  if (result.success) return null;
  const empty = value === undefined || value === null || value === '';
  const { message } = result.error.issues[0] as z.core.$ZodIssue;
  // zod's own texts are English.
  return CHINESE.test(message) ? message : empty ? `${label}不能为空` : `${label}不正确`;
}

/** For antd's `rules`. */
export const rulesOf = (field: z.ZodType, label: string): Rule[] => [
  {
    required: isRequired(field),
    validator: (_rule, value: unknown) => {
      const problem = problemOf(field, value, label);
      return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
    },
  },
];
