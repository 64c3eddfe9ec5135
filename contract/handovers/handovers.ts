/** 交接班: what one shift leaves to the next, signed by both. */
import { z } from 'zod';
import { byId, clearable, date, dateTime, id, int, nothing, ok, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { handoverParts, type HandoverPart } from './handover-commands.rules.ts';

/** Line breaks stay; at most so many characters of each part. */
export const MOST_PART = 4000;

const parts = Object.fromEntries(handoverParts.map((part) => [part, z.string()])) as Record<HandoverPart, z.ZodString>;
const typed = Object.fromEntries(handoverParts.map((part) => [part, text(MOST_PART).optional()])) as Record<
  HandoverPart,
  z.ZodOptional<z.ZodString>
>;

const head = {
  id: z.number(),
  state: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  authorId: z.number(),
  authorName: z.string(),
  receiverId: z.number().nullable(),
  receiverName: z.string().nullable(),
  signTime: z.string().nullable(),
  receiveTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
};

export const HandoverRow = z.object(head);
export const Handover = z.object({
  ...head,
  ...parts,
  /** In the order in which they were written. */
  notes: z.array(z.object({ id: z.number(), text: z.string(), userName: z.string(), createTime: z.string() })),
});

const view = 'shift_handover_view';
const write = 'shift_handover_add';
const versioned = z.object({ id, version: z.int() });
const shift = { startTime: dateTime, endTime: dateTime };

export const handovers = {
  /** `userName`: of either of both. */
  page: get('/warning/handover/page', '交接班记录', {
    access: view,
    input: z.object({
      ...paging,
      userName: text(20).optional(),
      state: int(1, 3).optional(),
      startDate: date.optional(),
      endDate: date.optional(),
    }),
    output: page(HandoverRow),
  }),
  get: get('/warning/handover/{id}', '交接班详情', { access: view, input: byId, output: Handover }),
  /** The text that the system proposes for a span. */
  draft: get('/warning/handover/draft', '交接班草拟', { access: write, input: z.object(shift), output: z.object(parts) }),
  /**
   * Opens the caller's draft, with the proposed text of the shift on duty now, else of the last eight hours. The one that there is
   * already is given instead.
   */
  create: post('/warning/handover', '写交接', { access: write, input: nothing, output: id }),
  update: put('/warning/handover', '修改交接班', {
    access: write,
    input: z.object({
      id,
      version: z.int(),
      startTime: dateTime.optional(),
      endTime: dateTime.optional(),
      receiverId: clearable(id),
      ...typed,
    }),
    output: ok,
    message: '已保存草稿',
  }),
  remove: del('/warning/handover/{id}', '删除交接班草稿', { access: write, input: byId, output: ok, message: '删除成功' }),
  sign: put('/warning/handover/sign', '交班签名', { access: write, input: versioned, output: ok, message: '已签名，等待接班' }),
  recall: put('/warning/handover/recall', '撤回交班签名', { access: write, input: versioned, output: ok, message: '已撤回签名' }),
  receive: put('/warning/handover/receive', '接班签名', {
    access: 'shift_handover_receive',
    input: versioned,
    output: ok,
    message: '已接班',
  }),
  /** To a signed one; nothing else of it changes any more. */
  note: post('/warning/handover/note', '补充交接班备注', {
    access: view,
    input: z.object({ id, text: required(500, '请填写备注') }),
    output: ok,
    message: '已补充',
  }),
};
