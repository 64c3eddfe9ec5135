/** 照护随记: what was seen or done by the way, noted with one press. */
import { z } from 'zod';
import { byId, dateTime, id, ok, orNull, page, paging, picked, text } from '../fields.ts';
import { del, get, post } from '../http.ts';

export const noteKinds = {
  water: '饮水',
  intake: '鼻饲输液',
  meal: '进食',
  stool: '排便',
  urine: '排尿',
  output: '引流呕吐',
  sleep: '睡眠',
  mood: '情绪',
  turn: '翻身',
  bath: '洗浴',
  disinfect: '便器消毒',
  other: '其他',
} as const;
export type NoteKind = keyof typeof noteKinds;
export const noteKindNames = Object.keys(noteKinds) as [NoteKind, ...NoteKind[]];

/** Taken so long afterwards, and taken back so soon. */
export const NOTE_LATE_HOURS = 72;
export const NOTE_UNDO_SECONDS = 60;

/** What a note says beside its kind; which of it each kind has is `detailShapes` of care-charts.rules.ts. */
export const NoteValues = z.object({
  ml: z.number().optional(),
  way: z.string().optional(),
  bristol: z.number().optional(),
  amount: z.string().optional(),
  colour: z.string().optional(),
  sleep: z.string().optional(),
  position: z.string().optional(),
  skin: z.string().optional(),
  bath: z.string().optional(),
});

export const CareNote = z.object({
  id: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  kind: z.string(),
  time: z.string(),
  values: NoteValues,
  text: z.string(),
  userName: z.string(),
  createTime: z.string(),
});

const BASE = '/members/carenote';

export const careNotes = {
  page: get(`${BASE}/page`, '照护随记列表', {
    access: 'members_caretask_view',
    input: z.object({ ...paging, oldmanId: id.optional(), kind: z.enum(noteKindNames).optional() }),
    output: page(CareNote),
  }),
  /** Without a time: now. */
  create: post(BASE, '新增照护随记', {
    access: 'members_caretask_do',
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      kind: z.enum(noteKindNames, { error: '请选择类别' }),
      time: orNull(dateTime),
      values: NoteValues.default({}),
      text: text(200).default(''),
    }),
    output: id,
  }),
  /** By who wrote it, at once. */
  remove: del(`${BASE}/{id}`, '撤销照护随记', { access: 'members_caretask_do', input: byId, output: ok, message: '已撤销' }),
};
