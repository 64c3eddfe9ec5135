/** Policies of who is told of which warnings. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, clock, flag, id, int, required, text } from '../fields.ts';
import { get } from '../http.ts';
import { channels, recipientKinds } from './policies.rules.ts';
import { ruleNames } from './warnings.rules.ts';

const Recipient = z.object({
  kind: z.enum(recipientKinds),
  id: id.nullable().default(null),
  address: z.string().trim().max(300, { error: '地址过长' }).nullable().default(null),
});
const Step = z.object({
  delay: int(0, 86_400),
  to: z.array(Recipient).min(1, { error: '每一级至少一个通知对象' }).max(10),
  channels: z.array(z.enum(channels)).max(3).default(['popup']),
  repeatMinutes: int(1, 1440).nullable().default(null),
  repeats: int(0, 50).default(0),
});

export const WarningPolicy = z.object({
  id: z.number(),
  name: z.string(),
  rules: z.array(z.string()),
  severities: z.array(z.number()),
  steps: z.array(
    z.object({
      delay: z.number(),
      to: z.array(z.object({ kind: z.string(), id: z.number().nullable(), address: z.string().nullable(), name: z.string().nullable() })),
      channels: z.array(z.string()),
      repeatMinutes: z.number().nullable(),
      repeats: z.number(),
    }),
  ),
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  enabled: z.boolean(),
  sort: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const policies = crudRoutes('/warning/policy', '通知策略', {
  permission: 'warning_policy',
  row: WarningPolicy,
  form: {
    name: required(30, '请输入策略名称'),
    /** None: all. */
    rules: z.array(z.enum(ruleNames)).default([]),
    severities: z.array(z.int().min(1).max(4)).max(4).default([]),
    steps: z.array(Step).min(1, { error: '请至少设置一级通知' }).max(10, { error: '最多10级' }),
    quietFrom: clearable(clock),
    quietTo: clearable(clock),
    enabled: z.boolean().default(true),
    /** The first that fits, by this number, is the one. */
    sort: int(0, 9999).default(0),
  },
  query: { name: text(30).optional(), enabled: flag.optional() },
});

export const warningPolicies = {
  ...policies,
  /** Settings by which an SOS or a fall raises no warning, or a lesser one: they hold until staff take them back. */
  unraised: get('/warning/policy/unraised', '不报出的求助', {
    access: 'warning_policy_view',
    input: z.object({}),
    output: z.array(
      z.object({
        /** Where it is set: a type of devices, one device, or an integration. */
        at: z.enum(['type', 'device', 'integration']),
        id: z.number(),
        name: z.string(),
        /** How many devices it concerns. */
        devices: z.number(),
        lost: z.array(z.string()),
      }),
    ),
  }),
};
