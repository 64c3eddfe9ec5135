/** 临时客户: callers who are no resident, contact or colleague; who it is that calls from a number. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, id, int, required, text } from '../fields.ts';
import { get } from '../http.ts';
import { phone } from '../phones.ts';

export const customerLevels = { ordinary: 0, vip: 1, blocked: 2 } as const;
export const customerLevelLabels: Readonly<Record<number, string>> = { 0: '普通', 1: '重要', 2: '已拦截' };
const BASE = '/cloudcall/cloudcalltemporarycustomer';

export const CallCustomer = z.object({
  id: z.number(),
  name: z.string(),
  mobile: z.string(),
  gender: z.number().nullable(),
  address: z.string(),
  relation: z.string(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  level: z.number(),
  levelReason: z.string(),
  remarks: z.string(),
  createBy: z.string().nullable(),
  lastCallTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** How a number belongs to a name. */
export const callerKinds = { person: 1, contact: 2, customer: 3, colleague: 4, device: 5 } as const;
export const callerKindLabels: Readonly<Record<number, string>> = { 1: '服务对象', 2: '联系人', 3: '临时客户', 4: '同事', 5: '设备' };

const Caller = z.object({
  /** `callerKinds`. */
  kind: z.number(),
  /** Of the person, contact, customer, user or device. */
  id: z.number(),
  name: z.string(),
  relation: z.string(),
  /** The resident that it is or is about. */
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  place: z.string().nullable(),
  careLevel: z.number().nullable(),
  /** Falls, allergy and so on, as the head of the person's page shows them. */
  flags: z.array(z.string()),
});

const crud = crudRoutes(BASE, '临时客户', {
  permission: 'cloudcall_cloudcalltemporarycustomer',
  row: CallCustomer,
  form: {
    name: required(20, '请输入姓名'),
    mobile: phone('contact'),
    gender: clearable(int(1, 2)),
    address: text(200).default(''),
    relation: text(20).default(''),
    oldmanId: clearable(id),
    level: int(0, 2).default(0),
    levelReason: text(100).default(''),
    remarks: text(200).default(''),
  },
  query: { name: text(20).optional(), mobile: text(20).optional(), level: int(0, 2).optional(), oldmanId: id.optional() },
});

export const callCustomers = {
  ...crud,
  /** Whose number it is: all that fit, residents and their contacts first; nothing of whom the session does not reach. */
  find: get(`${BASE}/findCustomerInfoByMobile`, '按号码查找来电人', {
    access: 'cloudcall_workbench',
    urgent: true,
    input: z.object({ mobile: text(30) }),
    output: z.object({
      mobile: z.string(),
      level: z.number(),
      callers: z.array(Caller),
      /** Of the resident of the first one. */
      card: z
        .object({
          warnings: z.array(z.object({ id: z.number(), content: z.string(), time: z.string(), isDisposed: z.number() })).nullable(),
          orders: z.array(z.object({ id: z.number(), number: z.string(), name: z.string(), time: z.string() })).nullable(),
          packages: z.array(z.string()).nullable(),
          /** Yuan; null without the right to read money. */
          balance: z.number().nullable(),
        })
        .nullable(),
      lastCalls: z.array(
        z.object({
          id: z.number(),
          jobId: z.string(),
          kind: z.number(),
          time: z.string(),
          seatName: z.string().nullable(),
          summary: z.string(),
        }),
      ),
    }),
  }),
};
