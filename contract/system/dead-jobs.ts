/** 未送出的任务: jobs that used up their attempts, for staff to send again or to give up (docs/decisions/051). */
import { z } from 'zod';
import { dateTime, id, int, page, paging, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const DeadJob = z.object({
  id: z.number(),
  /** A key of `jobKinds`. */
  kind: z.string(),
  attempts: z.number(),
  /** Why the last attempt failed; no text of a message. */
  error: z.string().nullable(),
  /** When the job was made. */
  createTime: z.string(),
  /** When it had its last attempt. */
  deadTime: z.string(),
  /** Of `deadJobStates`. */
  state: z.number(),
  /** Why it was given up. */
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedTime: z.string().nullable(),
});

const query = { kind: text(40).optional(), state: int(1, 3).optional(), startTime: dateTime.optional(), endTime: dateTime.optional() };

const ids = z.array(id, { error: '请选择任务' }).min(1, { error: '请选择任务' }).max(200, { error: '一次最多选择200条' });

/** How many were decided on; others were faster at the rest. */
const Decided = z.object({ count: z.number() });

export const deadJobs = {
  page: get('/admin/dead-job/page', '未送出的任务', {
    access: 'sys_deadjob_view',
    input: z.object({ ...paging, ...query }),
    output: page(DeadJob),
  }),
  export: exportRoute('/admin/dead-job/export', '未送出的任务', 'sys_deadjob_export', query),
  /** Throws 404 when none is there, 409 when others have decided on all of them. */
  send: post('/admin/dead-job/send', '重新发送任务', {
    access: 'sys_deadjob_edit',
    input: z.object({ ids }),
    output: Decided,
    message: '已重新发送',
  }),
  drop: post('/admin/dead-job/drop', '放弃任务', {
    access: 'sys_deadjob_edit',
    input: z.object({ ids, reason: required(200, '请填写放弃原因') }),
    output: Decided,
    message: '已放弃',
  }),
};
