/** Rating by the person served through a link, and the follow-up of bad ratings. */
import { z } from 'zod';
import { dateTime, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** `{tenant}.{43 characters}`: whose it is, and the secret. */
const token = z.string().regex(/^[1-9]\d{0,14}\.[\w-]{43}$/, { error: '评价链接无效或已过期' });

/** What somebody with the link sees: enough to know what is being rated, nothing that identifies the person or the place. */
export const RatedVisit = z.object({
  tenantName: z.string(),
  /** 王** */
  personName: z.string(),
  serverProjectName: z.string(),
  serverUserName: z.string().nullable(),
  endTime: z.string().nullable(),
  /** The rating that there is already. */
  score: z.number().nullable(),
});

export const followupMethods = { 1: '电话回访', 2: '上门回访', 3: '其他方式' } as const;

export const Followup = z.object({
  id: z.number(),
  workOrderId: z.number(),
  workNo: z.string(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  oldmanPhone: z.string(),
  serverProjectName: z.string(),
  serverUserName: z.string().nullable(),
  score: z.number(),
  scoreContent: z.string().nullable(),
  /** 1 by staff, 2 by the person served. */
  scoreMethod: z.number(),
  scoreTime: z.string(),
  /** 1 待回访, 2 已回访. */
  status: z.number(),
  method: z.number().nullable(),
  result: z.string().nullable(),
  doneBy: z.string().nullable(),
  doneTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const query = {
  id: id.optional(),
  status: int(1, 2).optional(),
  oldmanName: text(20).optional(),
  workNo: text(30).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const workOrderRatings = {
  /** The order's link, new each time; an earlier one is worth nothing any more. Sends it to the person's phone when asked to. */
  link: post('/members/workorderscore/link', '生成评价链接', {
    access: 'members_workorder_view',
    input: z.object({ workOrderId: id, send: z.boolean().default(false) }),
    output: z.object({ path: z.string(), expires: z.string(), sent: z.boolean() }),
  }),
  open: get('/members/workorderscore/open/{token}', '待评价的服务', {
    access: 'public',
    rate: 'open',
    input: z.object({ token }),
    output: RatedVisit,
  }),
  rate: post('/members/workorderscore/open/{token}', '评价服务', {
    access: 'public',
    rate: 'open',
    audit: false,
    bodyLimit: 8 * 1024,
    input: z.object({ token, score: int(1, 5), scoreContent: orNull(text(200)) }),
    output: ok,
    message: '提交成功!',
  }),
  followups: get('/members/workorderscore/followup/page', '回访列表', {
    access: 'members_workorder_followup',
    input: z.object({ ...paging, ...query }),
    output: page(Followup),
  }),
  exportFollowups: exportRoute('/members/workorderscore/followup/export', '回访', 'members_workorder_followup', query),
  finishFollowup: put('/members/workorderscore/followup', '完成回访', {
    access: 'members_workorder_followup',
    input: z.object({ id, version: z.int(), method: int(1, 3), result: required(500, '请填写回访结果') }),
    output: ok,
    message: '操作成功',
  }),
};
