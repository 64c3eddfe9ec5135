/** Who lies in which bed. */
import { z } from 'zod';
import { id, orNull } from '../fields.ts';
import { get, post, put } from '../http.ts';

export const placements = {
  /** What it would mean if this person lay in this bed; who lies in it now is taken to be gone. */
  preview: get('/members/oldman/bed/preview', '换床试算', {
    access: 'members_oldman_edit',
    input: z.object({ oldmanId: id, bedId: id }),
    output: z.object({
      gender: z.number().nullable(),
      men: z.number(),
      women: z.number(),
      fromFee: z.number().nullable(),
      toFee: z.number().nullable(),
      contractFee: z.number().nullable(),
    }),
  }),
  /** From the bed that the caller saw to another one; null is none. 409 when the person has moved meanwhile, or the bed is taken. */
  move: put('/members/oldman/bed', '安排床位', {
    access: 'members_oldman_edit',
    input: z.object({ oldmanId: id, fromBedId: orNull(id), bedId: orNull(id) }),
    /** How many door codes of the room they left have ended with it. */
    output: z.object({ endedCodes: z.number() }),
    message: '操作成功',
  }),
  /**
   * Each of a ring moves into the bed of the next, the last into that of the first: two change places. `bedId` is where the caller saw
   * them; 409 when one of them has moved meanwhile, and then all stay where they are.
   */
  swap: post('/members/oldman/replace', '对换床位', {
    access: 'members_oldman_edit',
    input: z.object({
      ring: z
        .array(z.object({ oldmanId: id, bedId: id }))
        .min(2, { error: '请选择对换床位的服务对象' })
        .max(10, { error: '一次最多对换10人' })
        .refine((ring) => new Set(ring.map(({ oldmanId }) => oldmanId)).size === ring.length, { error: '同一服务对象不能重复' }),
    }),
    output: z.object({ endedCodes: z.number() }),
    message: '操作成功',
  }),
};
