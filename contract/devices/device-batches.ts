/** Purchases of devices by their numbers, and what becomes of a number that comes without being in the ledger. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { byId, clearable, id, int, ok, page, paging, picked, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { checkNumbers, strategies } from './device-batches.rules.ts';

const number = (name: string) =>
  z
    .string({ error: `请输入${name}` })
    .trim()
    .regex(/^\d{6,20}$/, { error: `${name}应为6到20位数字` });
const strategy = z.literal(Object.values(strategies), { error: '请选择登记方式' });

export const DeviceBatch = z.object({
  id: z.number(),
  name: z.string(),
  typeId: z.number(),
  typeName: z.string(),
  protocol: z.string(),
  firstNumber: z.string(),
  lastNumber: z.string(),
  strategy: z.number(),
  note: z.string().nullable(),
  /** By `consents`, and what the platform said. */
  consent: z.number(),
  consentNote: z.string().nullable(),
  /** Numbers of the batch that are in the ledger, and those that came and are not. */
  deviceCount: z.number(),
  strangerCount: z.number(),
  createName: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const form = {
  name: required(40, '请输入批次名称'),
  typeId: picked('请选择设备类型'),
  firstNumber: number('起始编号'),
  lastNumber: number('结束编号'),
  strategy,
  note: clearable(text(200)),
};

const crud = crudRoutes('/tenant-device/devicebatch', '设备批次', {
  permission: 'tenant_devicebatch',
  row: DeviceBatch,
  form,
  query: { name: text(40).optional(), strategy: int(0, 2).optional() },
});

const inOrder = (input: { firstNumber: string; lastNumber: string }, context: z.RefinementCtx) => {
  const problem = checkNumbers(input.firstNumber, input.lastNumber);
  if (problem) context.addIssue({ code: 'custom', message: problem, path: ['lastNumber'] });
};

/** A number of a batch that came to a gateway and is not in the ledger. */
export const DeviceStranger = z.object({
  id: z.number(),
  imei: z.string(),
  batchId: z.number(),
  batchName: z.string(),
  typeId: z.number(),
  kind: z.string(),
  protocol: z.string(),
  count: z.number(),
  firstTime: z.string(),
  lastTime: z.string(),
  /** Why it was not entered by itself. */
  refusal: z.string().nullable(),
});

/** A large batch that an institution asks the platform for. */
export const DeviceBatchRequest = z.object({
  id: z.number(),
  tenantName: z.string(),
  batchName: z.string(),
  firstNumber: z.string(),
  lastNumber: z.string(),
  count: z.number(),
  note: z.string().nullable(),
  askedName: z.string().nullable(),
  state: z.number(),
  decidedName: z.string().nullable(),
  decidedTime: z.string().nullable(),
  decisionNote: z.string().nullable(),
  createTime: z.string(),
});

export const deviceBatches = {
  ...crud,
  create: { ...crud.create, input: crud.create.input.superRefine(inOrder) },
  update: { ...crud.update, input: crud.update.input.superRefine(inOrder) },
  strangers: get('/tenant-device/devicebatch/stranger/page', '待登记设备列表', {
    access: 'tenant_devicebatch_view',
    input: z.object({ ...paging, imei: text(32).optional(), batchId: id.optional() }),
    output: page(DeviceStranger),
  }),
  /** Enters numbers into the ledger, as their batches say; gives how many. */
  enter: post('/tenant-device/devicebatch/stranger/enter', '登记设备', {
    access: 'tenant_device_add',
    input: z.object({
      ids: z.array(id).min(1, { error: '请选择设备' }).max(100, { error: '一次最多登记100台' }),
    }),
    output: z.int(),
    message: '登记成功',
  }),
  /** Of all institutions, for the platform. */
  requests: get('/tenant-device/devicebatch/request/page', '号段申请列表', {
    access: 'tenant_devicebatch_consent',
    platform: '只有平台可以处理号段申请',
    input: z.object({ ...paging, state: int(1, 3).optional(), firstNumber: text(20).optional() }),
    output: page(DeviceBatchRequest),
  }),
  decide: post('/tenant-device/devicebatch/request/decide', '处理号段申请', {
    access: 'tenant_devicebatch_consent',
    platform: '只有平台可以处理号段申请',
    input: z
      .object({ id, agree: z.boolean({ error: '请选择是否同意' }), note: text(200).optional() })
      .refine(({ agree, note }) => agree || (note ?? '') !== '', { error: '请填写不同意的原因', path: ['note'] }),
    output: ok,
    message: '处理成功',
  }),
  /** Takes a number off the list; it comes back when it is heard again. */
  forget: post('/tenant-device/devicebatch/stranger/forget', '移除待登记设备', {
    access: 'tenant_devicebatch_edit',
    input: byId,
    output: ok,
    message: '移除成功',
  }),
};
