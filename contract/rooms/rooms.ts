/** Rooms of an institution, `bcroom` on the wire: building, floor, room. The specification names only the list of beds (beds.ts). */
import { z } from 'zod';
import { clearable, id, int, nothing, ok, price, required } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { MOST_BEDS } from './beds.rules.ts';

export const Room = z.object({
  id: z.number(),
  building: z.string(),
  floor: z.string(),
  name: z.string(),
  sort: z.number(),
  version: z.number(),
  createTime: z.string(),
});

/** With how many beds it has and how many of them are free. */
const RoomNode = z.object({ id: z.number(), name: z.string(), beds: z.number(), free: z.number() });
export const Building = z.object({ building: z.string(), floors: z.array(z.object({ floor: z.string(), rooms: z.array(RoomNode) })) });
export type Building = z.output<typeof Building>;

const form = {
  building: required(20, '请输入楼栋'),
  floor: required(20, '请输入楼层'),
  name: required(20, '请输入房间号'),
  sort: int(0, 9999).optional(),
  /** What each of its beds costs a month, in yuan; without it they keep what they have. */
  monthFee: clearable(price('床位月费')),
};

export const rooms = {
  /** All rooms in their order; names only, for every picker. */
  tree: get('/business/bcroom/tree', '房间树', { access: 'session', input: nothing, output: z.array(Building) }),
  get: get('/business/bcroom/{id}', '房间详情', { access: 'business_bcroom_view', input: z.object({ id }), output: Room }),
  /** With `beds` beds: 1床, 2床, … */
  create: post('/business/bcroom', '新增房间', {
    access: 'business_bcroom_add',
    input: z.object({ ...form, beds: int(0, MOST_BEDS).optional() }),
    output: id,
    message: '创建成功',
  }),
  update: put('/business/bcroom', '修改房间', {
    access: 'business_bcroom_edit',
    input: z.object({ ...form, id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  /** With its beds; refused while somebody has one of them. */
  remove: del('/business/bcroom/{id}', '删除房间', {
    access: 'business_bcroom_del',
    input: z.object({ id }),
    output: ok,
    message: '删除成功',
  }),
  ...removalRoutes('/business/bcroom', '房间', 'business_bcroom_del'),
};
