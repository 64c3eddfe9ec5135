import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { placements } from '#contract/elderly/placements.ts';
import { people } from '#contract/elderly/people.ts';
import { devices } from '#contract/devices/devices.ts';
import { overviews } from '#contract/health/overviews.ts';
import { messages } from '#contract/messages/messages.ts';
import { textOf } from '#contract/time.ts';
import { placeText } from '#contract/rooms/places.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { boards } from '#contract/work-orders/boards.ts';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { alertOf, alertText } from '../warnings/escalations.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let projectId: number;
/** Two buildings have a 302 with a bed 3. */
const bedIds: number[] = [];
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  desk = await t.user(tenant, { name: '前台' });
  carer = await t.user(tenant, { name: '王芳' });
  ({ projectId } = await project(t, desk, { sos: true }));
  for (const building of ['1号楼', '2号楼'])
    await t.deps.inTenant(tenant, async (tx) => {
      const room = await tx.row<{ id: number }>(
        sql`insert into rooms (tenant_id, building, floor, name) values (${tenant}, ${building}, '3', '302') returning id`,
      );
      const bed = await tx.row<{ id: number }>(
        sql`insert into beds (tenant_id, room_id, name) values (${tenant}, ${room!.id}, '3') returning id`,
      );
      bedIds.push(bed!.id);
    });
});
after(() => t.close());

const [ONE, TWO] = ['1号楼 3层 302 3床', '2号楼 3层 302 3床'];
const move = async (oldmanId: number, fromBedId: number | null, bedId: number | null) =>
  assert.equal((await t.route(placements.move, desk, { oldmanId, fromBedId, bedId })).status, 200);
const resident = async (bedId: number, userName: string) =>
  (await t.route(people.create, desk, { userName, mobile: '13911112222', address: '幸福路1号', bedId })).data as number;
const orderOf = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
const make = async (oldmanId: number, more: Record<string, unknown> = {}) => {
  const job = { serverProjectId: projectId, serverTime: '2099-01-01 09:00:00', serverUserId: carer.userId };
  const form = { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '幸福路1号', jobLists: [job], ...more };
  return (await t.route(workOrders.create, desk, form)).data as number;
};

describe('the database', () => {
  it('writes a place as the contract does', async () => {
    const cases = [
      ['3号楼', '3', '302', '3'],
      ['3', '3层', '302', null],
      ['颐和苑', '三楼', '302', 'A'],
      ['', '', '302', '靠窗'],
      [null, null, '302', ''],
      [null, null, null, null],
    ] as const;
    for (const [building, floor, roomName, bedName] of cases) {
      const row = await t.deps.inTenant(desk.tenantId, (tx) =>
        tx.row<{ text: string | null }>(
          sql`select app.place_text(${building}::text, ${floor}::text, ${roomName}::text, ${bedName}::text) as text`,
        ),
      );
      assert.equal(row!.text, placeText({ building, floor, roomName, bedName }));
    }
  });
});

