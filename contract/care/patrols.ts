/** 巡视: who walked through which floor when, whom they saw, and which rounds are missing. */
import { z } from 'zod';
import { byId, date, dateTime, id, int, ok, orNull, page, paging, required, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

const BASE = '/members/round';
const VIEW = 'members_round_view';
const DO = 'members_round_do';

export const Patrol = z.object({
  id: z.number(),
  /** `patrolStates` of patrol-commands.rules.ts. */
  state: z.number(),
  building: z.string(),
  floor: z.string(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  people: z.number(),
  well: z.number(),
  note: z.string(),
  userId: z.number(),
  userName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

/** Of those whom the session reaches. */
const PatrolMark = z.object({
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  mark: z.number(),
  note: z.string(),
});

const Span = z.object({ startTime: z.string(), endTime: z.string() });
const floorOf = { building: required(20, '请选择楼栋'), floor: required(20, '请选择楼层') };
const query = {
  building: text(20).optional(),
  floor: text(20).optional(),
  state: int(1, 3).optional(),
  userName: text(20).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
const versioned = { id, version: z.int() };

export const MOST_MARKS = 500;
/** What is said of those who are not simply well, and of the round. */
const said = {
  marks: z
    .array(z.object({ oldmanId: id, mark: whole(1, 3, '标记'), note: text(200).default('') }))
    .max(MOST_MARKS, { error: `最多标记${MOST_MARKS}人` })
    .default([]),
  note: text(500).default(''),
};
/** Made by the phone that walks: what it sends twice is one round. */
const walk = z.guid({ error: '巡视编号格式不正确' });

export const patrols = {
  page: get(`${BASE}/page`, '巡视列表', { access: VIEW, input: z.object({ ...paging, ...query }), output: page(Patrol) }),
  export: exportRoute(`${BASE}/export`, '巡视记录', 'members_round_export', query),
  get: get(`${BASE}/{id}`, '巡视详情', {
    access: VIEW,
    input: byId,
    output: z.object({ ...Patrol.shape, marks: z.array(PatrolMark) }),
  }),
  /** The floors on which residents are, and how each stands now. */
  floors: get(`${BASE}/floors`, '各楼层巡视情况', {
    access: VIEW,
    input: z.object({}),
    output: z.object({
      /** The span of now in which each should be walked through; null: none is asked for. */
      window: Span.nullable(),
      /** Those of this shift and the next, for a phone without a network. */
      windows: z.array(Span),
      floors: z.array(
        z.object({
          building: z.string(),
          floor: z.string(),
          people: z.number(),
          lastTime: z.string().nullable(),
          lastName: z.string().nullable(),
          /** A round began in the span of now. */
          done: z.boolean(),
          walking: z
            .object({
              id: z.number(),
              version: z.number(),
              walk: z.string(),
              userId: z.number(),
              userName: z.string(),
              startTime: z.string(),
            })
            .nullable(),
          /** Of this shift. */
          missed: z.array(Span),
        }),
      ),
    }),
  }),
  /** The residents of a floor whom the session reaches. */
  people: get(`${BASE}/people`, '巡视名单', {
    access: DO,
    input: z.object(floorOf),
    output: z.array(z.object({ oldmanId: z.number(), oldmanName: z.string(), place: z.string().nullable() })),
  }),
  coverage: get(`${BASE}/coverage`, '巡视月度统计', {
    access: VIEW,
    input: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: '月份格式应为yyyy-MM' }) }),
    output: z.array(
      z.object({
        building: z.string(),
        floor: z.string(),
        /** 0 night, 1 day, 2 evening. */
        shift: z.number(),
        expected: z.number(),
        done: z.number(),
        missed: z.array(Span),
      }),
    ),
  }),
  /** Of a phone: with its key, and when it began. */
  start: post(`${BASE}/start`, '开始巡视', {
    access: DO,
    input: z.object({ ...floorOf, walk: walk.optional(), startTime: orNull(dateTime) }),
    output: id,
    message: '已开始巡视',
  }),
  /** Who has no mark is well. */
  finish: put(`${BASE}/finish`, '结束巡视', {
    access: DO,
    input: z.object({ ...versioned, ...said }),
    output: ok,
    message: '巡视已完成',
  }),
  /** A round that a phone has walked: ends the one that it began, or is the whole of it where the server has not heard of its beginning. */
  walked: put(`${BASE}/walked`, '上传巡视', {
    access: DO,
    input: z.object({ walk, ...floorOf, startTime: dateTime, endTime: dateTime, ...said }),
    output: id,
    message: '巡视已完成',
  }),
  cancel: put(`${BASE}/cancel`, '取消巡视', { access: DO, input: z.object(versioned), output: ok, message: '已取消' }),
};
