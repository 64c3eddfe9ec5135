import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { accounts } from '#contract/accounts/accounts.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTemplates } from '#contract/care/care-templates.ts';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { arrangements } from '#contract/elderly/arrangements.ts';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { now } from '#contract/screens/now.ts';
import { admissions as routes } from '#contract/stay/admissions.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { applicationOf } from '#test/applications.ts';
import { offerPayTypes } from '#test/accounts-ledger.ts';
import { endApproval } from '#test/approving.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [head, nurse, viewer, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let bedIds: number[] = [];
let taken = 0;
const today = dayOf(Date.now());

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  head = await t.user(tenant, { name: '院长' });
  nurse = await t.user(tenant, { name: '李敏', permissions: [routes.page.access, routes.submit.access] });
  viewer = await t.user(tenant, { name: '小何', permissions: [routes.page.access] });
  stranger = await t.user(await t.tenant());
  await offerPayTypes(t, tenant);
  const room = (await t.route(rooms.create, head, { building: '1号楼', floor: '3', name: '301', beds: 12 } as never)).data as number;
  const listed = await t.route(beds.page, head, { roomId: room, size: 50 } as never);
  bedIds = listed.data.records.map(({ id }: { id: number }) => id);
  assert.equal(bedIds.length, 12);
});
after(() => t.close());

/** A bed that no test has used. */
const freshBed = () => bedIds[taken++]!;
const form = (bedId: number, more: object = {}) =>
  applicationOf(bedId, { trialDate: null, assessment: '能自己进食，需助行器', ...more }) as never;
const refusal = ({ status, msg }: { status: number; msg: unknown }) => [status, msg];
const read = async (id: number) => (await t.route(routes.get, head, { id })).data;
const bedState = async (id: number) => (await t.route(beds.get, head, { id })).data.status;
const asked = async (bedId: number, more: object = {}): Promise<number> => {
  const made = await t.route(routes.submit, nurse, form(bedId, more));
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
};
const end = async (id: number, outcome: 'approved' | 'rejected' | 'returned') => endApproval(t, head, (await read(id)).caseId, outcome);
const admitForm = (id: number, more: object = {}) => ({ id, admitDate: null, payType: null, careTemplateId: null, ...more }) as never;

