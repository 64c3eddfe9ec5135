/** The contract's own rules, field by field: what a form accepts is what the server accepts. */
import type { Rule } from 'antd/es/form';
import type { z } from 'zod';

type Shaped = z.ZodType & { shape?: Record<string, z.ZodType>; in?: Shaped };

/** The fields of a route's input, also behind a transformation; none when it is no object. */
export function shapeOf(input: z.ZodType): Record<string, z.ZodType> {
  const { shape, in: before } = input as Shaped;
  return shape ?? (before ? shapeOf(before) : {});
}

/** The schema of a field of a route's input; undefined when the contract does not name it. */
export const fieldOf = (input: z.ZodType, name: string): z.ZodType | undefined => shapeOf(input)[name];

export const isRequired = (field: z.ZodType) => !field.safeParse(undefined).success;

const CHINESE = /[\u4e00-\u9fff]/;

type Issue = z.core.$ZodIssue;

/** The texts of an issue and of what its alternatives did not like, in their order. */
const textsOf = (issue: Issue): string[] => [
  issue.message,
  ...(issue.code === 'invalid_union' ? issue.errors.flat().flatMap(textsOf) : []),
];

/**
 * What is wrong with a value, in Chinese; null when the server would take it. zod's own texts are English, and a union of several
 * fields has none of its own: then an empty value is `{label}不能为空`. Where a form says `missing`, every empty value is that.
 */
export function problemOf(field: z.ZodType, value: unknown, label: string, missing?: string): string | null {
  const result = field.safeParse(value);
  if (result.success) return null;
  const issue = result.error.issues[0] as Issue;
  const empty = value === undefined || value === null || value === '';
  if (empty && (missing !== undefined || !CHINESE.test(issue.message))) return missing ?? `${label}不能为空`;
  return textsOf(issue).findLast((text) => CHINESE.test(text)) ?? `${label}不正确`;
}

/** For antd's `rules`. */
export const rulesOf = (field: z.ZodType, label: string, missing?: string): Rule[] => [
  {
    required: isRequired(field),
    validator: (_rule, value: unknown) => {
      const problem = problemOf(field, value, label, missing);
      return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
    },
  },
];
