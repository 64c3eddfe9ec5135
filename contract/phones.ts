/** Fields of forms that take a telephone number. The rule itself is phones.rules.ts. */
import { z } from 'zod';
import { MOST_TYPED, phoneMessages, phoneOf, type PhoneKind } from './phones.rules.ts';

/** A number as it is stored; refused with `message` when it is none of its kind. */
export const phone = (kind: PhoneKind, message = phoneMessages[kind]) =>
  z
    .string({ error: message })
    .trim()
    .refine((typed) => phoneOf(typed, kind) !== null, { error: message })
    .transform((typed) => phoneOf(typed, kind) as string);

/**
 * A number of a form that also changes rows: one that does not follow the rule arrives as it was typed, and `needPhone` (server/phones.ts)
 * refuses it unless it is what the row has already. So an old number keeps no other field from being changed.
 */
export const phoneOrKept = (kind: PhoneKind, most = MOST_TYPED) =>
  z
    .string({ error: phoneMessages[kind] })
    .trim()
    .max(most, { error: phoneMessages[kind] })
    .transform((typed) => phoneOf(typed, kind) ?? typed);

export const mobile = phone('mobile');
