import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { homeAreas } from '#contract/home-care/home-areas.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { HOME, homeHouse, lat, lng, VIEW, type HomeHouse } from '#test/home-care.ts';
import { refusal } from '#test/harness.ts';
import { sql } from 'kysely';

let h: HomeHouse;
before(async () => {
  h = await homeHouse();
});
after(() => h.t.close());

const corners = [
  [0, 0],
  [0.02, 0],
  [0.02, 0.02],
  [0, 0.02],
].map(([east, north]) => ({ lng: lng + east!, lat: lat + north! }));

describe('service areas', () => {
  it('come back as they were drawn, and keep what an update leaves out', async () => {
    const id = (await h.area({ name: '多边形片区', shape: 2, points: corners })).data as number;
    const made = (await h.t.route(homeAreas.get, h.chief, { id })).data;
    assert.equal(made.points.length, 4);
    assert.ok(Math.abs(made.points[1].lng - corners[1]!.lng) < 1e-5);
    assert.deepEqual(made.projects, [{ id: h.projectId, name: '助浴', price: 58.5, minutes: 45 }]);
    const saved = await h.saveArea(id, { capacity: 9 });
    assert.equal(saved.status, 200, String(saved.msg));
    const after = (await h.t.route(homeAreas.get, h.chief, { id })).data;
    assert.deepEqual([after.capacity, after.points, after.projects], [9, made.points, made.projects]);
    const stale = await h.saveArea(id, { version: made.version, capacity: 3 });
    assert.deepEqual(refusal(stale), [409, '服务区域已被他人修改，请刷新后重试']);
    assert.equal((await h.t.route(homeAreas.remove, h.chief, { id })).status, 200);
  });

  it('say in Chinese what is wrong, and nothing is written', async () => {
    const wrong: [object, number, string][] = [
      [{ name: '' }, 400, '请输入区域名称'],
      [{ radius: null }, 422, '请输入半径'],
      [{ longitude: null }, 422, '请在地图上选择圆心'],
      [{ longitude: 200 }, 400, '请在地图上选择位置'],
      [{ radius: 10 }, 400, '半径应为100至100000的整数'],
      [{ shape: 2, points: corners.slice(0, 2) }, 422, '多边形至少需要3个不同的顶点'],
      [{ shape: 2, points: [corners[0], corners[2], corners[1], corners[3]] }, 422, '多边形的边不能相互交叉，请调整顶点'],
      [{ shape: 2, points: Array.from({ length: 201 }, () => corners[0]) }, 400, '最多200个顶点'],
      [{ shape: 3 }, 422, '请选择行政区'],
      [{ shape: 3, districts: ['999999'] }, 422, '没有编码为999999的行政区'],
      [{ shape: 3, districts: ['abc'] }, 400, '地区编码不正确'],
      [{ shape: 3, districts: Array.from({ length: 51 }, () => '110101') }, 400, '最多50个行政区'],
      [{ shape: 3, districts: ['110101'], streets: [{}] }, 400, '请输入街道或社区名称'],
      [{ shape: 3, districts: ['110101'], streets: Array.from({ length: 51 }, () => '景山') }, 400, '最多50个街道或社区'],
      [{ weekdays: [] }, 400, '请选择星期'],
      [{ startClock: '18:00', endClock: '08:00' }, 400, '结束时间应晚于开始时间'],
      [{ capacity: 0 }, 400, '半天可约应为1至1000的整数'],
      [{ leadHours: -1 }, 400, '提前时间应为0至336的整数'],
      [{ projectIds: [] }, 400, '请选择服务项目'],
      [{ projectIds: [999_999] }, 422, '服务项目不存在'],
      [{ projectIds: Array.from({ length: 101 }, () => 1) }, 400, '最多100个服务项目'],
      [{ departmentId: 999_999 }, 422, '服务团队不存在'],
    ];
    for (const [more, status, msg] of wrong) assert.deepEqual(refusal(await h.area(more)), [status, msg], msg);
    assert.equal((await h.t.route(homeAreas.page, h.chief)).data.total, 0);
    await h.area({ name: '重名' });
    assert.deepEqual(refusal(await h.area({ name: '重名' })), [409, '已有同名的服务区域']);
    const viewer = await h.t.user(h.tenant, { permissions: VIEW, dataScope: 1 });
    assert.equal((await h.area({}, viewer)).status, 403);
    const stranger = await h.t.user(await h.t.tenant('别家'), {});
    const [{ id }] = (await h.t.route(homeAreas.page, h.chief)).data.records;
    assert.equal((await h.t.route(homeAreas.get, stranger, { id })).status, 404);
    assert.equal((await h.t.route(homeAreas.remove, h.chief, { id })).status, 200);
  });

  it('are found by position, by district and street, and about the institution', async () => {
    const offer = async (address: string, place: object = {}) => {
      const { data } = await h.t.route(homeBookings.offer, h.chief, { address, ...place });
      return data.area?.name ?? null;
    };
    const ids: number[] = [];
    const add = async (more: object) => ids.push((await h.area(more)).data as number);
    await add({ name: '圆', radius: 500 });
    await add({ name: '区', shape: 3, districts: ['110105'], streets: ['望京'] });
    assert.equal(await offer('北京市东城区景山前街4号', { lng, lat }), '圆');
    assert.equal(await offer('北京市东城区景山前街4号'), null);
    assert.equal(await offer('北京市朝阳区望京西园'), '区');
    assert.equal(await offer('北京市朝阳区三里屯'), null);
    // Where the institution is, is where those live who have a bed in it.
    await add({ name: '周边', shape: 4, radius: 900 });
    assert.equal(await offer('不知道', { lng: lng + 0.008, lat }), null);
    const bed = sql`insert into people (tenant_id, name, status, longitude, latitude, bed_id)
      select ${h.tenant}, '住在院里', 1, ${HOME[0]}, ${HOME[1]}, min(id) from beds where tenant_id = ${h.tenant}`;
    await h.t.deps.inTenant(h.tenant, (tx) => tx.run(bed));
    assert.equal(await offer('不知道', { lng: lng + 0.008, lat }), '周边');
    assert.equal(await offer('不知道', { lng: lng + 0.02, lat }), null);
    assert.deepEqual(refusal(await h.t.route(homeBookings.offer, h.chief, { address: '某处', lng })), [400, '坐标不正确']);
    for (const id of ids) assert.equal((await h.t.route(homeAreas.remove, h.chief, { id })).status, 200);
  });

  it('with open bookings are not removed', async () => {
    const id = (await h.area()).data as number;
    await h.booked();
    assert.deepEqual(refusal(await h.t.route(homeAreas.remove, h.chief, { id })), [422, '该区域还有1个未完成的预约，请先停用']);
    assert.equal((await h.saveArea(id, { enabled: false })).status, 200);
    assert.deepEqual(refusal(await h.book()), [422, '地址不在服务区域内，如需安排请填写例外原因']);
  });
});
