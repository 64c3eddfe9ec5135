/** Service recipients, `oldman` on the wire. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { byId, clearable, date, dateTime, decimal, flag, id, int, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { phone, phoneOrKept } from '../phones.ts';
import { removalRoutes } from '../removals.ts';
import { identityNumberOf, MASKED_IDENTITY } from './identity-numbers.rules.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';
import { picture } from '../system/pictures.ts';

export const Person = z.object({
  id: z.number(),
  userName: z.string(),
  tenantId: z.number(),
  tenantName: z.string(),
  gender: z.number().nullable(),
  /** Full years today, from the birth date. */
  age: z.number().nullable(),
  birthDate: z.string().nullable(),
  /** `110***********0134`; whole only in the detail, for who may edit people. */
  identityNumber: z.string().nullable(),
  /** `138****0017` for who has no use for it (`seesPhones`), as the number of the contact. */
  mobile: z.string().nullable(),
  address: z.string().nullable(),
  regionCode: z.string().nullable(),
  /** WGS-84 degrees. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  status: z.number(),
  serviceType: z.number(),
  careLevel: z.number().nullable(),
  anergy: z.number().nullable(),
  departmentId: z.number().nullable(),
  bedId: z.number().nullable(),
  bedName: z.string().nullable(),
  roomName: z.string().nullable(),
  /** Building, floor, room and bed: two buildings may have the same room. */
  place: z.string().nullable(),
  carerId: z.number().nullable(),
  carerName: z.string().nullable(),
  avatar: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** Dictionary `relation`. */
  contactRelation: z.number().nullable(),
  remarks: z.string().nullable(),
  flags: z.array(z.string()),
  version: z.number(),
  createTime: z.string(),
});

const WRONG_IDENTITY = '身份证号不正确，请核对18位号码';
/** A whole number, or the masked one that stands on record, which stays. */
const identityNumber = z
  .string({ error: WRONG_IDENTITY })
  .trim()
  .max(30, { error: WRONG_IDENTITY })
  .refine((typed) => MASKED_IDENTITY.test(typed) || identityNumberOf(typed) !== null, { error: WRONG_IDENTITY })
  .transform((typed) => identityNumberOf(typed) ?? typed);

const form = {
  userName: required(20, '请输入姓名'),
  gender: clearable(int(1, 2)),
  birthDate: clearable(date),
  identityNumber: clearable(identityNumber),
  mobile: clearable(phone('person')),
  address: clearable(text(200)),
  regionCode: clearable(z.string().regex(/^\d{6}$/, { error: '地区编码不正确' })),
  lng: clearable(decimal),
  lat: clearable(decimal),
  status: int(1, 5).optional(),
  serviceType: int(1, 2).optional(),
  careLevel: clearable(int(0, 20)),
  anergy: clearable(int(0, 20)),
  departmentId: clearable(id),
  bedId: clearable(id),
  carerId: clearable(id),
  avatar: clearable(picture),
  contactName: clearable(text(20)),
  contactPhone: clearable(phone('contact')),
  /** Of a contact who has a name or a number; without one there is nobody to be related. */
  contactRelation: clearable(int(1, 99)),
  remarks: clearable(text(500)),
  flags: z.array(text(20)).max(20).optional(),
};

const AGE_ORDER = '请正确输入年龄范围';
export const ageRange = { ageStart: int(0, 150).optional(), ageEnd: int(0, 150).optional() };

const query = {
  userName: text(20).optional(),
  mobile: text(20).optional(),
  keyword: text(20).optional(),
  gender: int(1, 2).optional(),
  status: int(1, 5).optional(),
  careLevel: int(0, 20).optional(),
  serviceType: int(1, 2).optional(),
  /** When they were registered. */
  createStart: dateTime.optional(),
  createEnd: dateTime.optional(),
  ...ageRange,
};

const crud = crudRoutes('/members/oldman', '服务对象', {
  permission: 'members_oldman',
  row: Person,
  form,
  query,
});

/** The specification's create and update are `POST oldman` and `PUT oldman`. */
export const people = {
  ...crud,
  ...removalRoutes('/members/oldman', '服务对象', 'members_oldman_del'),
  /** The identity number whole for who may edit people, which is noted as a look at it; without its middle when `masked` asks so. */
  get: get('/members/oldman/{id}', '服务对象详情', {
    access: 'members_oldman_view',
    input: z.object({ id, masked: flag.optional() }),
    output: Person,
  }),
  /** The whole identity number; the operation log and the person's timeline say who looked at it. */
  reveal: post('/members/oldman/{id}/identity', '查看身份证号', {
    access: 'members_oldman_edit',
    input: byId,
    output: z.object({ identityNumber: z.string().nullable() }),
  }),
  /**
   * The numbers of a person and their contacts, whole, for who sees them masked (docs/decisions/105); the operation log and the person's
   * timeline say who looked at them.
   */
  phones: post('/members/oldman/{id}/phones', '查看电话号码', {
    access: 'members_oldman_view',
    input: byId,
    output: z.object({
      mobile: z.string().nullable(),
      contacts: z.array(z.object({ name: z.string().nullable(), phone: z.string().nullable(), relation: z.number().nullable() })),
    }),
  }),
  page: {
    ...crud.page,
    input: crud.page.input.refine(
      (value) => (value.ageStart === undefined) === (value.ageEnd === undefined) && (value.ageStart ?? 0) <= (value.ageEnd ?? 150),
      { error: AGE_ORDER },
    ),
  },
  update: {
    ...crud.update,
    input: crud.update.input.extend({ mobile: clearable(phoneOrKept('person')), contactPhone: clearable(phoneOrKept('contact')) }),
  },
  export: exportRoute('/members/oldman/export', '服务对象', 'members_oldman_export', query),
  ...importRoutes('/members/oldman', '服务对象', 'members_oldman_import'),
  findByMobile: get('/members/oldman/findOldmanByMobile', '按电话查找服务对象', {
    access: 'members_oldman_view',
    input: z.object({ mobile: phone('person') }),
    output: Person.nullable(),
  }),
};
