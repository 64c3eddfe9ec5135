/** Who lies in which bed. */
import { z } from 'zod';
import { id, orNull } from '../fields.ts';
import { get, post, put } from '../http.ts';

/** So many people change their beds at once. */
export const MOST_MOVES = 10;

const ids = z.array(id).min(1).max(MOST_MOVES);
const isOnce = (list: readonly number[]) => new Set(list).size === list.length;
const TWICE = '同一服务对象或床位不能重复';

/** Carers that the people of a part of the house need; null: the institution compares none. */
const Load = z.object({ people: z.number(), unrated: z.number(), day: z.number().nullable(), night: z.number().nullable() });

export const MovePreview = z.object({
  people: z.array(
    z.object({
      oldmanId: z.number(),
      oldmanName: z.string(),
      /** Null: they have no bed. */
      from: z.string().nullable(),
      to: z.string(),
      /** The bed was reserved by hand. */
      reserved: z.boolean(),
      gender: z.number().nullable(),
      flags: z.array(z.string()),
      /** Who lies in the new room once all have moved. */
      men: z.number(),
      women: z.number(),
      fromFee: z.number().nullable(),
      toFee: z.number().nullable(),
      contractFee: z.number().nullable(),
    }),
  ),
  /** The floors that are left and those that are moved to, their buildings, and the house, before and after. */
  loads: z.array(z.object({ place: z.string(), before: Load, after: Load })),
});

export const placements = {
  /** What it would mean if these people lay in these beds, one by one; who lies in one of them and does not move is taken to be gone. */
  preview: get('/members/oldman/bed/preview', '换床试算', {
    access: 'members_oldman_edit',
    input: z
      .object({ oldmanIds: ids, bedIds: ids })
      .refine(({ oldmanIds, bedIds }) => oldmanIds.length === bedIds.length && isOnce(oldmanIds) && isOnce(bedIds), { error: TWICE }),
    output: MovePreview,
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
   * People who have beds change them together: two change places, several do in a ring, and the last may take a free bed. `fromBedId` is
   * where the caller saw them; 409 when one of them has moved meanwhile or a free bed was taken, and then all stay where they are.
   */
  swap: post('/members/oldman/replace', '对换床位', {
    access: 'members_oldman_edit',
    input: z.object({
      moves: z
        .array(z.object({ oldmanId: id, fromBedId: id, bedId: id }))
        .min(1, { error: '请选择服务对象和床位' })
        .max(MOST_MOVES, { error: `一次最多换${MOST_MOVES}人` })
        .refine((moves) => isOnce(moves.map(({ oldmanId }) => oldmanId)) && isOnce(moves.map(({ bedId }) => bedId)), { error: TWICE }),
    }),
    output: z.object({ endedCodes: z.number() }),
    message: '操作成功',
  }),
};
