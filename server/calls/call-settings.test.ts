/** The four entities of the call centre, and whose number it is that calls. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callCustomers } from '#contract/calls/call-customers.ts';
import { callGroups } from '#contract/calls/call-groups.ts';
import { callSeats } from '#contract/calls/call-seats.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let chief: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  chief = await t.user(tenant);
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const run = <T>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenant, (tx) => tx.rows<T>(query));
const person = async (name: string, mobile: string, contact: string) => {
  const [row] = await run<{ id: number }>(sql`
    insert into people (tenant_id, name, gender, birth_date, status, mobile, contact_name, contact_phone)
    values (${tenant}, ${name}, 2, '1940-01-01', 1, ${mobile}, '王芳', ${contact}) returning id`);
  return row!.id;
};

describe('groups and seats', () => {
  it('have a code and an extension once, and are not of another tenant', async () => {
    const desk = await t.route(callGroups.create, chief, { name: '服务台', code: 'desk' });
    assert.equal(desk.status, 200);
    assert.equal((await t.route(callGroups.create, chief, { name: '另一个', code: 'desk' })).status, 409);
    assert.equal((await t.route(callGroups.get, stranger, { id: desk.data })).status, 404);
    assert.equal((await t.route(callGroups.update, stranger, { id: desk.data, name: '别家', code: 'other' })).status, 404);
    assert.equal((await t.route(callGroups.remove, stranger, { id: desk.data })).status, 404);
    const seat = await t.route(callSeats.create, chief, { userId: chief.userId, extension: '8001' });
    assert.equal(seat.status, 200);
    assert.equal((await t.route(callSeats.create, chief, { userId: stranger.userId, extension: '8002' })).status, 422);
    const other = await t.user(tenant);
    assert.equal((await t.route(callSeats.create, chief, { userId: other.userId, extension: '8001' })).status, 409);
  });

  it('never give a password back', async () => {
    const other = await t.user(tenant);
    const { data: id } = await t.route(callSeats.create, chief, {
      userId: other.userId,
      extension: '8005',
      device: 2,
      sipPassword: 'Geheim-Secret-77',
    });
    const read = await t.route(callSeats.get, chief, { id });
    assert.equal(read.status, 200);
    assert.ok(!JSON.stringify(read).includes('Geheim'));
    const [row] = await run<{ cipher: Buffer }>(
      sql`select sip_cipher as cipher from call_seats where tenant_id = ${tenant} and id = ${id as number}`,
    );
    assert.ok(row!.cipher.length > 0 && !row!.cipher.includes('Geheim'));
  });
});

describe('whose number it is', () => {
  it('names all that fit: residents, contacts, customers, colleagues; of another tenant nothing', async () => {
    const wang = await person('王秀英', '13800001111', '13900003333');
    await person('李建国', '13800002222', '13900003333');
    const contact = await t.route(callCustomers.find, chief, { mobile: '139 0000 3333' });
    assert.deepEqual(
      contact.data.callers.map(({ kind, oldmanName }: { kind: number; oldmanName: string }) => [kind, oldmanName]),
      [
        [2, '王秀英'],
        [2, '李建国'],
      ],
    );
    assert.equal(contact.data.card, null);
    const own = (await t.route(callCustomers.find, chief, { mobile: '13800001111' })).data;
    assert.deepEqual([own.callers.length, own.callers[0].oldmanId, own.card.balance, own.card.warnings], [1, wang, 0, []]);
    assert.deepEqual((await t.route(callCustomers.find, stranger, { mobile: '13800001111' })).data.callers, []);
  });

  it('shows money, warnings and orders to who has the right to each', async () => {
    const agent = await t.user(tenant, { permissions: ['cloudcall_workbench', 'members_workorder_view'] });
    const { card } = (await t.route(callCustomers.find, agent, { mobile: '13800001111' })).data;
    assert.deepEqual([card.balance, card.warnings, card.orders, card.packages], [null, null, [], null]);
    const narrow = await t.user(tenant, { permissions: ['cloudcall_workbench'], dataScope: 3 });
    const hidden = (await t.route(callCustomers.find, narrow, { mobile: '13800001111' })).data;
    assert.deepEqual([hidden.callers, hidden.card], [[], null]);
  });

  it('is registered in one step, once', async () => {
    const { data: id } = await t.route(callCustomers.create, chief, { name: '咨询者', mobile: '13700005555' });
    const found = (await t.route(callCustomers.find, chief, { mobile: '13700005555' })).data;
    assert.deepEqual(
      found.callers.map(({ kind, id: of }: { kind: number; id: number }) => [kind, of]),
      [[3, id]],
    );
    const again = await t.route(callCustomers.create, chief, { name: '再来', mobile: '13700005555' });
    assert.deepEqual([again.status, again.msg], [409, '该电话已登记为临时客户']);
  });
});