describe('a resident', () => {
  it('has the building in every list and sheet', async () => {
    const id = await resident(bedIds[0]!, '陈桂花');
    assert.equal((await t.route(people.get, desk, { id })).data.place, ONE);
    assert.deepEqual(
      (await t.route(people.page, desk, { userName: '陈桂花' })).data.records.map((row: any) => row.place),
      [ONE],
    );
    assert.deepEqual(
      (await t.route(overviews.page, desk, { userName: '陈桂花' })).data.records.map((row: any) => row.place),
      [ONE],
    );
    const warningId = await warning(t, desk.tenantId, id);
    assert.equal((await t.route(warnings.get, desk, { id: warningId })).data.roomName, ONE);
    const told = await t.deps.inTenant(desk.tenantId, async (tx) => alertText((await alertOf(tx, warningId))!, Date.now()));
    assert.match(told, new RegExp(`陈桂花 .*（${ONE}）`), 'the text message of an alarm');
    await move(id, bedIds[0]!, null);
  });

  it('has an order that says the bed of now while it is open, and the bed of then afterwards', async () => {
    const id = await resident(bedIds[0]!, '周阿婆');
    const [open, ended] = [await make(id), await make(id)];
    assert.equal((await orderOf(open)).bedPlace, ONE);
    assert.equal((await t.route(workOrders.cancel, desk, { id: ended, reason: '家属来接' })).status, 200);
    await move(id, bedIds[0]!, bedIds[1]!);
    assert.deepEqual([(await orderOf(open)).bedPlace, (await orderOf(ended)).bedPlace], [TWO, ONE]);
    const listed = (await t.route(workOrders.page, desk, { oldmanId: id })).data.records.map((row: any) => [
      row.id,
      row.bedPlace,
      row.oldmanAddress,
    ]);
    assert.deepEqual(
      listed.toSorted((a: any, b: any) => a[0] - b[0]),
      [
        [open, TWO, '幸福路1号'],
        [ended, ONE, '幸福路1号'],
      ],
    );
    const { data: board } = await t.route(boards.get, desk, { from: '2099-01-01 00:00:00', to: '2099-01-02 00:00:00' });
    assert.equal(board.jobs.find((job: any) => job.workOrderId === open).bedPlace, TWO);
    const { data: own } = await t.route(ownJobs.list, carer, { from: '2099-01-01', to: '2099-01-01' });
    assert.equal(own.find((job: any) => job.workOrderId === open).bedPlace, TWO);
    const { data: inbox } = await t.route(messages.page, carer, { a: 0, b: 'all' });
    const texts = inbox.records.map(({ title, text }: any) => `${title}：${text}`);
    assert.ok(
      texts.some((text: string) => text.startsWith(`服务对象已换床：周阿婆现在${TWO}`)),
      texts.join('\n'),
    );
    assert.ok(
      texts.some((text: string) => text.startsWith('您有新的服务') && text.endsWith(ONE)),
      texts.join('\n'),
    );
    await move(id, bedIds[1]!, null);
  });

  it('without an address gets an order at the bed, which goes along', async () => {
    const { data: id } = await t.route(people.create, desk, { userName: '无住址', mobile: '13911112222', bedId: bedIds[0] });
    const warningId = await warning(t, desk.tenantId, id, { placed: false });
    const { workOrderId } = (await t.route(warnings.updateStatus, desk, { id: warningId, processMode: 2, isDisposed: 2 })).data;
    assert.equal((await orderOf(workOrderId)).oldmanAddress, ONE);
    await move(id, bedIds[0]!, bedIds[1]!);
    const { oldmanAddress, bedPlace } = await orderOf(workOrderId);
    assert.deepEqual([oldmanAddress, bedPlace], [TWO, TWO]);
    await move(id, bedIds[1]!, null);
  });

  it('whose alarm came from another room has that room on the order', async () => {
    const id = await resident(bedIds[0]!, '李大爷');
    const warningId = await warning(t, desk.tenantId, id);
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(
        sql`update warnings set room_id = (select room_id from beds where tenant_id = ${tx.tenantId} and id = ${bedIds[1]})
          where tenant_id = ${tx.tenantId} and id = ${warningId}`,
      ),
    );
    assert.equal((await t.route(warnings.get, desk, { id: warningId })).data.roomName, '2号楼 3层 302', 'the bed there is not hers');
    const { workOrderId } = (await t.route(warnings.updateStatus, desk, { id: warningId, processMode: 2, isDisposed: 2 })).data;
    const { bedPlace, alarmPlace } = await orderOf(workOrderId);
    assert.deepEqual([bedPlace, alarmPlace], [ONE, '2号楼 3层 302']);
    await move(id, bedIds[0]!, null);
  });
});

