/** What happened at a door: opened by whom and how, refused, forced. */
import { z } from 'zod';
import { clearable, dateTime, id, page, paging, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';

export const recordKinds = [
  'unlock',
  'refused',
  'lock',
  'open',
  'close',
  'duress',
  'tamper',
  'blocked',
  'left_open',
  'low_battery',
  'remote',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export const recordKindLabels: Record<RecordKind, string> = {
  unlock: '开锁',
  refused: '开锁失败',
  lock: '上锁',
  open: '门打开',
  close: '门关上',
  duress: '胁迫开锁',
  tamper: '防撬报警',
  blocked: '多次输错已锁定',
  left_open: '门未关',
  low_battery: '低电量',
  remote: '远程开锁',
};
/** Kinds that raise a warning. */
export const alarmKinds: readonly RecordKind[] = ['duress', 'tamper', 'blocked', 'left_open', 'low_battery'];

export const recordMethods = ['code', 'card', 'fingerprint', 'face', 'app', 'key', 'inside', 'remote', 'other'] as const;
export const recordMethodLabels: Record<(typeof recordMethods)[number], string> = {
  code: '密码',
  card: '门卡',
  fingerprint: '指纹',
  face: '人脸',
  app: '手机',
  key: '机械钥匙',
  inside: '室内',
  remote: '远程',
  other: '其他',
};
export const recordSourceLabels: Record<number, string> = { 1: '门锁上报', 2: '人工登记', 3: '导入', 4: '本系统' };

export const LockRecord = z.object({
  id: z.number(),
  deviceId: z.number(),
  lockName: z.string(),
  imei: z.string(),
  roomName: z.string().nullable(),
  time: z.string(),
  kind: z.enum(recordKinds),
  method: z.enum(recordMethods).nullable(),
  success: z.boolean(),
  who: z.string().nullable(),
  note: z.string().nullable(),
  source: z.number(),
  createName: z.string().nullable(),
});

const query = {
  deviceId: id.optional(),
  kind: z.enum(recordKinds).optional(),
  who: text(20).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const lockRecords = {
  page: get('/tenant-device/lock/record/page', '开锁记录', {
    access: 'tenant_lock_view',
    input: z.object({ ...paging, ...query }),
    output: page(LockRecord),
  }),
  export: exportRoute('/tenant-device/lock/record/export', '开锁记录', 'tenant_lock_export', query),
  ...importRoutes('/tenant-device/lock/record', '开锁记录', 'tenant_lock_import'),
  /** What a lock without a network cannot tell; an alarm raises its warning. */
  create: post('/tenant-device/lock/record', '登记开锁记录', {
    access: 'tenant_lock_record',
    input: z.object({
      deviceId: id,
      time: dateTime,
      kind: z.enum(recordKinds, { error: '请选择事件' }).exclude(['remote']),
      method: clearable(z.enum(recordMethods)),
      who: clearable(text(30)),
      note: clearable(text(100)),
    }),
    output: id,
    message: '登记成功',
  }),
};
