/** 可删除的档案: people whose records need not be kept any more; erased by two, unless a reason stops it (个人信息保护法 §47). */
import { z } from 'zod';
import { byId, id, int, ok, page, paging, required, text } from '../fields.ts';
import { get, post } from '../http.ts';

const BASE = '/members/oldman';
const ACCESS = 'members_oldman_erase';

export const ErasableRow = z.object({
  id: z.number(),
  userName: z.string(),
  gender: z.number().nullable(),
  status: z.number(),
  /** When they left, or were removed. */
  leftTime: z.string(),
  /** erasureStates of person-erasures.rules.ts. */
  state: z.number(),
  askId: z.number().nullable(),
  askName: z.string().nullable(),
  askTime: z.string().nullable(),
  askReason: z.string().nullable(),
  holdName: z.string().nullable(),
  holdTime: z.string().nullable(),
  holdReason: z.string().nullable(),
  version: z.number(),
});

const Counted = z.object({ label: z.string(), count: z.number() });

export const ErasurePreview = z.object({
  person: ErasableRow,
  /** Rows that go. */
  goes: z.array(Counted),
  /** Rows that stay without what they say of the person. */
  emptied: z.array(Counted),
  /** What stands against it. */
  against: z.array(z.string()),
});

const changed = { id, version: z.int({ error: '请刷新后重试' }) };

export const personErasures = {
  page: get(`${BASE}/erasable/page`, '可删除的档案列表', {
    access: ACCESS,
    input: z.object({ ...paging, userName: text(20).optional(), state: int(1, 3).optional() }),
    output: page(ErasableRow),
  }),
  preview: get(`${BASE}/{id}/erasure`, '删除个人信息前核对', { access: ACCESS, input: byId, output: ErasurePreview }),
  ask: post(`${BASE}/{id}/erasure`, '申请删除个人信息', {
    access: ACCESS,
    input: z.object({ ...changed, reason: required(200, '请填写申请原因') }),
    output: ok,
    message: '已申请，请另一位管理员确认',
  }),
  withdraw: post(`${BASE}/{id}/erasure/withdraw`, '撤回删除个人信息', {
    access: ACCESS,
    input: z.object(changed),
    output: ok,
    message: '已撤回',
  }),
  /** By another one than who asked; it cannot be undone. */
  confirm: post(`${BASE}/{id}/erasure/confirm`, '确认删除个人信息', {
    access: ACCESS,
    input: z.object(changed),
    output: ok,
    message: '个人信息已删除',
  }),
  hold: post(`${BASE}/{id}/hold`, '暂缓删除个人信息', {
    access: ACCESS,
    input: z.object({ ...changed, reason: required(200, '请填写暂缓原因') }),
    output: ok,
    message: '已暂缓删除',
  }),
  release: post(`${BASE}/{id}/hold/release`, '解除暂缓删除', {
    access: ACCESS,
    input: z.object(changed),
    output: ok,
    message: '已解除暂缓',
  }),
};
