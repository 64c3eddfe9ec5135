/** What must not be written down with an error: tokens, what stands behind a question mark, telephone numbers. Pure. */
import { MOBILES_WITHIN } from '#contract/phones.rules.ts';

const RULES: readonly [RegExp, string][] = [
  // Queries of addresses, also of our own paths; a question mark in a sentence stays.
  [/((?:https?:\/\/|\/)[^\s"'<>?#)]*)[?#][^\s"'<>)]*/g, '$1'],
  [/\bBearer\s+[^\s"',;)]+/gi, 'Bearer …'],
  [
    /\b(access_token|refresh_token|token|password|passwd|authorization|secret|randomStr|code)(["']?\s*[:=]\s*["']?)[^\s"'&,;})]+/gi,
    '$1$2…',
  ],
  // Links that call.
  [/(\/c\/\d+\.)[\w-]+/g, '$1…'],
  // UUIDs, and whatever is as long as a token and as mixed.
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '…'],
  [/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g, '…'],
  [MOBILES_WITHIN, '…'],
];

/** The text without them. */
export const scrub = (text: string): string => RULES.reduce((clean, [pattern, kept]) => clean.replace(pattern, kept), text);
