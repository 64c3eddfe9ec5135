/** What the public pages have in common on which families book: whose page it is, and how a family names its booking. */
import { z } from 'zod';
import { mobile } from './phones.ts';
import { codeOf } from './visitors/visitor-slots.rules.ts';

/** `{tenant}.{32 characters}`: whose page it is, and the secret. */
export const pageToken = z.string().regex(/^[1-9]\d{0,14}\.[\w-]{32}$/, { error: '预约链接无效或已停用' });

const NO_CODE = '预约码应为6位字母和数字';
/** By what a family names its booking. */
export const ownBooking = {
  token: pageToken,
  code: z
    .string({ error: NO_CODE })
    .max(20, { error: NO_CODE })
    .refine((typed) => codeOf(typed) !== null, { error: NO_CODE })
    .transform((typed) => codeOf(typed) as string),
  phone: mobile,
};

/** A call of such a page that writes or is limited: without a session, logged by its handler. */
export const openCall = { access: 'public', rate: 'open', audit: false, bodyLimit: 16 * 1024 } as const;

/** A word of a dictionary, as a public page offers it. */
export const Choice = z.object({ value: z.number(), label: z.string() });
