/** Numbers of residents and families: not in the database, found whole and by their end, masked for who only looks, each look written down. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { timeline } from '#contract/screens/timeline.ts';
import { connection } from '#server/db/pool.ts';
import { tablesWith } from '#test/catalogue.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { openPhones, sealPhone, sealWithin } from '#server/db/sealed-phones.ts';

const [OWN, DAUGHTER, SON, LANDLINE] = ['13812340017', '13912345678', '13712340017', '0571-87654321'] as const;

let t: Harness;
let chief: TestUser;
let looker: TestUser;
let other: TestUser;
let id: number;
let admin: pg.Client;
before(async () => {
  t = await harness();
  admin = new pg.Client(connection(t.target('superuser'), 'catalogue'));
  await admin.connect();
  const tenant = await t.tenant();
  chief = await t.user(tenant);
  other = await t.user(await t.tenant());
  looker = await t.user(tenant, { permissions: ['members_oldman_view'], dataScope: 1 });
  const form = { userName: '许玉珍', mobile: OWN, contactName: '许丽', contactPhone: DAUGHTER };
  id = (await t.route(people.create, chief, form)).data as number;
  await t.route(people.create, other, { ...form, userName: '许玉珍二' });
  const { version } = (await t.route(personContacts.ofPerson, chief, { oldmanId: id })).data;
  const contacts = [
    { name: '许丽', phone: DAUGHTER },
    { name: '许强', phone: SON },
    { name: '家里', phone: LANDLINE },
  ];
  assert.equal((await t.route(personContacts.save, chief, { oldmanId: id, version, contacts } as never)).status, 200);
});
after(async () => {
  await admin.end();
  await t.close();
});

const read = async (as: TestUser) => (await t.route(people.get, as, { id })).data;
const sealed = async () =>
  (
    await admin.query<{ mobile: string; tenant: number }>(
      `select mobile, tenant_id::int as tenant from people where name like '许玉珍%' order by id`,
    )
  ).rows;

describe('the numbers of a person and their contacts', () => {
  it('are in no table, whole or by their beginning', async () => {
    for (const text of [OWN, DAUGHTER, SON, LANDLINE, '1381234', '87654321']) assert.deepEqual(await tablesWith(admin, text), [], text);
  });

  it('of two institutions are other texts', async () => {
    const [mine, theirs] = await sealed();
    assert.match(mine!.mobile, /^⟦0\.[\w-]{8}\.[\w-]+⟧$/);
    assert.notEqual(mine!.mobile, theirs!.mobile);
    assert.notEqual(mine!.mobile.slice(0, 11), theirs!.mobile.slice(0, 11));
  });

  it('are refused by the database when they are plain', async () => {
    const plain = t.deps.inTenant(chief.tenantId, (tx) => tx.run(sql`update people set mobile = '13812340018' where id = ${id}`));
    await assert.rejects(plain, /people_mobile_sealed/);
  });

  it('are found whole, however they are written, and by their last four digits', async () => {
    const found = async (search: Record<string, unknown>, as = chief) => (await t.route(people.page, as, search)).data.total;
    assert.equal(await found({ keyword: OWN }), 1);
    assert.equal(await found({ mobile: '+86 138 1234 0017' }), 1);
    assert.equal(await found({ mobile: '0017' }), 1);
    assert.equal(await found({ keyword: '0017' }, other), 1);
    for (const none of ['1381234', '13812340018', '0018', '138']) assert.equal(await found({ mobile: none }), 0, none);
    assert.equal((await t.route(people.findByMobile, chief, { mobile: OWN })).data.id, id);
  });

  it('are whole for who calls them, masked for who looks, and each look is written down', async () => {
    assert.deepEqual([(await read(chief)).mobile, (await read(chief)).contactPhone], [OWN, DAUGHTER]);
    assert.deepEqual([(await read(looker)).mobile, (await read(looker)).contactPhone], ['138****0017', '139****5678']);
    const listed = (await t.route(people.page, looker, { keyword: '0017' })).data.records[0];
    assert.equal(listed.mobile, '138****0017');
    const { contacts } = (await t.route(personContacts.ofPerson, looker, { oldmanId: id })).data;
    assert.deepEqual(
      contacts.map(({ phone }: { phone: string }) => phone),
      ['139****5678', '137****0017', '057******4321'],
    );
    const logs = async () => (await t.route(operationLogs.page, chief, { title: people.phones.summary })).data.records;
    assert.equal((await logs()).length, 0);
    const shown = (await t.route(people.phones, looker, { id })).data;
    assert.equal(shown.mobile, OWN);
    assert.deepEqual(
      shown.contacts.map(({ phone }: { phone: string }) => phone),
      [DAUGHTER, SON, LANDLINE],
    );
    assert.deepEqual([(await logs()).length, (await logs())[0].params], [1, `id=${id}`]);
    const { data } = await t.route(timeline.page, chief, { oldmanId: id, kinds: ['record'], size: 20 } as never);
    assert.equal(data.records.filter(({ title }: { title: string }) => title === '查看电话号码').length, 1);
    assert.equal((await t.route(people.phones, other, { id })).status, 404);
  });

  it('stay when the same is saved again, and a change says no number', async () => {
    const changes = async () =>
      (
        await admin.query(`select before ->> 'mobile' as before, after ->> 'mobile' as after from row_changes
        where table_name = 'people' and row_id = ${id} and jsonb_exists(after, 'mobile') and action = 2`)
      ).rows;
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', mobile: OWN })).status, 200);
    assert.deepEqual(await changes(), []);
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', mobile: SON })).status, 200);
    assert.deepEqual(await changes(), [{ before: '***', after: '***' }]);
    assert.equal((await t.route(people.update, chief, { id, userName: '许玉珍', mobile: OWN })).status, 200);
  });

  it('of a person of that name are refused for a second one', async () => {
    assert.deepEqual(refusal(await t.route(people.create, chief, { userName: '许玉珍', mobile: '138-1234-0017' })), [
      422,
      '已有姓名和电话都相同的服务对象，请勿重复登记',
    ]);
  });
});

describe('a number within a text', () => {
  const by = { keys: {} as never, tenantId: 0 };
  before(() => Object.assign(by, { keys: t.deps.secrets, tenantId: chief.tenantId }));
  const kept = (text: string) => sealWithin(by, text).replace(/⟦[^⟧]*⟧/g, '#');

  it('is told from other digits, sealed by itself and opened with it', () => {
    assert.equal(kept(`赵强（${OWN}）预约`), '赵强（#）预约');
    assert.equal(kept(`${LANDLINE}，+14155550100`), '#，#');
    for (const other of ['GD202611240001', '2026-11-24 08:00:00', '证号110105194912310022', '时间1764576000000', '住3号楼302'])
      assert.equal(kept(other), other);
    for (const whole of ['87654321', '057187654321', OWN]) assert.equal(kept(whole), '#');
    for (const short of ['', '120', '8001', '95588']) assert.equal(kept(short), short);
    const text = `${OWN}，${DAUGHTER}；${LANDLINE}`;
    assert.equal(openPhones(by, sealWithin(by, text)), text);
  });

  it('opens in its institution only; what does not open is left as it is', () => {
    const one = sealPhone(by, OWN);
    assert.equal(openPhones(by, one), OWN);
    assert.equal(openPhones({ ...by, tenantId: other.tenantId }, one), one);
    for (const bad of [one.replace('⟦0.', '⟦9.'), one.replace(/.{4}⟧$/, 'AAAA⟧'), '⟦0.abcdefgh.short⟧', '⟦'])
      assert.equal(openPhones(by, bad), bad);
  });

  it('is opened in columns, arrays and JSON of what is read', async () => {
    const rows = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.row(sql`select mobile as text, array[mobile, null, '甲'] as list, jsonb_build_object('phone', mobile, 'note', '"' || mobile) as json,
        json_build_array(mobile) as older, '拨打 ' || mobile as said from people where id = ${id}`),
    );
    assert.deepEqual(rows, {
      text: OWN,
      list: [OWN, null, '甲'],
      json: { phone: OWN, note: `"${OWN}` },
      older: [OWN],
      said: `拨打 ${OWN}`,
    });
  });
});
