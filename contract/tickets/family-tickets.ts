/**
 * The page for families, without a session: a link of the institution, a proven phone, a code for each ticket. Who has proved a phone or
 * found a ticket gets a `pass`, good for half an hour, which all that follows asks for.
 */
import { z } from 'zod';
import { int, orNull, required, text } from '../fields.ts';
import { get, mediaTypes, post } from '../http.ts';
import { mobile } from '../phones.ts';
import { CODE_LENGTH } from './tickets.rules.ts';

export const WORTHLESS = '诉求链接无效，请联系机构重新获取';
export const MOST_PICTURES = 5;
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const MOST_WORDS = 2000;

/** `{tenant}.{22 characters}`: whose it is, and the secret. */
const token = z.string().regex(/^[1-9]\d{0,14}\.[\w-]{22}$/, { error: WORTHLESS });
const pass = z.string({ error: '请先验证手机号' }).min(1, { error: '请先验证手机号' }).max(200, { error: '操作已过期，请重新开始' });
const code = z
  .string({ error: '请输入查询码' })
  .trim()
  .transform((value) => value.toUpperCase())
  .refine((value) => value.length === CODE_LENGTH, { error: `查询码为${CODE_LENGTH}位` });
const pictures = z
  .array(z.string().max(60, { error: '图片不存在，请重新上传' }))
  .max(MOST_PICTURES, { error: `最多${MOST_PICTURES}张图片` })
  .default([]);
const words = required(MOST_WORDS, '请填写内容');

/** What the family sees of its ticket: nothing that staff wrote for themselves. */
export const FamilyTicket = z.object({
  ticketNo: z.string(),
  code: z.string(),
  title: z.string(),
  type: z.number(),
  state: z.number(),
  createTime: z.string(),
  result: z.string().nullable(),
  score: z.number().nullable(),
  /** Whether it may be written to, and rated. */
  open: z.boolean(),
  rateable: z.boolean(),
  messages: z.array(
    z.object({
      id: z.number(),
      own: z.boolean(),
      text: z.string(),
      /** Addresses that open them for ten minutes. */
      pictures: z.array(z.object({ name: z.string(), link: z.string() })),
      createTime: z.string(),
    }),
  ),
});
const Found = z.object({ pass: z.string(), ticket: FamilyTicket });

const open = <I extends z.ZodRawShape, O extends z.ZodType>(path: string, summary: string, input: I, output: O) =>
  post(`/business/ticket/open/{token}/${path}`, summary, {
    access: 'public',
    rate: 'open',
    audit: false,
    bodyLimit: 16 * 1024,
    input: z.object({ token, ...input }),
    output,
  });

export const familyTickets = {
  open: get('/business/ticket/open/{token}', '家属诉求页面', {
    access: 'public',
    rate: 'open',
    input: z.object({ token }),
    output: z.object({ tenantName: z.string() }),
  }),
  /** The code that was sent to the phone (`POST /admin/base/external/phoneCode`, purpose `ticket`). */
  enter: open('enter', '验证家属手机号', { phone: mobile, code: text(10) }, z.object({ pass: z.string() })),
  write: open(
    'write',
    '家属填写诉求',
    {
      pass,
      name: required(20, '请填写您的姓名'),
      relation: orNull(text(10)),
      oldmanName: orNull(text(20)),
      type: int(1, 6),
      text: words,
      pictures,
    },
    Found,
  ),
  upload: post('/business/ticket/open/{token}/picture', '家属上传图片', {
    access: 'public',
    rate: 'open',
    audit: false,
    multipart: [mediaTypes.jpg, mediaTypes.png, mediaTypes.webp],
    bodyLimit: MAX_PICTURE_BYTES,
    input: z.object({ token, pass }),
    output: z.object({ name: z.string(), link: z.string() }),
  }),
  follow: open('follow', '家属查询诉求', { phone: mobile, code }, Found),
  read: open('read', '家属查看诉求', { pass }, FamilyTicket),
  answer: open('answer', '家属补充诉求', { pass, text: words, pictures }, FamilyTicket),
  rate: open('rate', '家属评价诉求', { pass, score: int(1, 5), text: orNull(text(200)) }, FamilyTicket),
  reopen: open('reopen', '家属重新打开诉求', { pass, text: required(MOST_WORDS, '请填写原因') }, FamilyTicket),
};
