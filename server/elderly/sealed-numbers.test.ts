/** Identity numbers: not in the database, found whole, shown whole only to who may edit, and each look is written down. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { people } from '#contract/elderly/people.ts';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { timeline } from '#contract/screens/timeline.ts';
import { connection } from '#server/db/pool.ts';
import { tablesWith } from '#test/catalogue.ts';
import { everyPermission, harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

const NUMBER = '11010519491231002X';
const OTHER = '110101194105060022';

let t: Harness;
let chief: TestUser;
let nurse: TestUser;
let id: number;
let admin: pg.Client;
before(async () => {
  t = await harness();
  admin = new pg.Client(connection(t.target('superuser'), 'catalogue'));
  await admin.connect();
  const tenant = await t.tenant();
  chief = await t.user(tenant);
  nurse = await t.user(tenant, { permissions: everyPermission().filter((one) => one !== people.reveal.access), dataScope: 1 });
  id = (await t.route(people.create, chief, { userName: '许玉珍', identityNumber: NUMBER })).data as number;
});
after(async () => {
  await admin.end();
  await t.close();
});

const whole = async (as: TestUser, input: object = {}) => (await t.route(people.get, as, { id, ...input } as never)).data.identityNumber;
const looks = async () => (await t.route(operationLogs.page, chief, { title: people.reveal.summary })).data.records;

describe('the number of a person', () => {
  it('is in no table, neither of the record, nor of its changes, nor of its papers', async () => {
    assert.equal((await t.route(personDocuments.create, chief, { oldmanId: id, type: 3, title: '医保卡', number: NUMBER })).status, 200);
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', identityNumber: OTHER })).status, 200);
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', identityNumber: NUMBER })).status, 200);
    assert.deepEqual(await tablesWith(admin, '许玉珍'), ['people']);
    for (const text of [NUMBER, OTHER, '194912310']) assert.deepEqual(await tablesWith(admin, text), [], text);
  });

  it('is found whole, in the list, its export and the papers, and not by a part of it', async () => {
    const found = async (keyword: string) => (await t.route(people.page, chief, { keyword })).data.total;
    assert.deepEqual(
      [await found(NUMBER), await found('11010519491231002x'), await found(OTHER), await found('110105194912')],
      [1, 1, 0, 0],
    );
    const papers = async (title: string) => (await t.route(personDocuments.page, chief, { title, size: 10 })).data;
    const { total, records } = await papers(NUMBER);
    assert.deepEqual([total, records[0].number], [1, '110***********002X']);
    assert.equal((await papers('19491231')).total, 0);
    const sheet = await t.route(people.export, chief, { keyword: NUMBER, format: 'csv' } as never);
    assert.equal(sheet.status, 200);
  });

  it('is whole for who may edit people, and each look is in the operation log and on the timeline', async () => {
    const before = (await looks()).length;
    assert.equal(await whole(chief), NUMBER);
    assert.equal(await whole(chief, { masked: true }), '110***********002X');
    assert.equal(await whole(nurse), '110***********002X');
    assert.deepEqual((await t.route(people.reveal, chief, { id })).data, { identityNumber: NUMBER });
    assert.deepEqual(refusal(await t.route(people.reveal, nurse, { id })), [403, '权限不足，不允许访问']);
    const after = await looks();
    assert.equal(after.length, before + 2);
    assert.deepEqual([after[0].createBy, after[0].params], [chief.username, `id=${id}`]);
    const { data } = await t.route(timeline.page, chief, { oldmanId: id, kinds: ['record'], size: 20 } as never);
    const titles = data.records.map(({ title }: { title: string }) => title);
    assert.equal(titles.filter((title: string) => title === '查看身份证号').length, after.length);
    assert.ok(titles.includes('修改档案'));
  });

  it('stays as it is when the masked one is sent back, and its change says no number', async () => {
    const sealed = async () =>
      (await t.deps.inTenant(chief.tenantId, (tx) => tx.row<{ s: string }>(sql`select identity_sealed as s from people where id = ${id}`)))!
        .s;
    const before = await sealed();
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', identityNumber: '110***********002X' })).status, 200);
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', identityNumber: NUMBER })).status, 200);
    assert.equal(await sealed(), before);
    const change = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.row<{ before: object; after: object }>(sql`
        select before, after from row_changes where table_name = 'people' and row_id = ${id} and jsonb_exists(after, 'identity_sealed') limit 1`),
    );
    assert.deepEqual(change, { before: { identity_sealed: '***' }, after: { identity_sealed: '***' } });
  });

  it('of a record is refused for a second one', async () => {
    assert.deepEqual(refusal(await t.route(people.create, chief, { userName: '另一人', identityNumber: NUMBER })), [
      422,
      '已有相同身份证号的服务对象，请勿重复登记',
    ]);
  });
});
