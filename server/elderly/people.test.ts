import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { phoneMessages } from '#contract/phones.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { readWorkbook } from '#test/spreadsheets.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant('颐和园'));
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const inTenant = <T>(query: Parameters<Parameters<Parameters<Harness['deps']['inTenant']>[1]>[0]['rows']>[0], tenantId = nurse.tenantId) =>
  t.deps.inTenant(tenantId, (tx) => tx.rows(query) as Promise<T[]>);
const add = async (input: Record<string, unknown>, as = nurse) => {
  const { status, msg, data } = await t.route(people.create, as, input);
  assert.equal(status, 200, String(msg));
  return data as number;
};
const find = async (input: Record<string, unknown>, as = nurse) =>
  ((await t.route(people.page, as, input)).data.records as { userName: string }[]).map(({ userName }) => userName);
const form = (id: number, extra: Record<string, unknown> = {}) => ({ id, userName: '陈秀英', ...extra });

async function beds(count: number, tenantId = nurse.tenantId): Promise<number[]> {
  const [room] = await inTenant<{ id: number }>(
    sql`insert into rooms (tenant_id, building, floor, name) values (${tenantId}, 'A', '1', ${`房${Math.random()}`}) returning id`,
    tenantId,
  );
  const rows = await inTenant<{ id: number }>(
    sql`insert into beds (tenant_id, room_id, name) select ${tenantId}, ${room!.id}, n || '床'
      from generate_series(1, ${count}::integer) as n returning id`,
    tenantId,
  );
  return rows.map(({ id }) => id);
}
const bedStatus = async (id: number) => (await inTenant<{ status: number }>(sql`select status from beds where id = ${id}`))[0]!.status;

describe('every call', () => {
  it('refuses without a session and without the permission', async () => {
    const nobody = await t.user(nurse.tenantId, { permissions: ['nothing'] });
    const inputs = {
      page: {},
      get: { id: 1 },
      create: form(1),
      update: form(1),
      remove: { id: 1 },
      export: {},
      findByMobile: { mobile: '13800138000' },
    };
    for (const [name, input] of Object.entries(inputs)) {
      const route = people[name as keyof typeof people];
      assert.equal((await t.route(route, null, input)).status, 401, name);
      assert.equal((await t.route(route, nobody, input)).status, 403, name);
    }
  });

  it('refuses bad input in Chinese and changes nothing', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{}, '请输入姓名'],
      [{ userName: '一'.repeat(21) }, '长度不能超过20个字符'],
      [{ userName: '甲', mobile: '123' }, phoneMessages.person],
      [{ userName: '甲', birthDate: '2026-02-30' }, '日期不存在'],
      [{ userName: '甲', birthDate: '2999-01-01' }, '请检查出生日期'],
      [{ userName: '甲', lng: 200, lat: 10 }, '坐标不正确'],
      [{ userName: '甲', lng: 120 }, '坐标不正确'],
    ];
    for (const [input, message] of wrong) {
      const { status, msg } = await t.route(people.create, nurse, input);
      assert.deepEqual([status, msg], [400, message]);
    }
    assert.equal((await t.route(people.page, nurse)).data.total, 0);
    for (const input of [{ ageStart: 60 }, { ageStart: 90, ageEnd: 60 }]) {
      assert.deepEqual(((answer) => [answer.status, answer.msg])(await t.route(people.page, nurse, input)), [400, '请正确输入年龄范围']);
    }
  });

  it('does not find, change or remove what belongs to another tenant', async () => {
    const id = await add({ userName: '秘密', mobile: '13900000001' });
    const calls: [keyof typeof people, Record<string, unknown>][] = [
      ['get', { id }],
      ['update', form(id)],
      ['remove', { id }],
    ];
    for (const [name, input] of calls) {
      const { status, msg } = await t.route(people[name], stranger, input);
      assert.deepEqual([status, msg], [404, '服务对象不存在'], name);
    }
    assert.deepEqual(await find({}, stranger), []);
    assert.equal((await t.route(people.findByMobile, stranger, { mobile: '13900000001' })).data, null);
    const [theirs] = await beds(1, stranger.tenantId);
    assert.deepEqual(((answer) => [answer.status, answer.msg])(await t.route(people.create, nurse, { userName: '甲', bedId: theirs })), [
      422,
      '床位不存在',
    ]);
  });
});

