/** 重复档案: two records that may be one person's, looked at side by side, and made one. */
import { z } from 'zod';
import { flag, id, ok, page, paging } from '../fields.ts';
import { get, post } from '../http.ts';
import { Person } from './people.ts';
import { mergeFields } from './person-merge.rules.ts';

const BASE = '/members/oldman';
const PERMISSION = 'members_oldman_merge';

const Side = Person.pick({
  id: true,
  userName: true,
  gender: true,
  birthDate: true,
  identityNumber: true,
  mobile: true,
  status: true,
  bedId: true,
  place: true,
  createTime: true,
});

export const DuplicatePair = z.object({
  /** Both ids, the smaller first: names the pair. */
  id: z.string(),
  one: Side,
  other: Side,
  /** duplicateReasons of person-merge.rules.ts. */
  reasons: z.array(z.number()),
  /** Who said that these are two people. */
  dismissBy: z.string().nullable(),
});

export const MergePreview = z.object({
  keep: Person,
  drop: Person,
  /** What would move, by its name; rows that have none are together. */
  moves: z.array(z.object({ label: z.string(), count: z.number() })),
  /** What stands against it. */
  against: z.array(z.string()),
});

const pair = { keepId: id, dropId: id };

export const personMerge = {
  duplicates: get(`${BASE}/duplicates`, '重复档案列表', {
    access: PERMISSION,
    input: z.object({ ...paging, dismissed: flag.default(false) }),
    output: page(DuplicatePair),
  }),
  /** That two records are two people's, or that this is to be looked at again. */
  dismiss: post(`${BASE}/duplicates/dismiss`, '标记为不同的人', {
    access: PERMISSION,
    input: z.object({ oneId: id, otherId: id, dismissed: z.boolean().default(true) }),
    output: ok,
    message: '已保存',
  }),
  preview: get(`${BASE}/merge/preview`, '合并档案前核对', { access: PERMISSION, input: z.object(pair), output: MergePreview }),
  /** Makes two records one; it cannot be undone. Gives the id that is kept. */
  merge: post(`${BASE}/merge`, '合并档案', {
    access: PERMISSION,
    input: z.object({
      ...pair,
      /** Fields that are taken of the record that is dropped. */
      fields: z
        .array(z.enum(mergeFields, { error: '合并的项目不正确' }))
        .max(mergeFields.length)
        .default([]),
      keepVersion: z.int({ error: '请刷新后重试' }),
      dropVersion: z.int({ error: '请刷新后重试' }),
    }),
    output: id,
    message: '已合并',
  }),
};
