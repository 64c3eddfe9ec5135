/** Who may open a door: staff and residents, each for a time. */
import { z } from 'zod';
import { clearable, date, id, page, paging, required } from '../fields.ts';
import { get, post } from '../http.ts';
import { lockProviders } from './locks.ts';

export const LockMember = z.object({
  id: z.number(),
  deviceId: z.number(),
  userId: z.number().nullable(),
  oldmanId: z.number().nullable(),
  name: z.string(),
  kind: z.enum(['staff', 'resident']),
  startDate: z.string(),
  endDate: z.string().nullable(),
  /** Null while it lasts. */
  endTime: z.string().nullable(),
  endReason: z.string().nullable(),
  codeCount: z.number(),
  createTime: z.string(),
});

export const lockMembers = {
  page: get('/tenant-device/lock/member/page', '门锁成员', {
    access: 'tenant_lock_view',
    input: z.object({ ...paging, deviceId: id, ended: z.enum(['true', 'false']).optional() }),
    output: page(LockMember),
  }),
  create: post('/tenant-device/lock/member', '新增门锁成员', {
    access: 'tenant_lock_edit',
    input: z
      .object({ deviceId: id, userId: clearable(id), oldmanId: clearable(id), startDate: date, endDate: clearable(date) })
      .refine(({ userId, oldmanId }) => Boolean(userId) !== Boolean(oldmanId), { error: '请选择一名员工或一名服务对象' })
      .refine(({ startDate, endDate }) => !endDate || endDate >= startDate, { error: '结束日期不能早于开始日期' }),
    output: id,
    message: '创建成功',
  }),
  /** Their codes end with them. */
  end: post('/tenant-device/lock/member/end', '结束门锁成员', {
    access: 'tenant_lock_edit',
    input: z.object({ id, reason: required(60, '请填写原因') }),
    output: z.object({ codes: z.number() }),
    message: '已结束',
  }),
  /**
   * The doors of a resident: of their room, those they may open, and those they have
   * just lost or whose lock has still to forget their code.
   */
  ofPerson: get('/tenant-device/lock/person/{oldmanId}', '服务对象的门锁', {
    access: 'tenant_lock_view',
    input: z.object({ oldmanId: id }),
    output: z.array(
      z.object({
        deviceId: z.number(),
        lockName: z.string(),
        roomName: z.string().nullable(),
        provider: z.enum(lockProviders),
        livesThere: z.boolean(),
        /** Null when they are no member now. */
        memberId: z.number().nullable(),
        codes: z.number(),
        /** Of these, those that the lock has still to learn. */
        waiting: z.number(),
        toForget: z.number(),
        endTime: z.string().nullable(),
        endReason: z.string().nullable(),
      }),
    ),
  }),
};
