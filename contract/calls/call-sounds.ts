/** 语音文件: what callers hear besides voices: greetings of menus, waiting music, announcements. An upload is a WAV file. */
import { z } from 'zod';
import { byId, changes, id, ok, page, paging, required, text } from '../fields.ts';
import { pieces } from './spoken.rules.ts';
import { del, get, post, put } from '../http.ts';

const BASE = '/cloudcall/callsound';
/** Of an upload; it is kept at 8,000 bytes a second. */
export const MOST_SOUND_MB = 20;
export const LONGEST_SOUND_S = 180;

const form = {
  name: required(30, '请输入语音名称'),
  /** What is said in it, for who reads the menu. */
  said: text(200).default(''),
  /** The piece of the product's that it is heard in place of; '': none. */
  piece: z.union([z.literal(''), z.enum(pieces)], { error: '没有这段播报' }).default(''),
};

export const CallSound = z.object({
  id: z.number(),
  name: z.string(),
  said: z.string(),
  piece: z.string(),
  durationMs: z.number(),
  /** What plays it: 语音菜单“总机”. */
  usedBy: z.array(z.string()),
  version: z.number(),
  createTime: z.string(),
});

/** One of the product's pieces, and what is heard in its place. */
export const SpokenPiece = z.object({
  piece: z.enum(pieces),
  words: z.string(),
  /** Of the institution; null: the product's own. */
  sound: z.object({ id: z.number(), name: z.string(), version: z.number() }).nullable(),
  durationMs: z.number(),
});

export const callSounds = {
  page: get(`${BASE}/page`, '语音文件列表', {
    access: 'cloudcall_callmenu_view',
    input: z.object({ ...paging, name: text(30).optional() }),
    output: page(CallSound),
  }),
  create: post(BASE, '上传语音文件', {
    access: 'cloudcall_callmenu_edit',
    rate: 'upload',
    multipart: ['audio/wav'],
    bodyLimit: MOST_SOUND_MB * 1024 * 1024,
    input: z.object(form),
    output: id,
    message: '上传成功',
  }),
  update: put(BASE, '修改语音文件', {
    access: 'cloudcall_callmenu_edit',
    input: z.object({ ...changes(form), id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  /** As callers hear it, in base64. */
  listen: get(`${BASE}/{id}/listen`, '试听语音文件', {
    access: 'cloudcall_callmenu_view',
    input: byId,
    output: z.object({ type: z.literal('audio/wav'), content: z.string() }),
  }),
  /** What is said to those who wait, piece by piece. */
  spoken: get(`${BASE}/spoken`, '排队播报', { access: 'cloudcall_callmenu_view', input: z.object({}), output: z.array(SpokenPiece) }),
  /** The product's own piece, in base64. */
  hear: get(`${BASE}/spoken/{piece}`, '试听内置播报', {
    access: 'cloudcall_callmenu_view',
    input: z.object({ piece: z.enum(pieces, { error: '没有这段播报' }) }),
    output: z.object({ type: z.literal('audio/wav'), content: z.string() }),
  }),
  remove: del(`${BASE}/{id}`, '删除语音文件', { access: 'cloudcall_callmenu_edit', input: byId, output: ok, message: '删除成功' }),
};
