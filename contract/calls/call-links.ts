/**
 * 通话链接: calls of a page without an account. A link of one call is sent by SMS and opens that call; a permanent one (a QR code in the lobby,
 * or for a family) leads into a menu or a group. The page of both is `/c/{token}`.
 *
 * How the page goes: `look`; on a press `join` with its own random `pageId` and its sound; `answer` again and again (half a second, then two)
 * until `answer` is there, then every two seconds for what goes on; `seen` is not needed, `answer` says that the page is there. `keys` for a
 * key of the menu, `end` to hang up. `pageId` is the secret of its call: another page with the same link knows nothing of it.
 */
import { z } from 'zod';
import { byId, clearable, changes, dateTime, flag, id, ok, orNull, page, paging, required, text, whole } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { phone } from '../phones.ts';
import { IceServer } from './workbench.ts';

/** `{tenant}.{32 characters}`: whose link it is, and the secret. */
export const callToken = z.string().regex(/^[1-9]\d{0,14}\.[\w-]{32}$/, { error: '通话链接无效或已失效' });

/** The address of the page of a link. */
export const callPath = (token: string) => `/c/${token}`;

const BASE = '/cloudcall/public/call/{token}';
const pageId = z.guid({ error: '页面编号格式不正确' });
const open = { access: 'public', audit: false, bodyLimit: 64 * 1024 } as const;

/** A key of the menu that may be pressed now. */
const MenuKey = z.object({ key: z.string(), name: z.string() });