describe('a person', () => {
  it('is registered, read, changed and removed', async () => {
    const [bed] = await beds(1);
    const { userId, tenantId } = nurse;
    const input = {
      userName: '欧阳修文',
      gender: 1,
      birthDate: '1940-05-06',
      mobile: '13712345678',
      address: '西湖区文三路1号',
      lng: 120.1,
      lat: 30.2,
      careLevel: 3,
      bedId: bed,
      carerId: userId,
      flags: ['跌倒高危'],
    };
    const id = await add(input);
    const { data } = await t.route(people.get, nurse, { id });
    assert.deepEqual(
      [data.userName, data.tenantName, data.mobile, data.lng, data.lat, data.bedId, data.flags, data.version],
      ['欧阳修文', '颐和园', '13712345678', 120.1, 30.2, bed, ['跌倒高危'], 1],
    );
    assert.equal(data.tenantId, tenantId);
    assert.match(data.bedName, /床/);
    assert.match(data.roomName, /房/);
    assert.equal(data.carerName.slice(0, 2), '员工');
    const [expected] = await inTenant<{ years: number }>(sql`select extract(year from age(date '1940-05-06'))::integer as years`);
    assert.equal(data.age, expected!.years);
    assert.equal((await t.route(people.update, nurse, { ...input, id, address: '新址', version: 1 })).status, 200);
    const part = await t.route(people.update, nurse, { id, userName: input.userName, remarks: '喜欢听戏' });
    const kept = (await t.route(people.get, nurse, { id })).data;
    assert.deepEqual(
      [part.status, kept.remarks, kept.address, kept.mobile],
      [200, '喜欢听戏', '新址', input.mobile],
      'what a caller leaves out stays',
    );
    const stale = await t.route(people.update, nurse, { ...input, id, address: '旧址', version: 1 });
    assert.deepEqual([...refusal(stale), stale.data.address, stale.data.version], [409, '服务对象已被他人修改，请刷新后重试', '新址', 3]);
    assert.equal((await t.route(people.remove, nurse, { id })).status, 200);
    assert.equal((await t.route(people.get, nurse, { id })).status, 404);
    assert.equal(await bedStatus(bed!), 0);
  });

  it('with the same name and number is refused, also twice at once and on change', async () => {
    const twin = { userName: '双生', mobile: '13612345678' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => t.route(people.create, nurse, twin)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 7 }, () => 422)]);
    assert.match(String(answers.find(({ status }) => status === 422)?.msg), /姓名和电话都相同/);
    const other = await add({ userName: '双生', mobile: '13612345679' });
    assert.equal((await t.route(people.update, nurse, { ...twin, id: other })).status, 422);
    assert.equal((await t.route(people.update, nurse, { ...twin, mobile: '13612345679', id: other })).status, 200);
  });

  it('is not removed while an order or a warning is open, and leaves its devices', async () => {
    const id = await add({ userName: '周全' });
    const tenant = nurse.tenantId;
    const [device] = await inTenant<{ id: number }>(
      sql`insert into devices (tenant_id, imei, person_id) values (${tenant}, '860000000000009', ${id}) returning id`,
    );
    await inTenant(
      sql`insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
        values (${tenant}, 'sos', ${`p${id}`}, 1, ${id}, 1, 'x', now(), now())`,
    );
    const warned = await t.route(people.remove, nurse, { id });
    assert.deepEqual([warned.status, warned.msg], [422, '该服务对象还有未处理的预警，不能删除']);
    await inTenant(sql`update warnings set status = 1 where person_id = ${id}`);
    await inTenant(
      sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address)
        values (${tenant}, 'W1', ${id}, 'x', 'x', 'x')`,
    );
    const ordered = await t.route(people.remove, nurse, { id });
    assert.deepEqual([ordered.status, ordered.msg], [422, '该服务对象还有未完成的工单，不能删除']);
    await inTenant(sql`update work_orders set status = 4 where person_id = ${id}`);
    assert.equal((await t.route(people.remove, nurse, { id })).status, 200);
    assert.deepEqual(await inTenant(sql`select person_id from devices where id = ${device!.id}`), [{ person_id: null }]);
  });
});

describe('a bed', () => {
  it('is had by one person only, twenty takers at once included', async () => {
    const [bed] = await beds(1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => t.route(people.create, nurse, { userName: `抢床${index}`, bedId: bed })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)]);
    assert.equal(await bedStatus(bed!), 2);
  });

  it('follows its person: moved, on leave, back, gone', async () => {
    const [one, two] = await beds(2);
    const id = await add({ userName: '陈秀英', bedId: one });
    const move = (extra: Record<string, unknown>) => t.route(people.update, nurse, form(id, extra));
    await move({ bedId: two });
    assert.deepEqual([await bedStatus(one!), await bedStatus(two!)], [0, 2]);
    await move({ bedId: two, status: 2 });
    assert.equal(await bedStatus(two!), 3);
    await move({ bedId: two, status: 1 });
    assert.equal(await bedStatus(two!), 2);
    await move({ bedId: two, status: 4 });
    assert.equal(await bedStatus(two!), 0);
    assert.equal((await t.route(people.get, nurse, { id })).data.bedId, null);
    await inTenant(sql`update beds set status = 4 where id = ${one}`);
    assert.deepEqual(((answer) => [answer.status, answer.data])(await move({ bedId: one, status: 1 })), [409, { id: one, status: 4 }]);
  });
});

describe('finding', () => {
  it('goes by any part of the name, by the whole number or its end, and by age', async () => {
    const manager = await t.user(await t.tenant());
    const year = Number((await inTenant<{ y: string }>(sql`select to_char(current_date, 'YYYY') as y`))[0]!.y);
    const [{ today }] = (await inTenant<{ today: string }>(sql`select to_char(current_date, 'MM-DD') as today`)) as [{ today: string }];
    const day = today === '02-29' ? '02-28' : today;
    await add({ userName: '欧阳明华', mobile: '13511112222', birthDate: `${year - 80}-${day}` }, manager);
    await add({ userName: '明阳', mobile: '0571-88881234', birthDate: `${year - 70}-${day}` }, manager);
    await add({ userName: '阳明', birthDate: `${year - 60}-${day}` }, manager);
    await add({ userName: '100%_王' }, manager);
    const seen = (input: Record<string, unknown>) => find(input, manager).then((names) => names.sort());
    assert.deepEqual(await seen({ userName: '阳明' }), ['欧阳明华', '阳明'].sort());
    assert.deepEqual(await seen({ userName: '欧阳明' }), ['欧阳明华']);
    assert.deepEqual(await seen({ userName: '明' }), ['欧阳明华', '明阳', '阳明'].sort());
    assert.deepEqual(await seen({ userName: '%' }), ['100%_王']);
    assert.deepEqual(await seen({ userName: '欧明' }), []);
    assert.deepEqual(await seen({ keyword: '2222' }), ['欧阳明华']);
    assert.deepEqual(await seen({ keyword: '0571-88881234' }), ['明阳']);
    assert.deepEqual(await seen({ keyword: '1351' }), []);
    assert.deepEqual(await seen({ keyword: '明阳' }), ['明阳']);
    assert.deepEqual(await seen({ mobile: '5111' }), []);
    assert.deepEqual(await seen({ ageStart: 70, ageEnd: 80 }), ['欧阳明华', '明阳'].sort());
    assert.deepEqual(await seen({ ageStart: 71, ageEnd: 79 }), []);
    const { data } = await t.route(people.findByMobile, manager, { mobile: '13511112222' });
    assert.equal(data.userName, '欧阳明华');
  });

  it('reaches as far as the data scope', async () => {
    const tenant = await t.tenant();
    const [ward, kitchen] = await inTenant<{ id: number }>(
      sql`insert into departments (tenant_id, name) values (${tenant}, '护理部'), (${tenant}, '厨房') returning id`,
      tenant,
    );
    const [all, department, own] = await Promise.all([
      t.user(tenant),
      t.user(tenant, { dataScope: 2, departmentId: ward!.id }),
      t.user(tenant, { dataScope: 3, departmentId: ward!.id }),
    ]);
    await add({ userName: '护理甲', departmentId: ward!.id }, all);
    const hidden = await add({ userName: '厨房乙', departmentId: kitchen!.id }, all);
    await add({ userName: '自己登记' }, own);
    await add({ userName: '自己照护', carerId: own.userId }, all);
    assert.equal((await find({}, all)).length, 4);
    assert.deepEqual(await find({}, department), ['护理甲']);
    assert.deepEqual((await find({}, own)).sort(), ['自己照护', '自己登记'].sort());
    for (const [route, input] of [
      [people.get, { id: hidden }],
      [people.update, form(hidden)],
      [people.remove, { id: hidden }],
    ] as const) {
      assert.equal((await t.route(route, department, input)).status, 404);
    }
    const cared = await add({ userName: '别处照护', carerId: own.userId, departmentId: kitchen!.id }, all);
    assert.equal(
      (await t.route(people.update, own, form(cared, { carerId: own.userId, departmentId: kitchen!.id }))).status,
      200,
      'a carer edits without moving',
    );
    assert.equal((await t.route(people.update, department, form(cared, { departmentId: ward!.id }))).status, 404);
    const elsewhere = await t.route(people.create, department, { userName: '越界', departmentId: kitchen!.id });
    assert.deepEqual([elsewhere.status, elsewhere.msg], [403, '只能选择本部门及下级部门']);
  });
});

describe('the export', () => {
  it('has everybody that the list has, in the tenant’s own words', async () => {
    const manager = await t.user(await t.tenant());
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(sql`with made as (insert into dictionaries (tenant_id, type) values (${manager.tenantId}, 'care_level') returning id)
        insert into dictionary_items (tenant_id, dictionary_id, value, label) select ${manager.tenantId}, id, '2', '半护理' from made`),
    );
    await add({ userName: '甲', careLevel: 2, mobile: '13500001111', birthDate: '1944-01-02' }, manager);
    await add({ userName: '=1+1', status: 4 }, manager);
    const download = async (query: string) => {
      const answer = await fetch(`${t.url}/members/oldman/export?${query}`, { headers: { authorization: `Bearer ${manager.token}` } });
      assert.match(String(answer.headers.get('content-disposition')), /\.xlsx/);
      return readWorkbook(Buffer.from(await answer.arrayBuffer()))[0]!;
    };
    const sheet = await download('');
    const cell = (at: string) => sheet.cells.get(at)?.value;
    assert.deepEqual(['A1', 'A2', 'A3', 'E3', 'I3', 'J1'].map(cell), ['姓名', '=1+1', '甲', '13500001111', '半护理', '能力']);
    assert.equal(sheet.rows, 3);
    assert.equal((await download('status=4')).rows, 2);
  });
});
