/** How an input is read by a route's schema, and what its caller reads when the schema refuses it. */
import type { z } from 'zod';
import type { Route } from '#contract/http.ts';
import { amend } from './lenient-input.ts';

/** Our fields carry Chinese messages, also those that are a choice of types; zod's own defaults are English. */
export function chineseOf(issue: z.core.$ZodIssue): string | undefined {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message;
  return issue.code === 'invalid_union' ? issue.errors.flat().map(chineseOf).find(Boolean) : undefined;
}

/** What a caller reads of input that a schema refuses. */
export const firstMessage = (error: z.ZodError): string => {
  const issue = error.issues[0];
  if (!issue) return '请求内容格式不正确';
  return chineseOf(issue) ?? `参数${issue.path.join('.') || ''}不正确`;
};

/** Reads what was sent; what the schema refuses is read once more as clients of this family write it. Gives what was read and the result. */
export function readLeniently<I extends z.ZodType>({ method, input: written }: Route, input: I, raw: unknown) {
  const parsed = input.safeParse(raw);
  if (parsed.success) return { sent: raw, parsed };
  const sent = amend(written, raw, method === 'PUT' || Boolean((raw as { id?: unknown }).id));
  return { sent, parsed: input.safeParse(sent) };
}
