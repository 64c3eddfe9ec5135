/** Pass codes: made here, told once, taught to the lock, and forgotten by it. */
import { z } from 'zod';
import { byId, clearable, dateTime, id, int, ok, page, paging, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { LONGEST_CODE, SHORTEST_CODE } from './lock-passcodes.rules.ts';

export const LockPasscode = z.object({
  id: z.number(),
  deviceId: z.number(),
  lockName: z.string(),
  roomName: z.string().nullable(),
  provider: z.string(),
  memberId: z.number().nullable(),
  memberName: z.string().nullable(),
  label: z.string(),
  kind: z.number(),
  duress: z.boolean(),
  state: z.number(),
  removal: z.number(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  activeTime: z.string().nullable(),
  endedTime: z.string().nullable(),
  endReason: z.string().nullable(),
  attempts: z.number(),
  nextTime: z.string().nullable(),
  problem: z.string().nullable(),
  createName: z.string().nullable(),
  createTime: z.string(),
  version: z.number(),
});

const code = 'tenant_lock_code';
const step = { id, version: z.int().optional() };

export const lockPasscodes = {
  page: get('/tenant-device/lock/passcode/page', '门锁密码', {
    access: 'tenant_lock_view',
    input: z.object({
      ...paging,
      deviceId: id.optional(),
      memberId: id.optional(),
      state: int(1, 5).optional(),
      /** Active ones that end within so many days. */
      endingDays: int(1, 90).optional(),
      /** Those that somebody has to do something about. */
      attention: z.enum(['true']).optional(),
    }),
    output: page(LockPasscode),
  }),
  /** The only answer that ever has the code. */
  create: post('/tenant-device/lock/passcode', '生成门锁密码', {
    access: code,
    input: z.object({
      deviceId: id,
      memberId: clearable(id),
      /** Instead of a member: whom a visitor's code is for. */
      label: clearable(text(30)),
      kind: int(1, 3),
      digits: int(SHORTEST_CODE, LONGEST_CODE).default(6),
      duress: z.boolean().default(false),
      startTime: clearable(dateTime),
      endTime: clearable(dateTime),
    }),
    output: z.object({ id: z.number(), code: z.string() }),
    message: '密码已生成',
  }),
  /** The lasting code of somebody who lives behind the door, who becomes its member by that. 409 when they have one. */
  ofResident: post('/tenant-device/lock/passcode/resident', '为入住人生成门锁密码', {
    access: code,
    input: z.object({ deviceId: id, oldmanId: id }),
    output: z.object({ id: z.number(), code: z.string() }),
    message: '密码已生成',
  }),
  /** Of a lock without a network: somebody has typed it in at the door, or could not. */
  confirm: post('/tenant-device/lock/passcode/confirm', '确认密码已设置', {
    access: code,
    input: z.object(step),
    output: ok,
    message: '已确认生效',
  }),
  fail: post('/tenant-device/lock/passcode/fail', '密码设置失败', {
    access: code,
    input: z.object({ ...step, reason: required(60, '请填写原因') }),
    output: ok,
    message: '已记录',
  }),
  retry: post('/tenant-device/lock/passcode/retry', '重新下发密码', {
    access: code,
    input: z.object(step),
    output: ok,
    message: '已重新下发',
  }),
  revoke: post('/tenant-device/lock/passcode/revoke', '撤销密码', {
    access: code,
    input: z.object({ ...step, reason: required(60, '请填写原因') }),
    output: ok,
    message: '已撤销',
  }),
  /** Of a lock without a network: the ended code was deleted at the door. */
  removed: post('/tenant-device/lock/passcode/removed', '确认密码已从门锁删除', {
    access: code,
    input: byId,
    output: ok,
    message: '已确认删除',
  }),
};
