/** Beds with their states, and who lies where. */
import { z } from 'zod';
import { clearable, flag, id, int, ok, page, paging, price, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { settableStates } from './beds.rules.ts';

export const Bed = z.object({
  id: z.number(),
  roomId: z.number(),
  building: z.string(),
  floor: z.string(),
  roomName: z.string(),
  name: z.string(),
  /** contract/rooms/beds.rules.ts */
  status: z.number(),
  /** Somebody has it; who, only where the session's data scope reaches. */
  taken: z.boolean(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  careLevel: z.number().nullable(),
  oldmanStatus: z.number().nullable(),
  /** Since when it waits to be cleaned; null: it does not. */
  cleaningSince: z.string().nullable(),
  /** Yuan a month by the price list; null: it has no price. */
  monthFee: z.number().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const state = int(0, 5);
export const NOT_SETTABLE = '入住和请假随服务对象变化，不能手工设置';
const status = state.refine((value) => settableStates.includes(value), { error: NOT_SETTABLE });

const monthFee = clearable(price('床位月费'));

const query = {
  building: text(20).optional(),
  floor: text(20).optional(),
  roomId: id.optional(),
  roomName: text(20).optional(),
  status: int(0, 5).optional(),
  oldmanName: text(20).optional(),
  /** Only those that somebody can be put into. */
  takeable: flag.optional(),
};

export const beds = {
  /** The specification's list: in the order of the house. */
  page: get('/business/bcroom/institutionalBedInfoPage', '床位列表', {
    access: 'business_bcroom_view',
    input: z.object({ ...paging, ...query }),
    output: page(Bed),
  }),
  export: exportRoute('/business/bcroom/exportBeds', '床位', 'business_bcroom_export', query),
  get: get('/business/bcbed/{id}', '床位详情', { access: 'business_bcroom_view', input: z.object({ id }), output: Bed }),
  create: post('/business/bcbed', '新增床位', {
    access: 'business_bcroom_add',
    input: z.object({ roomId: id, name: required(20, '请输入床位号'), status: status.optional(), monthFee }),
    output: id,
    message: '创建成功',
  }),
  /** A state is set only while the bed is free; the state that it has already may always be sent. */
  update: put('/business/bcbed', '修改床位', {
    access: 'business_bcroom_edit',
    input: z.object({ id, name: required(20, '请输入床位号'), status: state.optional(), monthFee, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  /** Its person has left, and it is ready for the next. Of two who say so the second changes nothing. */
  clean: put('/business/bcbed/clean', '床位已清洁', {
    access: 'business_bcroom_clean',
    input: z.object({ id }),
    output: ok,
    message: '已清洁',
  }),
  remove: del('/business/bcbed/{id}', '删除床位', {
    access: 'business_bcroom_del',
    input: z.object({ id }),
    output: ok,
    message: '删除成功',
  }),
};
