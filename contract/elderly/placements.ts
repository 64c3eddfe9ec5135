/** Who lies in which bed. */
import { z } from 'zod';
import { id, orNull } from '../fields.ts';
import { put } from '../http.ts';

export const placements = {
  /** From the bed that the caller saw to another one; null is none. 409 when the person has moved meanwhile, or the bed is taken. */
  move: put('/members/oldman/bed', '安排床位', {
    access: 'members_oldman_edit',
    input: z.object({ oldmanId: id, fromBedId: orNull(id), bedId: orNull(id) }),
    /** How many door codes of the room they left have ended with it. */
    output: z.object({ endedCodes: z.number() }),
    message: '操作成功',
  }),
};