export const publicCalls = {
  /** What the page shows before the call: nothing of any person. Refused with 403 when the link is wrong, over or used. */
  look: get(BASE, '通话链接', {
    access: 'public',
    rate: 'open',
    input: z.object({ token: callToken }),
    output: z.object({
      tenantName: z.string(),
      /** What the permanent link is called (服务台), or who calls. */
      title: z.string(),
      /** What the institution says to who opens a permanent one. */
      welcome: z.string(),
      /** True: press to call; false: a call rings, press to answer or to refuse. */
      permanent: z.boolean(),
      /** Whether the caller is told that the call is recorded: the page says so before. */
      recorded: z.boolean(),
      /** Whether the line is open now; else `closedText` says when. */
      open: z.boolean(),
      closedText: z.string(),
      iceServers: z.array(IceServer),
    }),
  }),
  /** Begins (permanent) or answers (one call) with the sound of the page. Its answer follows. A number is asked for, not proved. */
  join: post(`${BASE}/join`, '接入通话链接', {
    ...open,
    rate: 'open',
    input: z.object({
      token: callToken,
      pageId,
      /** The `pageId` of earlier calls of this page, which prove that a callback left in one of them is its own. */
      formerPages: z.array(pageId).max(5, { error: '页面编号最多5个' }).default([]),
      offer: z.string({ error: '缺少语音参数' }).max(30_000, { error: '语音参数过长' }),
      name: text(20).default(''),
      phone: orNull(phone('person')),
    }),
    output: ok,
  }),
  /** What goes on: read again and again while the page is open; a page that is not heard of for 30 s has hung up. */
  answer: get(`${BASE}/leg/{pageId}`, '通话链接进展', {
    access: 'public',
    rate: 'read',
    input: z.object({ token: callToken, pageId }),
    output: z.object({
      /** SDP, until the call ends. */
      answer: z.string().nullable(),
      /** Of the call: `callPhases` of seat-states.rules.ts. */
      phase: z.number(),
      /** Of the leg of the page: `legStates` of hearing.rules.ts. */
      state: z.number(),
      held: z.boolean(),
      /** The place in the queue from 1; null when it does not wait, or is not told. */
      position: z.number().nullable(),
      /** What the menu says, and its keys; empty outside the menu. */
      greeting: z.string(),
      keys: z.array(MenuKey),
      /** How it ended, in words for the caller; null while it goes on. */
      ended: z.string().nullable(),
      seconds: z.number(),
    }),
  }),
  keys: post(`${BASE}/keys`, '通话链接按键', {
    ...open,
    rate: 'open',
    input: z.object({ token: callToken, pageId, keys: z.string().regex(/^[0-9*#]{1,20}$/, { error: '按键只能是数字、*和#' }) }),
    output: ok,
  }),
  /** 1 to 5 stars, once the call is over: within ten minutes, once. */
  rate: post(`${BASE}/rate`, '评价通话', {
    ...open,
    rate: 'open',
    input: z.object({
      token: callToken,
      pageId,
      stars: z.int({ error: '请选择1至5星' }).min(1, { error: '请选择1至5星' }).max(5, { error: '请选择1至5星' }),
    }),
    output: ok,
  }),
  /** Hangs up; before `join`, with a link of one call, refuses it. */
  end: post(`${BASE}/end`, '挂断通话链接', {
    ...open,
    rate: 'open',
    input: z.object({ token: callToken, pageId: orNull(pageId) }),
    output: ok,
  }),
};

const LinkForm = {
  name: required(30, '请输入名称'),
  /** One of the two. */
  groupId: clearable(id),
  menuId: clearable(id),
  /** For whom: the caller is then known (a family's own link). */
  oldmanId: clearable(id),
  /** Empty: until it is stopped. */
  expireTime: clearable(dateTime),
  mostCalls: whole(1, 100, '同时通话数').default(20),
  /** Above the button of the page. */
  welcome: text(200).default(''),
  enabled: z.boolean({ error: '请选择是否启用' }).default(true),
  remarks: text(200).default(''),
};

export const CallLink = z.object({
  id: z.number(),
  name: z.string(),
  groupId: z.number().nullable(),
  groupName: z.string().nullable(),
  menuId: z.number().nullable(),
  menuName: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  expireTime: z.string().nullable(),
  mostCalls: z.number(),
  welcome: z.string(),
  enabled: z.boolean(),
  uses: z.number(),
  /** Whether the address can be shown again. */
  kept: z.boolean(),
  lastUseTime: z.string().nullable(),
  remarks: z.string(),
  createTime: z.string(),
  version: z.number(),
});

/** Permanent links: made, renamed, sent, stopped by who keeps the call centre, as far as the session reaches the person of a link. */
export const callLinks = {
  page: get('/cloudcall/calllink/page', '通话链接列表', {
    access: 'cloudcall_calllink_view',
    input: z.object({ ...paging, name: text(30).optional(), oldmanId: id.optional(), enabled: flag.optional() }),
    output: page(CallLink),
  }),
  get: get('/cloudcall/calllink/{id}', '通话链接详情', { access: 'cloudcall_calllink_view', input: byId, output: CallLink }),
  /** Its address; null for one that was made before addresses were kept: it is renewed first. */
  address: get('/cloudcall/calllink/{id}/address', '通话链接地址', {
    access: 'cloudcall_calllink_edit',
    input: byId,
    output: z.object({ path: z.string().nullable() }),
  }),
  /** Sends it by SMS. */
  send: post('/cloudcall/calllink/{id}/send', '短信发送通话链接', {
    access: 'cloudcall_calllink_edit',
    input: z.object({ id, phone: phone('mobile') }),
    output: ok,
    message: '已发送',
  }),
  create: post('/cloudcall/calllink', '新增通话链接', {
    access: 'cloudcall_calllink_edit',
    input: z.object(LinkForm),
    output: z.object({ id: z.number(), path: z.string() }),
  }),
  update: put('/cloudcall/calllink', '修改通话链接', {
    access: 'cloudcall_calllink_edit',
    input: z.object({ ...changes(LinkForm), id, version: z.number().optional() }),
    output: ok,
  }),
  /** A new address; the former one opens nothing any more. */
  renew: post('/cloudcall/calllink/{id}/renew', '更换通话链接地址', {
    access: 'cloudcall_calllink_edit',
    input: z.object({ id }),
    output: z.object({ id: z.number(), path: z.string() }),
  }),
  remove: del('/cloudcall/calllink/{id}', '删除通话链接', {
    access: 'cloudcall_calllink_edit',
    input: z.object({ id }),
    output: ok,
  }),
};
