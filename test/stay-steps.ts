/** The steps of a stay, from the application to the check-out, one request each, in an institution of their own. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { careTemplates } from '#contract/care/care-templates.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import type { Route } from '#contract/http.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { departmentNames } from '#contract/stay/checkout-departments.rules.ts';
import { CHECKOUT_ACCESS, checkouts } from '#contract/stay/checkouts.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { offerPayTypes } from './accounts-ledger.ts';
import { applicationOf } from './applications.ts';
import { taskOf } from './approvals.ts';
import type { Answer, Harness, TestUser } from './harness.ts';
import { givePhone, newPhone } from './phones.ts';

const today = dayOf(Date.now());
const ACCESS = [
  ...[rooms.create, beds.page, careTemplates.create].map(({ access }) => access),
  ...Object.values(admissions).map(({ access }) => access),
  ...Object.values(checkouts).map(({ access }) => access),
  ...departmentNames.map(CHECKOUT_ACCESS.of),
  // Who decides where a flow names no other.
  'approval_case_manage',
];

export interface StayHouse {
  tenantId: number;
  head: TestUser;
  nurse: TestUser;
  /** Of both, for the texts that reach them. */
  phones: string[];
  bedId: number;
  templateId: number;
  admissionId: number;
  oldmanId: number;
  checkoutId: number;
}

const made = ({ status, msg, data }: Answer): never => {
  assert.equal(status, 200, String(msg));
  return data as never;
};

/** An institution with one bed, a template of care, and staff who are told of notices and approvals by text. */
export async function stayHouse(t: Harness): Promise<StayHouse> {
  const tenantId = await t.tenant();
  const [head, nurse] = [
    await t.user(tenantId, { name: '院长', permissions: ACCESS }),
    await t.user(tenantId, { name: '李敏', permissions: ACCESS }),
  ];
  const phones = [newPhone(), newPhone()];
  await givePhone(t, head, phones[0]!);
  await givePhone(t, nurse, phones[1]!);
  await offerPayTypes(t, tenantId);
  const choices = { approval: { sms: true }, notice: { sms: true } };
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`insert into message_settings (tenant_id, choices) values (${tenantId}, ${JSON.stringify(choices)}::jsonb)`),
  );
  const roomId: number = made(await t.route(rooms.create, head, { building: '1号楼', floor: '3', name: '301', beds: 1 }));
  const listed: { records: { id: number }[] } = made(await t.route(beds.page, head, { roomId }));
  const wash = { name: '翻身', kind: 'turn', mode: 'clock', clocks: ['07:30'] };
  const templateId: number = made(await t.route(careTemplates.create, head, { name: '半自理', interventions: [wash] }));
  const none = { admissionId: 0, oldmanId: 0, checkoutId: 0 };
  return { tenantId, head, nurse, phones, bedId: listed.records[0]!.id, templateId, ...none };
}

/** What a step sends; `keep` remembers what it was answered. */
export interface Sent {
  as: TestUser;
  method: string;
  path: string;
  input: object;
  keep: (data: any) => void;
}
export interface StayStep {
  name: string;
  request: (t: Harness, house: StayHouse) => Promise<Sent>;
}

const sent = ({ method, path }: Route, as: TestUser, input: object, keep: Sent['keep'] = () => {}): Sent => ({
  as,
  method,
  path,
  input,
  keep,
});

const application = (bedId: number) =>
  applicationOf(bedId, { userName: '陈玉兰', identityNumber: '110101194105060049', mobile: '13912340002' });

/** In their order: each needs those before it. */
export const staySteps: readonly StayStep[] = [
  {
    name: '申请',
    request: async (_t, house) => sent(admissions.submit, house.nurse, application(house.bedId), (id: number) => (house.admissionId = id)),
  },
  {
    name: '审批',
    async request(t, { admissionId, head }) {
      const { caseId } = (await t.route(admissions.get, head, { id: admissionId })).data;
      return sent(approvalCases.decide, head, { taskId: await taskOf(t, head, caseId), action: 'approve' });
    },
  },
  {
    name: '入住',
    request: async (_t, house) => {
      const { admissionId: id, templateId: careTemplateId } = house;
      const admitDate = nextDay(today, -5);
      const input = { id, admitDate, depositPaid: 5000, prepaid: 600.5, payType: 1, careTemplateId };
      return sent(admissions.admit, house.head, input, (data: { oldmanId: number }) => (house.oldmanId = data.oldmanId));
    },
  },
  {
    name: '退住申请',
    request: async (_t, house) => {
      const input = { oldmanId: house.oldmanId, leaveDate: today, destination: 1, reason: '家属接回照顾' };
      return sent(checkouts.submit, house.nurse, input, (id: number) => (house.checkoutId = id));
    },
  },
  ...departmentNames.map((department) => ({
    name: `退住审核 ${department}`,
    request: async (_t: Harness, { checkoutId: id, head }: StayHouse) => sent(checkouts.sign, head, { id, department }),
  })),
  {
    name: '结算退住',
    async request(t, { checkoutId: id, head }) {
      const { dueAmount } = (await t.route(checkouts.fee, head, { id })).data;
      return sent(checkouts.checkOut, head, { id, dueAmount, refundType: 2, receiver: '王强' });
    },
  },
];

/** Does one step on the harness's own server. */
export async function doStep(t: Harness, house: StayHouse, { request }: StayStep): Promise<void> {
  const { as, method, path, input, keep } = await request(t, house);
  keep(made(await t.call(method, path, { as, input, headers: { 'idempotency-key': randomUUID() } })));
}
