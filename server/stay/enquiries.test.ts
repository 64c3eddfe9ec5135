import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { pageOfNow } from '#contract/screens/now.rules.ts';
import { now } from '#contract/screens/now.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { enquiries as routes } from '#contract/stay/enquiries.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { endApproval } from '#test/approving.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [head, nurse, viewer, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
const today = dayOf(Date.now());
let serial = 0;

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  head = await t.user(tenant, { name: '院长' });
  nurse = await t.user(tenant, { name: '李敏' });
  viewer = await t.user(tenant, { name: '小何', permissions: [routes.page.access] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const form = (more: object = {}) =>
  ({
    userName: '王奶奶',
    contactName: '王强',
    contactRelation: 1,
    mobile: `139${String(10_000_000 + serial++)}`,
    source: 1,
    careLevel: 2,
    ...more,
  }) as never;
const asked = async (more: object = {}): Promise<number> => {
  const made = await t.route(routes.create, head, form(more));
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
};
const read = async (id: number) => (await t.route(routes.get, head, { id })).data;

describe('an enquiry', () => {
  it('is written down in words that are clear, and once', async () => {
    assert.equal((await t.route(routes.create, null, form())).status, 401);
    assert.equal((await t.route(routes.create, viewer, form())).status, 403);
    for (const [more, status, text] of [
      [{ userName: '' }, 400, '请输入姓名'],
      [{ age: 140 }, 400, '年龄应为0至130的整数'],
      [{ ownerId: 999_999 }, 422, '跟进人不存在或已停用'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.create, head, form(more))), [status, text]);
    const mobile = '13912345678';
    const id = await asked({ mobile, wishes: '想要朝南双人间', ownerId: nurse.userId });
    const row = await read(id);
    assert.deepEqual([row.state, row.ownerName, row.createBy, row.events[0].kind], [1, '李敏', '院长', 'ask']);
    assert.deepEqual(refusal(await t.route(routes.create, head, form({ mobile }))), [409, '该老人已有未结束的咨询，请在原咨询中跟进']);
    const both = await Promise.all([1, 2].map(() => t.route(routes.create, head, form({ mobile: '13912345679' }))));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id })), [404, '入住咨询不存在']);
    assert.equal((await t.route(routes.follow, stranger, { id, text: '看看' } as never)).status, 404);
    assert.equal(
      (await t.route(routes.update, head, { id, version: 1, userName: '王奶奶', mobile, source: 1, remarks: '下午方便接电话' } as never))
        .status,
      200,
    );
    assert.equal(
      (await t.route(routes.update, head, { id, version: 1, userName: '王奶奶', mobile, source: 1, remarks: '晚了' } as never)).status,
      409,
    );
    assert.equal((await read(id)).remarks, '下午方便接电话');
  });

  it('is followed up, comes to see the house, waits in the queue, and is lost with a reason', async () => {
    const [id, second] = [await asked(), await asked()];
    const act = (route: typeof routes.follow | typeof routes.wait | typeof routes.lose, input: object) =>
      t.route(route as never, head, input as never);
    assert.deepEqual(refusal(await act(routes.follow, { id, text: '' })), [400, '请填写内容']);
    const { version } = await read(id);
    const two = await Promise.all(['一', '二'].map((text) => act(routes.follow, { id, version, text, nextDate: today })));
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(two.find(({ status }) => status === 409)!.msg, '入住咨询已被他人修改，请刷新后重试');
    assert.equal((await t.route(routes.visit, head, { id, text: '看了302', nextDate: null } as never)).status, 200);
    for (const one of [id, second]) assert.equal((await act(routes.wait, { id: one })).status, 200);
    assert.deepEqual([(await read(id)).ahead, (await read(second)).ahead], [0, 1]);
    assert.deepEqual(refusal(await act(routes.wait, { id })), [409, '该咨询等候床位，不能排队等候床位']);
    assert.equal((await act(routes.lose, { id, reason: 2, note: '离女儿家太远' })).status, 200);
    const row = await read(id);
    assert.deepEqual(
      [row.state, row.lostReason, row.ahead, row.events.map(({ kind }: { kind: string }) => kind)],
      [6, 2, null, ['lose', 'wait', 'visit', 'follow', 'ask']],
    );
    assert.equal((await read(second)).ahead, 0);
    assert.equal((await t.route(routes.reopen, head, { id } as never)).status, 200);
    assert.deepEqual([(await read(id)).state, (await read(id)).lostReason], [2, null]);
  });

  it('waits for its owner on the day on which it is to be asked again', async () => {
    const [due, later] = [await asked({ nextDate: today, ownerId: nurse.userId }), await asked({ nextDate: nextDay(today) })];
    const waiting = async (as: TestUser) =>
      (await t.route(now.read, as, { kind: 'enquiry' })).data.rows.map((row: Parameters<typeof pageOfNow>[0]) => [row.id, pageOfNow(row)]);
    assert.ok((await waiting(nurse)).some(([id, page]: [number, string]) => id === due && page === `/stay/enquiry?id=${due}`));
    assert.ok((await waiting(head)).every(([id]: [number]) => id !== later && id !== due));
    const page = await t.route(routes.page, head, { nextUntil: today, ownerId: nurse.userId } as never);
    assert.deepEqual(
      page.data.records.map(({ id }: { id: number }) => id),
      [due],
    );
  });

  it('ends with the admission that comes of it, and is counted', async () => {
    const room = (await t.route(rooms.create, head, { building: '1号楼', floor: '1', name: '101', beds: 2 } as never)).data as number;
    const [bed] = (await t.route(beds.page, head, { roomId: room } as never)).data.records;
    const id = await asked({ userName: '陈玉兰', source: 3 });
    const application = (enquiryId: number) =>
      t.route(admissions.submit, head, {
        enquiryId,
        enterType: 1,
        userName: '陈玉兰',
        bedId: bed.id,
        admitDate: today,
        trialDate: null,
        endDate: nextDay(today, 364),
        bedFee: 1500,
        careFee: 1800,
        mealFee: 900,
        deposit: 0,
        signerName: '陈浩',
      } as never);
    assert.deepEqual(refusal(await application(999_999)), [404, '入住咨询不存在']);
    const made = await application(id);
    assert.equal(made.status, 200, String(made.msg));
    assert.equal((await read(id)).state, 1);
    const before = (await t.route(routes.forecast, viewer, {})).data;
    assert.deepEqual([before.free, before.kept], [1, 1]);
    const { caseId } = (await t.route(admissions.get, head, { id: made.data })).data;
    await endApproval(t, head, caseId, 'approved');
    const done = await t.route(admissions.admit, head, { id: made.data, admitDate: null, payType: null, careTemplateId: null } as never);
    assert.equal(done.status, 200, String(done.msg));
    const row = await read(id);
    assert.deepEqual([row.state, row.events[0].kind], [5, 'admit']);
    assert.equal((await t.route(routes.forecast, viewer, {})).data.kept, 0);
    const counted = (await t.route(routes.statistics, viewer, { startDate: today, endDate: today })).data;
    const third = counted.bySource.find(({ key }: { key: number }) => key === 3);
    assert.deepEqual([third.count, third.admitted, counted.total.admitted], [1, 1, 1]);
    const asks = (input: object) => t.route(routes.statistics, viewer, input as never);
    assert.deepEqual(refusal(await asks({ startDate: today, endDate: nextDay(today, -1) })), [400, '开始日期不能晚于结束日期']);
    assert.deepEqual(refusal(await asks({ startDate: nextDay(today, -731), endDate: today })), [400, '最多统计731天']);
    assert.equal((await t.call('GET', routes.export.path, { as: head })).status, 200);
  });
});