describe('an application', () => {
  it('is for those who may, in words that are clear, and keeps the bed', async () => {
    const bedId = freshBed();
    assert.equal((await t.route(routes.submit, null, form(bedId))).status, 401);
    assert.equal((await t.route(routes.submit, viewer, form(bedId))).status, 403);
    for (const [more, status, text] of [
      [{ userName: '' }, 400, '请输入姓名'],
      [{ bedFee: -1 }, 400, '床位费不能小于0'],
      [{ careFee: 1.005 }, 400, '护理费最多两位小数'],
      [{ deposit: 2_000_000 }, 400, '押金过大'],
      [{ signerName: '' }, 400, '请填写签约人'],
      [{ admitDate: nextDay(today, -1) }, 400, '入住日期不能早于今天'],
      [{ bedId: 999_999 }, 422, '床位不存在'],
      [{ oldmanId: 999_999 }, 404, '服务对象不存在'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.submit, nurse, form(bedId, more))), [status, text]);
    assert.equal(await bedState(bedId), 0);
    const id = await asked(bedId);
    const row = await read(id);
    assert.match(row.number, /^RZ\d{11}$/);
    assert.deepEqual([row.state, row.monthFee, row.place, row.createBy], [1, 5200.5, row.place, '李敏']);
    assert.equal(await bedState(bedId), 1);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id })), [404, '入住申请不存在']);
    const page = await t.route(routes.page, head, { userName: '秀英', state: 1 } as never);
    assert.deepEqual(
      page.data.records.map((one: { id: number }) => one.id),
      [id],
    );
  });

  it('keeps a bed for one of twenty who ask at once, and nobody else gets it', async () => {
    const bedId = freshBed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => t.route(routes.submit, nurse, form(bedId, { userName: `抢床${at}` }))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 409)]);
    assert.match(String(answers.find(({ status }) => status === 409)!.msg), /床位已被占用或不可用/);
    const other = (await t.route(people.create, head, { userName: '赵大' })).data;
    assert.equal((await t.route(placements.move, head, { oldmanId: other, fromBedId: null, bedId })).status, 409);
    const kept = answers.find(({ status }) => status === 200)!.data;
    const name = (await read(kept)).userName;
    const words = `床位已为${name}预留，请先在“入住办理”中取消`;
    assert.deepEqual(refusal(await t.route(beds.update, head, { id: bedId, name: '2', status: 0 } as never)), [422, words]);
    assert.deepEqual(refusal(await t.route(beds.remove, head, { id: bedId })), [422, words]);
  });

  it('frees the bed when it is rejected, withdrawn or cancelled, and takes another one when it is asked for again', async () => {
    const [first, second] = [freshBed(), freshBed()];
    const rejected = await asked(first);
    await end(rejected, 'rejected');
    assert.deepEqual([(await read(rejected)).state, await bedState(first)], [3, 0]);
    const withdrawn = await asked(first);
    assert.deepEqual(refusal(await t.route(routes.withdraw, head, { id: withdrawn })), [403, '只能由申请人本人操作']);
    assert.equal((await t.route(routes.withdraw, nurse, { id: withdrawn })).status, 200);
    assert.deepEqual([(await read(withdrawn)).state, await bedState(first)], [4, 0]);
    assert.equal((await t.route(routes.withdraw, nurse, { id: withdrawn })).status, 409);
    const again = await asked(first, { identityNumber: '110101194105060022' });
    assert.equal((await t.route(routes.submit, nurse, form(first, { id: again }))).status, 409);
    await end(again, 'returned');
    const there = await t.route(approvalCases.resubmit, nurse, { id: (await read(again)).caseId });
    assert.deepEqual(refusal(there), [409, '请在“入住办理”中修改后重新提交']);
    assert.equal(await bedState(first), 1);
    const masked = (await read(again)).identityNumber;
    assert.match(masked, /^110\*+0022$/);
    const changed = await t.route(routes.submit, nurse, form(second, { id: again, identityNumber: masked, bedFee: 2600 }));
    assert.equal(changed.status, 200, String(changed.msg));
    assert.deepEqual([await bedState(first), await bedState(second), (await read(again)).bedFee], [0, 1, 2600]);
    await end(again, 'approved');
    assert.deepEqual(refusal(await t.route(routes.cancel, nurse, { id: again, reason: '不来了' })), [403, '权限不足，不允许访问']);
    assert.deepEqual(refusal(await t.route(routes.cancel, head, { id: again, reason: '' })), [400, '请填写取消原因']);
    assert.equal((await t.route(routes.cancel, head, { id: again, reason: '不来了' })).status, 200);
    assert.deepEqual([(await read(again)).state, await bedState(second)], [7, 0]);
    assert.equal((await t.route(routes.admit, head, admitForm(again))).status, 409);
  });
});

