/** 入住办理: asked for with a bed and terms, decided by an approval, and carried out in one step. */
import { z } from 'zod';
import { people } from '../elderly/people.ts';
import { byId, clearable, date, decimal, flag, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { Terms, terms } from './stay-terms.ts';

const BASE = '/members/tmcheckinaudit';
const PERMISSION = 'members_tmcheckinaudit';

export const Admission = z.object({
  id: z.number(),
  number: z.string(),
  state: z.number(),
  /** Dictionary `reservation_enter_type`. */
  enterType: z.number(),
  /** Who was here before, or was admitted. */
  oldmanId: z.number().nullable(),
  enquiryId: z.number().nullable(),
  userName: z.string(),
  gender: z.number().nullable(),
  birthDate: z.string().nullable(),
  mobile: z.string().nullable(),
  /** 定金 that is held, yuan. */
  earnest: z.number(),
  careLevel: z.number().nullable(),
  bedId: z.number().nullable(),
  place: z.string().nullable(),
  admitDate: z.string(),
  trialDate: z.string().nullable(),
  endDate: z.string(),
  ...Terms,
  /** Its approval: /activti/detail/{caseId}. */
  caseId: z.number().nullable(),
  contractId: z.number().nullable(),
  admitTime: z.string().nullable(),
  admitName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  createBy: z.string(),
  createId: z.number(),
  version: z.number(),
  createTime: z.string(),
});

/** What only the admission itself shows: the rest of the record that it makes. */
export const AdmissionDetail = z.object({
  ...Admission.shape,
  /** Masked, as in the record of a person. */
  identityNumber: z.string().nullable(),
  address: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  contactRelation: z.number().nullable(),
  departmentId: z.number().nullable(),
  flags: z.array(z.string()),
  remarks: z.string().nullable(),
  assessment: z.string().nullable(),
});

const person = people.create.input.shape;
const form = {
  /** Who was here before: their record is taken up again. Absent: a new person. */
  oldmanId: clearable(id),
  /** The enquiry that it comes of; it ends with the admission. */
  enquiryId: clearable(id),
  enterType: int(1, 99),
  userName: person.userName,
  gender: person.gender,
  birthDate: person.birthDate,
  identityNumber: person.identityNumber,
  mobile: person.mobile,
  address: person.address,
  careLevel: person.careLevel,
  contactName: person.contactName,
  contactPhone: person.contactPhone,
  contactRelation: person.contactRelation,
  departmentId: person.departmentId,
  flags: person.flags,
  remarks: person.remarks,
  /** What the look before admission found. */
  assessment: clearable(text(2000)),
  bedId: id,
  admitDate: date,
  /** The last day of a trial stay. */
  trialDate: orNull(date),
  endDate: date,
  ...terms,
};

const query = {
  number: text(20).optional(),
  userName: text(20).optional(),
  mobile: text(20).optional(),
  /** Of this person: who was admitted, or is to be taken up again. */
  oldmanId: id.optional(),
  state: int(1, 7).optional(),
  enterType: int(1, 99).optional(),
  /** Only those with 定金 that is held. */
  earnest: flag.optional(),
  /** When they are to come. */
  admitStart: date.optional(),
  admitEnd: date.optional(),
};
const versioned = { id, version: z.int().optional() };
const money = (name: string) =>
  decimal.pipe(
    z
      .number()
      .min(0, { error: `${name}不能小于0` })
      .max(1_000_000, { error: `${name}过大` }),
  );

export const admissions = {
  /** The specification's list of check-ins. */
  page: get('/members/oldman/checkInPage', '入住办理列表', {
    access: `${PERMISSION}_view`,
    input: z.object({ ...paging, ...query }),
    output: page(Admission),
  }),
  get: get(`${BASE}/{id}`, '入住申请详情', { access: `${PERMISSION}_view`, input: byId, output: AdmissionDetail }),
  export: exportRoute(`${BASE}/export`, '入住办理', `${PERMISSION}_export`, query),
  /** Keeps the bed and starts the approval; with `id`, of an application that was returned, again. Gives the id. */
  submit: post(`${BASE}/subCheckInAudit`, '提交入住申请', {
    access: `${PERMISSION}_add`,
    input: z.object({ id: id.optional(), version: z.int().optional(), ...form }),
    output: id,
    message: '已提交审批',
  }),
  withdraw: put(`${BASE}/withdraw`, '撤回入住申请', { access: `${PERMISSION}_add`, input: byId, output: ok, message: '已撤回' }),
  /** Person, bed, level, contract, money and care plan together, or none of them. */
  admit: put(`${BASE}/admit`, '办理入住', {
    access: `${PERMISSION}_admit`,
    input: z.object({
      ...versioned,
      /** Absent: today. */
      admitDate: orNull(date),
      /** Yuan that were paid for the deposit, and in advance. */
      depositPaid: money('押金').default(0),
      prepaid: money('预存款').default(0),
      /** What the 定金 that is held becomes: earnestUses of earnests.rules.ts. */
      earnestTo: int(1, 2).default(1),
      /** Dictionary `pay_type`; of what was paid. */
      payType: orNull(int(1, 99)),
      /** A template of care that becomes the person's plan from this day on. */
      careTemplateId: orNull(id),
    }),
    output: z.object({ oldmanId: z.number(), contractId: z.number() }),
    message: '已办理入住',
  }),
  cancel: put(`${BASE}/cancel`, '取消入住', {
    access: `${PERMISSION}_edit`,
    input: z.object({ ...versioned, reason: required(200, '请填写取消原因') }),
    output: ok,
    message: '已取消',
  }),
};
export const ADMISSION_ACCESS = { admit: `${PERMISSION}_admit` };
