/** Whom to call about a person, in the order in which they are called, and the calls that staff made. */
import { z } from 'zod';
import { id, int, ok, orNull, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { phone, phoneOrKept } from '../phones.ts';

/** Contacts of one person. */
export const MOST_CONTACTS = 10;
/** The longest call that is noted, in seconds. */
export const LONGEST_CALL = 2 * 3600;

/** The first one is the person's own `contactName`, `contactPhone` and `contactRelation`, of which any may be missing. */
export const PersonContact = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** Dictionary `relation`. */
  relation: z.number().nullable(),
  notes: z.string().nullable(),
});

export const PersonCall = z.object({
  id: z.number(),
  contact: z.string(),
  phone: z.string(),
  /** callOutcomes of contract/warnings/warning-records.rules.ts. */
  outcome: z.number(),
  note: z.string().nullable(),
  startTime: z.string(),
  seconds: z.number(),
  userName: z.string(),
});

const contact = z.object({
  name: required(20, '请输入联系人姓名'),
  phone: phoneOrKept('contact').refine((typed) => typed !== '', { error: '请输入联系人电话' }),
  relation: orNull(int(1, 99)),
  notes: orNull(text(100)),
});

export const personContacts = {
  ofPerson: get('/members/oldmancontact/{oldmanId}', '联系人列表', {
    access: 'members_oldman_view',
    input: z.object({ oldmanId: id }),
    /** `version` is the person's, for `save`. */
    output: z.object({ version: z.number(), contacts: z.array(PersonContact) }),
  }),
  /** Replaces all of them, in this order; 409 when the person was changed meanwhile. */
  save: put('/members/oldmancontact', '保存联系人', {
    access: 'members_oldman_edit',
    input: z.object({
      oldmanId: id,
      version: z.int(),
      contacts: z.array(contact).max(MOST_CONTACTS, { error: `最多登记${MOST_CONTACTS}位联系人` }),
    }),
    output: ok,
    message: '更新成功',
  }),
  /** The newest twenty calls, without those that belong to the handling of a warning. */
  calls: get('/members/oldmancall/{oldmanId}', '通话记录', {
    access: 'members_oldman_view',
    input: z.object({ oldmanId: id }),
    output: z.array(PersonCall),
  }),
  /** Notes a call that is over: it ended now and took `seconds`. */
  addCall: post('/members/oldmancall', '登记通话', {
    access: 'members_oldman_edit',
    input: z.object({
      oldmanId: id,
      contact: required(20, '请填写通话对象'),
      phone: phone('dialled'),
      outcome: int(1, 4),
      seconds: int(0, LONGEST_CALL),
      note: orNull(text(200)),
    }),
    output: id,
    message: '通话已记录',
  }),
};