describe('admission', () => {
  it('makes person, bed, level, contract, money and care plan together, once', async () => {
    const bedId = freshBed();
    const id = await asked(bedId, { userName: '陈玉兰', mobile: '13912340002', identityNumber: '110101194105060049' });
    assert.equal((await t.route(routes.admit, head, admitForm(id))).status, 409);
    await end(id, 'approved');
    const waiting = (await t.route(now.read, head, { kind: 'admission' })).data.rows;
    assert.deepEqual(
      waiting.map(({ name, text }: { name: string; text: string }) => [name, text]),
      [['陈玉兰', '今天入住']],
    );
    const wash = { name: '翻身', kind: 'turn', mode: 'clock', clocks: ['07:30'] };
    const template = await t.route(careTemplates.create, head, { name: '半自理', interventions: [wash] } as never);
    assert.equal(template.status, 200, String(template.msg));
    for (const [more, status, text] of [
      [{ admitDate: nextDay(today) }, 400, '入住日期不能晚于今天'],
      [{ admitDate: nextDay(today, -32) }, 400, '入住日期不能早于31天前'],
      [{ depositPaid: 100 }, 400, '请选择支付方式'],
      [{ depositPaid: 100, payType: 2 }, 422, '支付方式不可用，请重新选择'],
      [{ careTemplateId: 999_999 }, 422, '照护模板不存在，请重新选择'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.admit, head, admitForm(id, more))), [status, text]);
    // The last step failed, and nothing of the others was left.
    assert.deepEqual([(await read(id)).state, await bedState(bedId)], [2, 1]);
    assert.equal((await t.route(people.page, head, { userName: '陈玉兰' } as never)).data.total, 0);

    const input = admitForm(id, { depositPaid: 5000, prepaid: 6000.5, payType: 1, careTemplateId: template.data });
    const send = () => t.call('PUT', routes.admit.path, { as: head, input, headers: { 'idempotency-key': 'admit-chen' } });
    const [first, second] = await Promise.all([send(), send()]);
    const made = [first, second].find(({ status }) => status === 200)!;
    const again = await send();
    assert.deepEqual([made.status, again.data], [200, made.data]);
    const { oldmanId, contractId } = made.data;
    const person = (await t.route(people.get, head, { id: oldmanId })).data;
    assert.deepEqual(
      [person.userName, person.status, person.bedId, person.careLevel, person.flags, person.contactName],
      ['陈玉兰', 1, bedId, 3, ['跌倒高危'], '王强'],
    );
    assert.equal(await bedState(bedId), 2);
    const money = (await t.route(accounts.get, head, { id: oldmanId })).data;
    assert.deepEqual([money.availableBalance, money.depositBalance], [6000.5, 5000]);
    const [level] = (await t.route(arrangements.ofPerson, head, { oldmanId })).data.changes;
    assert.deepEqual([level.kind, level.value, level.before], ['level', 3, null]);
    const [contract] = (await t.route(contracts.ofPerson, head, { oldmanId })).data;
    assert.deepEqual(
      [contract.id, contract.state, contract.monthFee, contract.effectiveDate, contract.signerName],
      [contractId, 2, 5200.5, today, '王强'],
    );
    const plans = (await t.route(carePlans.page, head, { oldmanId } as never)).data.records;
    assert.deepEqual(
      plans.map(({ state }: { state: number }) => state),
      [2],
    );
    const row = await read(id);
    assert.deepEqual([row.state, row.oldmanId, row.contractId, row.admitName], [6, oldmanId, contractId, '院长']);
    assert.equal((await t.route(routes.admit, head, admitForm(id))).status, 409);
  });

  it('of one who is here already is refused, and one who left comes back into their own record', async () => {
    const [first, second] = [freshBed(), freshBed()];
    const twin = { userName: '孙福', mobile: '13912340003' };
    const there = (await t.route(people.create, head, { ...twin, bedId: first } as never)).data;
    assert.deepEqual(refusal(await t.route(routes.submit, nurse, form(second, twin))), [
      422,
      '已有姓名和电话都相同的服务对象，请勿重复登记',
    ]);
    assert.deepEqual(refusal(await t.route(routes.submit, head, form(second, { oldmanId: there }))), [
      422,
      '该服务对象已有床位，不能办理入住',
    ]);
    await t.route(people.update, head, { id: there, userName: '孙福', status: 4 } as never);
    const id = await t.route(routes.submit, nurse, form(second, { oldmanId: there, careLevel: 5 }));
    assert.equal(id.status, 200, String(id.msg));
    await end(id.data, 'approved');
    const made = await t.route(routes.admit, head, admitForm(id.data));
    assert.equal(made.status, 200, String(made.msg));
    assert.equal(made.data.oldmanId, there);
    const person = (await t.route(people.get, head, { id: there })).data;
    assert.deepEqual([person.status, person.bedId, person.careLevel], [1, second, 5]);
  });

  it('of a contract that has ended by then is refused', async () => {
    const bedId = freshBed();
    const id = await asked(bedId, { userName: '刘德', endDate: nextDay(today) });
    await end(id, 'approved');
    const yesterday = nextDay(today, -1);
    await t.deps.inTenant(head.tenantId, (tx) =>
      tx.run(sql`update admissions set ends_on = ${yesterday}, admit_on = ${yesterday} where tenant_id = ${tx.tenantId} and id = ${id}`),
    );
    assert.deepEqual(refusal(await t.route(routes.admit, head, admitForm(id))), [422, '合同到期日期早于入住日期，请取消后重新申请']);
  });

  it('takes up a person who was given a bed meanwhile no more', async () => {
    const [first, second] = [freshBed(), freshBed()];
    const person = (await t.route(people.create, head, { userName: '吴敏' })).data;
    const id = await t.route(routes.submit, nurse, form(first, { oldmanId: person }));
    await end(id.data, 'approved');
    assert.equal((await t.route(placements.move, head, { oldmanId: person, fromBedId: null, bedId: second })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.admit, head, admitForm(id.data))), [422, '该服务对象已有床位，不能办理入住']);
    assert.equal(await bedState(first), 1);
  });
});
