/** The house as one drawn plan: rooms where they lie, beds with who has them and what is the matter there. */
import { z } from 'zod';
import { id, nothing, ok, orNull, required, whole } from '../fields.ts';
import { del, get, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { LEAST_ROOM, MOST_CELLS } from './house.rules.ts';

/** Rooms in one answer; a larger house is cut off there. */
export const MOST_ROOMS = 2000;
/** Ids of each kind that may be asked for at once. */
const MOST_ASKED = 200;

const spot = { x: z.number(), y: z.number(), w: z.number(), h: z.number() };

const Alarm = z.object({
  id: z.number(),
  rule: z.string(),
  /** SOS求助, or what the institution called its rule. */
  title: z.string(),
  severity: z.number(),
  acknowledged: z.boolean(),
  happenTime: z.string(),
});

/** Where a person is by what they wear, when that is another room than their own. */
const Elsewhere = z.object({
  /** `2号楼 1层 大厅附近` */
  text: z.string(),
  /** The room, where it is one of the house. */
  roomId: z.number().nullable(),
  time: z.string(),
});

const HouseBed = z.object({
  id: z.number(),
  name: z.string(),
  /** contract/rooms/beds.rules.ts */
  status: z.number(),
  /** Null: not known, because the bed has not changed since that is noted. */
  statusTime: z.string().nullable(),
  /** Since when it waits to be cleaned; null: it does not. */
  cleaningSince: z.string().nullable(),
  /** A person has it; who, only where the session's data scope reaches. */
  taken: z.boolean(),
  person: z
    .object({
      id: z.number(),
      name: z.string(),
      gender: z.number().nullable(),
      age: z.number().nullable(),
      /** Dictionary `oldman_status`. */
      status: z.number(),
      flags: z.array(z.string()),
    })
    .nullable(),
  /** The gravest open warning of the person. */
  alarm: Alarm.nullable(),
  /** Of the values in force: 2 urgent, 1 watch, 0 in bounds or not to be seen. */
  gravity: z.number(),
  elsewhere: Elsewhere.nullable(),
  /** A visit that is being made or begins within two hours. */
  order: z
    .object({
      id: z.number(),
      carer: z.string().nullable(),
      /** contract/work-orders/work-orders.rules.ts */
      status: z.number(),
      project: z.string(),
      serviceTime: z.string(),
    })
    .nullable(),
});
export type HouseBed = z.output<typeof HouseBed>;

const HouseRoom = z.object({
  id: z.number(),
  building: z.string(),
  floor: z.string(),
  name: z.string(),
  /** Null: it is not laid out. */
  spot: z.object(spot).nullable(),
  /** The gravest open warning that came from this room and is of none of its beds. */
  alarm: Alarm.nullable(),
  beds: z.array(HouseBed),
});
export type HouseRoom = z.output<typeof HouseRoom>;

export const FloorPlan = z.object({
  building: z.string(),
  floor: z.string(),
  width: z.number(),
  height: z.number(),
  picture: z.string().nullable(),
  version: z.number(),
  updateName: z.string().nullable(),
});
export type FloorPlan = z.output<typeof FloorPlan>;

export const House = z.object({
  /** In the order of the house; of a reading of some, those rooms only. */
  rooms: z.array(HouseRoom),
  plans: z.array(FloorPlan),
  /** There are more rooms than are in the answer. */
  more: z.boolean(),
});
export type House = z.output<typeof House>;

const ids = z.array(id).max(MOST_ASKED);
const size = (name: string) => whole(1, MOST_CELLS, name);
const place = { building: required(20, '请输入楼栋'), floor: required(20, '请输入楼层') };

export const house = {
  read: get('/members/house', '房态图', { access: 'business_bcroom_house', input: nothing, output: House }),
  /** Only the rooms that these concern: of beds, of people's beds, of warnings and orders, of a floor one room of which is named. */
  some: get('/members/house/some', '房态变化', {
    access: 'business_bcroom_house',
    input: z.object({
      bedIds: ids.optional(),
      personIds: ids.optional(),
      warningIds: ids.optional(),
      workOrderIds: ids.optional(),
      floorOfRoomId: id.optional(),
    }),
    output: House,
  }),
  /** Where the institution is, GCJ-02: what places outdoors are told from. Null for care at home. */
  base: get('/members/house/base', '机构位置', {
    access: 'session',
    screen: true,
    input: nothing,
    output: z.object({ lng: z.number(), lat: z.number() }).nullable(),
  }),
  /** Where the rooms of one floor lie. `version` null: it was not laid out before. 409 with the plan as it is, when another was faster. */
  lay: put('/members/house/plan', '楼层布局', {
    access: 'business_bcroom_edit',
    input: z.object({
      ...place,
      width: size('宽度'),
      height: size('高度'),
      picture: orNull(picture),
      version: z.int().nullable(),
      rooms: z
        .array(
          z.object({
            roomId: id,
            x: whole(0, MOST_CELLS, '横向位置'),
            y: whole(0, MOST_CELLS, '纵向位置'),
            w: whole(LEAST_ROOM.w, MOST_CELLS, '房间宽度'),
            h: whole(LEAST_ROOM.h, MOST_CELLS, '房间高度'),
          }),
        )
        .max(500, { error: '一层最多布置500间房间' }),
    }),
    output: z.object({ version: z.number() }),
    message: '布局已保存',
  }),
  /** Back to the plan that is drawn from the rooms. */
  unlay: del('/members/house/plan', '恢复自动布局', {
    access: 'business_bcroom_edit',
    input: z.object({
      ...place,
      version: z.union([
        z.int(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ]),
    }),
    output: ok,
    message: '已恢复自动布局',
  }),
};
