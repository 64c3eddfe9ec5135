/** 身份码: what is printed on a person's bed card and wristband, and who it is when it is scanned. `tmoldmanqrcode` on the wire. */
import { z } from 'zod';
import { id, ok, required, several } from '../fields.ts';
import { get, post, put } from '../http.ts';

const BASE = '/members/tmoldmanqrcode';
const VIEW = 'members_oldman_view';
const ADD = 'members_oldmanqrcode_add';
/** People whose cards are printed at once. */
export const MOST_CARDS = 100;

export const PersonCode = z.object({
  oldmanId: z.number(),
  code: z.string(),
  version: z.number(),
  createBy: z.string(),
  createTime: z.string(),
});

const shown = {
  userName: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  status: z.number(),
  place: z.string().nullable(),
  careLevel: z.number().nullable(),
  /** Dictionary `meal_type`. */
  meal: z.number().nullable(),
  mealNote: z.string().nullable(),
};

/** What a card says: nothing that the person would not say at the bedside themselves. */
export const PersonCard = z.object({
  oldmanId: z.number(),
  ...shown,
  flags: z.array(z.string()),
  /** Null: none was made yet. */
  code: z.string().nullable(),
  version: z.number(),
});

/** The person of a scanned code, for the carer at the bed. */
export const ScannedPerson = z.object({
  id: z.number(),
  ...shown,
  allergies: z.array(z.string()),
  /** The flags that are no allergies. */
  flags: z.array(z.string()),
  contactName: z.string().nullable(),
  contactRelation: z.number().nullable(),
  /** 139****0001 */
  contactPhone: z.string().nullable(),
});

const ids = z
  .array(id)
  .min(1, { error: '请选择服务对象' })
  .max(MOST_CARDS, { error: `每次最多打印${MOST_CARDS}位服务对象` });

export const personCodes = {
  /** Makes the code of a person or, when there is one, another that makes it void. `version` is what was read, 0 for none. */
  renew: post(BASE, '生成身份码', {
    access: ADD,
    input: z.object({ oldmanId: id, version: z.int().min(0).optional() }),
    output: PersonCode,
    message: '身份码已生成',
  }),
  /** Takes the code, or the address that the QR says. */
  find: put(BASE, '扫描身份码', {
    access: VIEW,
    input: z.object({ code: required(300, '请扫描身份码') }),
    output: ScannedPerson,
    always: true,
  }),
  /** Makes the codes of those who have none. */
  prepare: post(`${BASE}/prepare`, '准备身份码', { access: ADD, input: z.object({ ids }), output: ok }),
  /** In the order of the ids. */
  cards: get(`${BASE}/cards`, '床头卡与腕带', {
    access: VIEW,
    input: z.object({ ids: several(id, MOST_CARDS) }),
    output: z.array(PersonCard),
  }),
  get: get(`${BASE}/{id}`, '身份码详情', { access: VIEW, input: z.object({ id }), output: PersonCode.nullable() }),
};
