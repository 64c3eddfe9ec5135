/** 皮肤记录: what was found on the skin of a person and how it goes on, until it has healed. */
import { z } from 'zod';
import { isBodyPart } from '../body-parts.rules.ts';
import { byId, dateTime, flag, id, int, ok, orNull, page, paging, picked, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { isSkinKind } from './skin-commands.rules.ts';

const BASE = '/members/skin';
const VIEW = 'members_skin_view';
const ADD = 'members_skin_add';
export const MOST_SKIN_PHOTOS = 6;

/** Centimetres on the wire, millimetres in rows. */
const seen = { kind: z.number(), length: z.number().nullable(), width: z.number().nullable() };

export const SkinFinding = z.object({
  id: z.number(),
  state: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  part: z.string(),
  ...seen,
  foundTime: z.string(),
  seenTime: z.string(),
  healTime: z.string().nullable(),
  looks: z.number(),
  userName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const SkinLook = z.object({
  id: z.number(),
  ...seen,
  healed: z.boolean(),
  note: z.string(),
  photos: z.array(z.string()),
  time: z.string(),
  userName: z.string(),
});

const side = (name: string) => {
  const error = `${name}应为0.1至100厘米，最多一位小数`;
  return orNull(z.number({ error }).min(0.1, { error }).max(100, { error }).multipleOf(0.1, { error }));
};
const look = {
  kind: int(1, 99).refine(isSkinKind, { error: '请选择类别' }),
  length: side('长'),
  width: side('宽'),
  note: text(500).default(''),
  photos: z
    .array(picture)
    .max(MOST_SKIN_PHOTOS, { error: `最多${MOST_SKIN_PHOTOS}张图片` })
    .default([]),
  /** Without one: now. */
  time: orNull(dateTime),
};
const versioned = { id, version: z.int().optional() };

export const skinFindings = {
  page: get(`${BASE}/page`, '皮肤记录列表', {
    access: VIEW,
    input: z.object({
      ...paging,
      oldmanName: text(20).optional(),
      oldmanId: id.optional(),
      state: int(1, 2).optional(),
      kind: int(1, 99).optional(),
      /** Pressure sores only. */
      pressure: flag.optional(),
    }),
    output: page(SkinFinding),
  }),
  get: get(`${BASE}/{id}`, '皮肤记录详情', {
    access: VIEW,
    input: byId,
    output: z.object({ ...SkinFinding.shape, course: z.array(SkinLook) }),
  }),
  create: post(BASE, '新增皮肤记录', {
    access: ADD,
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      part: z.string({ error: '请选择部位' }).refine(isBodyPart, { error: '请选择部位' }),
      ...look,
    }),
    output: id,
    message: '已登记',
  }),
  look: put(`${BASE}/look`, '登记皮肤观察', { access: ADD, input: z.object({ ...versioned, ...look }), output: ok, message: '已登记' }),
  heal: put(`${BASE}/heal`, '登记皮肤愈合', {
    access: ADD,
    input: z.object({ ...versioned, note: look.note, photos: look.photos, time: look.time }),
    output: ok,
    message: '已登记愈合',
  }),
};
