/** What is agreed about a stay: prices of a month, deposit, who signs. Money in yuan on the wire. */
import { z } from 'zod';
import { MOST_FILES } from '../approvals/approval-forms.rules.ts';
import { clearable, int, orNull, price, required, text } from '../fields.ts';
import { phone } from '../phones.ts';
import { picture } from '../system/pictures.ts';

export const terms = {
  /** Yuan a month. */
  bedFee: price('床位费'),
  careFee: price('护理费'),
  mealFee: price('膳食费'),
  otherFee: price('其他费用').default(0),
  deposit: price('押金'),
  signerName: required(20, '请填写签约人'),
  /** Dictionary `relation`; null: the person themselves. */
  signerRelation: orNull(int(1, 99)),
  signerMobile: clearable(phone('contact')),
  terms: clearable(text(5000)),
  /** Pictures of what was signed. */
  files: z
    .array(picture)
    .max(MOST_FILES, { error: `最多${MOST_FILES}张图片` })
    .default([]),
};

export const Terms = {
  bedFee: z.number(),
  careFee: z.number(),
  mealFee: z.number(),
  otherFee: z.number(),
  /** The four fees of a month together. */
  monthFee: z.number(),
  deposit: z.number(),
  signerName: z.string(),
  signerRelation: z.number().nullable(),
  signerMobile: z.string().nullable(),
  terms: z.string().nullable(),
  files: z.array(z.string()),
};
