/** 定金 of a reservation or of who waits for a place: taken, paid back or kept; the admission uses it (docs/decisions/093). */
import { z } from 'zod';
import { id, int, ok, orNull, price, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';

const BASE = '/members/earnest';
/** Those who take payments, and those who pay money back, as in the accounts of people. */
const TAKES = 'members_oldmanaccount_recharge';
const PAYS_BACK = 'members_oldmanaccount_withdraw';

/** Of an enquiry, or of an admission; one that comes of an enquiry holds its money there. */
const holder = { enquiryId: id.optional(), admissionId: id.optional() };
const one = (input: { enquiryId?: number | undefined; admissionId?: number | undefined }) =>
  (input.enquiryId === undefined) !== (input.admissionId === undefined);
const ONE = { error: '请选择咨询或入住申请' };

export const EarnestLine = z.object({
  id: z.number(),
  /** Of the receipt, where money changed hands. */
  number: z.string().nullable(),
  /** earnestKinds of earnests.rules.ts */
  kind: z.number(),
  userName: z.string(),
  amount: z.number(),
  after: z.number(),
  payType: z.number().nullable(),
  partner: z.string().nullable(),
  text: z.string(),
  createBy: z.string(),
  createTime: z.string(),
});

export const earnests = {
  read: get(BASE, '定金', {
    access: TAKES,
    input: z.object(holder).refine(one, ONE),
    output: z.object({
      left: z.number(),
      /** Whether more can be taken. */
      open: z.boolean(),
      lines: z.array(EarnestLine),
      /** What waits for an approval; null: nothing. */
      request: z
        .object({
          id: z.number(),
          returned: z.number(),
          kept: z.number(),
          reason: z.string(),
          state: z.number(),
          caseId: z.number().nullable(),
          createId: z.number(),
          createBy: z.string(),
        })
        .nullable(),
    }),
  }),
  /** Gives the line of the receipt. */
  take: post(`${BASE}/take`, '收定金', {
    access: TAKES,
    input: z
      .object({
        ...holder,
        amount: price('定金金额').pipe(z.number().min(0.01, { error: '定金金额应大于0' })),
        payType: int(1, 99),
        payer: required(20, '请填写交款人'),
        /** What is paid back when they do not come. */
        terms: required(300, '请填写退还约定'),
      })
      .refine(one, ONE),
    output: z.object({ id: z.number() }),
    message: '已收定金',
  }),
  /** They do not come: all that is there is paid back or kept. Above the limit of the institution a second person decides. */
  settle: post(`${BASE}/settle`, '处理定金', {
    access: PAYS_BACK,
    input: z
      .object({
        ...holder,
        returned: price('退还金额'),
        kept: price('不退金额'),
        payType: orNull(int(1, 99)),
        receiver: text(20).default(''),
        reason: required(200, '请填写处理原因'),
      })
      .refine(one, ONE),
    /** The approval that decides it; null: it is done. */
    output: z.object({ caseId: z.number().nullable() }),
    message: '已提交',
  }),
  withdraw: put(`${BASE}/withdraw`, '撤回定金处理申请', { access: PAYS_BACK, input: z.object({ id }), output: ok, message: '已撤回' }),
};
