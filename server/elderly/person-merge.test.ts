import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { personMerge as routes } from '#contract/elderly/person-merge.ts';
import { on } from '#server/events.ts';
import { db } from '#server/db/tenant.ts';
import { person, warning } from '#test/care.ts';
import { identityColumns } from '#test/identities.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let [chief, nurse, own, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let broken = false;

before(async () => {
  t = await harness();
  // The last of those who hear of a merge.
  on('person.merged', async () => {
    if (broken) throw new Error('the machine dies here');
  });
  const tenant = await t.tenant();
  chief = await t.user(tenant, { name: '院长' });
  nurse = await t.user(tenant, { permissions: ['members_oldman_view'] });
  own = await t.user(tenant, { dataScope: 3 });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const inTenant = <T>(work: (tx: Parameters<Parameters<typeof t.deps.inTenant>[1]>[0]) => Promise<T>) =>
  t.deps.inTenant(chief.tenantId, work);
/** A person without a bed; `more` are columns. */
const record = async (more: object = {}): Promise<number> =>
  (await inTenant((tx) =>
    tx.row(
      db
        .insertInto('people')
        .values({ tenant_id: chief.tenantId, name: '张兰', ...more })
        .returning('id'),
    ),
  ))!.id;
const versionOf = async (id: number): Promise<number> =>
  (await inTenant((tx) => tx.row<{ version: number }>(sql`select version from people where tenant_id = ${tx.tenantId} and id = ${id}`)))!
    .version;
const input = async (keepId: number, dropId: number, more: object = {}) => ({
  keepId,
  dropId,
  keepVersion: await versionOf(keepId),
  dropVersion: await versionOf(dropId),
  ...more,
});
const merge = async (keepId: number, dropId: number, more: object = {}) => t.route(routes.merge, chief, await input(keepId, dropId, more));
const against = async (keepId: number, dropId: number) => (await t.route(routes.preview, chief, { keepId, dropId })).data.against;
const pairs = async (as = chief, more: object = {}) => {
  const { data } = await t.route(routes.duplicates, as, { size: 100, ...more });
  return data.records.map(({ id, reasons }: { id: string; reasons: number[] }) => [id, reasons]);
};

describe('duplicate records', () => {
  it('are found by name, phone and birth date, and stay away once staff have marked them as two people', async () => {
    const [a, b, c] = [
      await record({ name: '钱芳', birth_date: '1941-05-06', mobile: '13800001111' }),
      await record({ name: '钱芳', birth_date: '1941-05-06' }),
      await record({
        name: '钱方',
        birth_date: '1941-05-06',
        mobile: '13800001111',
        ...identityColumns(t, chief.tenantId, '110101194105060028'),
      }),
    ];
    assert.deepEqual(await pairs(), [
      [`${a}-${c}`, [3]],
      [`${a}-${b}`, [2]],
    ]);
    const { data } = await t.route(routes.duplicates, chief, { size: 1 });
    assert.deepEqual([data.total, data.records[0].other.identityNumber], [2, '110***********0028']);
    // Several of them have a bed.
    for (const name of ['韩江', '韩江']) await person(t, chief.tenantId, name);
    assert.equal((await pairs()).length, 3);
    await inTenant((tx) =>
      tx.run(sql`update people set name = name || id, mobile = null where tenant_id = ${tx.tenantId} and name = '韩江'`),
    );
    assert.deepEqual([await pairs(stranger), await pairs(own)], [[], []]);
    assert.equal((await t.route(routes.duplicates, nurse)).status, 403);
    const away = { oneId: b, otherId: a };
    assert.equal((await t.route(routes.dismiss, nurse, away)).status, 403);
    assert.deepEqual(refusal(await t.route(routes.dismiss, stranger, away)), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await t.route(routes.dismiss, chief, { oneId: a, otherId: a })), [400, '请选择两份不同的档案']);
    assert.equal((await t.route(routes.dismiss, chief, away)).status, 200);
    assert.deepEqual([await pairs(), await pairs(chief, { dismissed: true })], [[[`${a}-${c}`, [3]]], [[`${a}-${b}`, [2]]]]);
    await t.route(routes.dismiss, chief, { ...away, dismissed: false });
    assert.equal((await pairs()).length, 2);
  });
});

describe('a merge', () => {
  it('takes the chosen fields, the bed and the contacts; the former address leads to who was kept', async () => {
    const keep = await record({ mobile: '13800002222', contact_name: '张强', contact_phone: '13900000001' });
    const drop = await person(t, chief.tenantId, '张兰兰');
    const contact = (name: string, phone: string) => ({ name, phone, relation: 1, notes: null });
    const both = [contact('张强', '13900000001'), contact('张丽', '13900000002')];
    assert.equal(
      (await t.route(personContacts.save, chief, { oldmanId: drop, contacts: both, version: await versionOf(drop) } as never)).status,
      200,
    );
    const before = await versionOf(drop);
    const wrong = await merge(keep, drop, { fields: ['password'] });
    assert.deepEqual([refusal(wrong), await versionOf(drop)], [[400, '合并的项目不正确'], before]);
    const done = await merge(keep, drop, { fields: ['userName', 'flags', 'careLevel'] });
    assert.deepEqual([done.status, done.data, done.msg], [200, keep, '已合并']);
    const row = (await t.route(people.get, chief, { id: drop })).data;
    assert.deepEqual(
      [row.id, row.userName, row.mobile, row.flags, row.careLevel, row.place?.startsWith('3号楼')],
      [keep, '张兰兰', '13800002222', ['跌倒高危'], 2, true],
    );
    const { contacts } = (await t.route(personContacts.ofPerson, chief, { oldmanId: keep } as never)).data;
    assert.deepEqual(
      contacts.map(({ phone }: { phone: string }) => phone),
      ['13900000001', '13900000002'],
    );
    const listed = (await t.route(people.page, chief, { userName: '张兰兰', size: 100 })).data.records;
    assert.deepEqual(
      listed.map(({ id }: { id: number }) => id),
      [keep],
    );
    assert.equal((await t.route(people.removed, chief, { size: 100 })).data.total, 0);
  });

  it('is for those who may, of people whom they reach, and of two different records', async () => {
    const [keep, drop] = [await record(), await record()];
    const asked = await input(keep, drop);
    assert.equal((await t.route(routes.merge, null, asked)).status, 401);
    assert.equal((await t.route(routes.merge, nurse, asked)).status, 403);
    assert.equal((await t.route(routes.preview, nurse, asked)).status, 403);
    for (const as of [stranger, own]) {
      assert.deepEqual(refusal(await t.route(routes.merge, as, asked)), [404, '服务对象不存在']);
      assert.equal((await t.route(routes.preview, as, { keepId: keep, dropId: drop })).status, 404);
    }
    assert.deepEqual(refusal(await merge(keep, keep)), [400, '请选择两份不同的档案']);
    assert.deepEqual(refusal(await merge(keep, drop, { keepVersion: 99 })), [409, '档案已被他人修改，请刷新后重试']);
    assert.deepEqual(refusal(await merge(keep, drop, { dropVersion: null })), [400, '请刷新后重试']);
  });

  it('happens once: of two at once one wins, and a key that is sent again is answered again', async () => {
    const [keep, drop, third] = [await record(), await record(), await record()];
    const both = await Promise.all([merge(keep, drop), merge(third, drop)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '档案已被合并，请刷新后重试');
    const [won, lost] = both[0].status === 200 ? [keep, third] : [third, keep];
    // A record that is merged on leads on.
    const asked = { as: chief, input: await input(lost, won), headers: { 'idempotency-key': 'merge-1' } };
    const [first, again] = [await t.call('POST', routes.merge.path, asked), await t.call('POST', routes.merge.path, asked)];
    assert.deepEqual([first.status, again.status, again.data], [200, 200, lost]);
    assert.equal((await t.route(people.get, chief, { id: drop })).data.id, lost);
    assert.deepEqual(refusal(await t.call('POST', routes.merge.path, { ...asked, headers: {} })), [409, '档案已被合并，请刷新后重试']);
  });

  it('that fails at its last step has moved nothing', async () => {
    const [keep, drop] = [await record(), await person(t, chief.tenantId, '周梅')];
    const all = () =>
      inTenant((tx) =>
        tx.rows(sql`select id, version, bed_id, deleted_at, merged_into from people where tenant_id = ${tx.tenantId} order by id`),
      );
    const before = await all();
    broken = true;
    const failed = await merge(keep, drop, { fields: ['userName'] });
    broken = false;
    assert.deepEqual([failed.status, await all()], [500, before]);
    assert.equal((await merge(keep, drop)).status, 200);
  });

  it('is refused while the two cannot be one, in words', async () => {
    const { tenantId } = chief;
    const [keep, drop] = [await person(t, tenantId, '吴敏'), await person(t, tenantId, '吴敏')];
    const says = async (text: string) => {
      assert.deepEqual(await against(keep, drop), [text]);
      assert.deepEqual(refusal(await merge(keep, drop)), [422, text]);
    };
    await says('两份档案都有床位，请先让其中一份退床');
    const set = (id: number, columns: ReturnType<typeof sql>) =>
      inTenant((tx) => tx.run(sql`update people set ${columns} where tenant_id = ${tenantId} and id = ${id}`));
    await set(drop, sql`bed_id = null`);
    await set(keep, sql`status = 4, bed_id = null`);
    await says('保留的档案已离开机构，请改为保留在院的一份');
    await set(keep, sql`status = 1`);
    const run = (text: ReturnType<typeof sql>) => inTenant((tx) => tx.run(text));
    for (const id of [keep, drop]) await run(sql`insert into person_accounts (tenant_id, id) values (${tenantId}, ${id})`);
    await run(sql`update person_accounts set cash_fen = 100 where tenant_id = ${tenantId} and id = ${drop}`);
    await says('被合并的档案账户还有余额、押金或欠费，请先结清，或改为保留这一份');
    await run(sql`update person_accounts set cash_fen = 0 where tenant_id = ${tenantId} and id = ${drop}`);
    for (const id of [keep, drop])
      await run(sql`insert into outings (tenant_id, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at)
        values (${tenantId}, ${id}, '吴敏', '吴强', ${sealed('13900000003')}, '回家', now(), now() + interval '1 hour')`);
    await says('两份档案都有未结束的外出登记，请先处理其中一份');
    await run(sql`update outings set state = 4 where tenant_id = ${tenantId} and person_id = ${drop}`);
    for (const id of [keep, drop])
      await run(sql`insert into care_plans (tenant_id, person_id, serial, next_review_on, created_name)
        values (${tenantId}, ${id}, 1, current_date, '院长')`);
    await says('两份档案都有草拟或执行中的照护计划，请先停止其中一份');
    await run(
      sql`update care_plans set state = 3, starts_at = now(), ends_at = now() where tenant_id = ${tenantId} and person_id = ${drop}`,
    );
    for (const id of [keep, drop])
      await run(sql`insert into restraints (tenant_id, person_id, kind, reason, ordered_role, ordered_name, ordered_at, consent_name,
        consent_relation, consent_on, consent_files, hours, look_minutes, loosen_minutes, user_id, user_name)
        values (${tenantId}, ${id}, 1, 1,
        1, '陈医生', now(), '吴强', '儿子', current_date, '{x.png}', 4, 30, 120, 1, '院长')`);
    await says('两份档案都有同样方式的约束单没有结束，请先解除或作废其中一张');
    await run(
      sql`update restraints set state = 4, ended_at = now(), ended_name = '院长' where tenant_id = ${tenantId} and person_id = ${drop}`,
    );
    await warning(t, tenantId, drop);
    await says('被合并的档案还有未处理的预警，请先处理');
    await run(sql`update warnings set status = 1 where tenant_id = ${tenantId} and person_id = ${drop}`);
    await run(sql`insert into checkouts (tenant_id, number, person_id, person_name, leave_on, destination, reason, user_id, user_name)
      values (${tenantId}, 'TZ1', ${drop}, '吴敏', current_date, 1, '回家', ${chief.userId}, '院长')`);
    await says('有未完成的退住办理，请先完成或取消');
    await run(sql`update checkouts set state = 4 where tenant_id = ${tenantId} and person_id = ${drop}`);
    await run(sql`insert into account_requests (tenant_id, person_id, person_name, kind, purse, amount_fen, reason, user_id, user_name)
      values (${tenantId}, ${drop}, '吴敏', 3, 1, 100, '更正', ${chief.userId}, '院长')`);
    await says('被合并的档案还有待审批的账户申请，请先处理');
    await run(sql`update account_requests set state = 2 where tenant_id = ${tenantId} and person_id = ${drop}`);
    for (const id of [keep, drop])
      await run(sql`insert into contracts (tenant_id, person_id, number, part, effective_on, ends_on, signed_on, signer_name, signer_relation,
          bed_fen, care_fen, meal_fen, other_fen, deposit_fen, user_id, user_name)
        values (${tenantId}, ${id}, ${`HT2026010100${id}`}, 1, '2026-01-01', '2027-01-01', '2026-01-01', '吴强', 1, 0, 0, 0, 0, 0,
          ${chief.userId}, '院长')`);
    await says('两份档案都有未终止的入住合同，请先终止其中一份');
    await run(sql`update contracts set ended_on = '2026-02-01' where tenant_id = ${tenantId} and person_id = ${drop}`);
    assert.deepEqual(await against(keep, drop), []);
    const preview = (await t.route(routes.preview, chief, { keepId: keep, dropId: drop })).data;
    assert.deepEqual(
      preview.moves.map(({ label }: { label: string }) => label).toSorted(),
      ['入住合同', '账户记录', '外出登记', '照护计划', '约束单', '退住办理', '预警', '设备', '其他记录'].toSorted(),
    );
    assert.equal((await merge(keep, drop)).status, 200);
    const serials = await inTenant((tx) =>
      tx.rows<{ serial: number }>(sql`select serial from care_plans where tenant_id = ${tenantId} and person_id = ${keep} order by serial`),
    );
    assert.deepEqual(
      serials.map(({ serial }) => serial),
      [1, 2],
    );
  });
});