describe('a resident who calls from outside of the institution', () => {
  it('is looked for there: the order, its carer’s phone and the message say so; near the house and by an approximate fix they do not', async () => {
    const id = await resident(bedIds[0]!, '外出');
    const place = (set: ReturnType<typeof sql>, table: 'people' | 'warnings', rowId: number) =>
      t.deps.inTenant(desk.tenantId, (tx) =>
        tx.run(sql`update ${sql.table(table)} set ${set} where tenant_id = ${tx.tenantId} and id = ${rowId}`),
      );
    await place(sql`longitude = 116.391, latitude = 39.907`, 'people', id);
    const warningId = await warning(t, desk.tenantId, id);
    const { workOrderId } = (await t.route(warnings.updateStatus, desk, { id: warningId, processMode: 2, isDisposed: 2 })).data;
    assert.equal((await orderOf(workOrderId)).alarmPlace, null, 'in the house');
    await place(sql`latitude = 39.927`, 'warnings', warningId);
    const away = '北京市西城区，距机构 2.2 公里';
    const { alarmPlace, bedPlace, version } = await orderOf(workOrderId);
    assert.deepEqual([alarmPlace, bedPlace], [away, ONE]);
    const sent = await t.route(workOrders.dispatch, desk, { id: workOrderId, version, serverUserId: carer.userId });
    assert.equal(sent.status, 200, sent.msg ?? '');
    const today = textOf(Date.now()).slice(0, 10);
    const { data: own } = await t.route(ownJobs.list, carer, { from: today, to: today });
    assert.equal(own.find((job: any) => job.workOrderId === workOrderId).alarmPlace, away);
    const { data: inbox } = await t.route(messages.page, carer, { a: 0, b: 'all' });
    const texts = inbox.records.map(({ title, text }: any) => `${title}：${text}`);
    assert.ok(
      texts.some((text: string) => text.startsWith('请立即上门：外出') && text.endsWith(`报警位置 ${away}，住 ${ONE}`)),
      texts.join('\n'),
    );
    await place(sql`approximate = true`, 'warnings', warningId);
    assert.equal((await orderOf(workOrderId)).alarmPlace, null, 'the last known place is no place of the alarm');
    await place(sql`longitude = null, latitude = null`, 'people', id);
    await move(id, bedIds[0]!, null);
  });
});

describe('a resident who leaves her bed', () => {
  it('is not said to lie in it: the carer reads that there is none, and the address where there is one', async () => {
    const [home, none] = [await resident(bedIds[0]!, '回家'), await resident(bedIds[1]!, '离院')];
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(sql`update people set address = null where tenant_id = ${tx.tenantId} and id = ${none}`),
    );
    await make(home);
    await make(none, { oldmanAddress: TWO });
    await move(home, bedIds[0]!, null);
    await move(none, bedIds[1]!, null);
    const { data: inbox } = await t.route(messages.page, carer, { a: 0, b: 'all' });
    const left = inbox.records
      .filter(({ title, text }: any) => title === '服务对象已离床' && /^(回家|离院)/.test(text))
      .map(({ text }: any) => text.replace(/（.*）/, ''));
    assert.deepEqual(left.toSorted(), ['回家现在没有床位，服务地址 幸福路1号', '离院现在没有床位']);
  });
});

describe('who lives at home', () => {
  it('keeps the address on the order', async () => {
    const { data: id } = await t.route(people.create, desk, { userName: '居家', mobile: '13911112222', address: '幸福路1号' });
    const { bedPlace, alarmPlace, oldmanAddress } = await orderOf(await make(id));
    assert.deepEqual([bedPlace, alarmPlace, oldmanAddress], [null, null, '幸福路1号']);
  });
});

describe('a device in a room', () => {
  it('has the building in the list', async () => {
    const oldmanId = await person(t, desk.tenantId);
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(
        sql`insert into devices (tenant_id, imei, name, model, room_id) select tenant_id, 'radar302', '雷达', 'R1', room_id from beds
          where id = ${bedIds[1]}`,
      ),
    );
    const { data } = await t.route(devices.page, desk, { imei: 'radar302' });
    assert.deepEqual(
      data.records.map((row: any) => row.roomName),
      ['2号楼 3层 302'],
      String(oldmanId),
    );
  });
});
