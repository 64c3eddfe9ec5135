import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { careNotes as routes } from '#contract/care/care-notes.ts';
import { HOUR, MINUTE, textOf } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [carer, other, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
let oldmanId = 0;
let clock = Date.now();

before(async () => {
  t = await harness({ now: () => clock });
  const tenant = await t.tenant();
  const permissions = ['members_caretask_view', 'members_caretask_do'];
  carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions });
  other = await t.user(tenant, { name: '赵敏', dataScope: 1, permissions });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  await t.deps.inTenant(tenant, (tx) => tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant}`));
});
after(() => t.close());

const note = (more: object = {}, as: TestUser | null = carer, headers: Record<string, string> = {}) =>
  t.call('POST', routes.create.path, { as, input: { oldmanId, kind: 'water', ...more }, headers });

describe('notes of care', () => {
  it('are written with one press, once, by who reaches the person', async () => {
    assert.equal((await note({}, null)).status, 401);
    assert.equal((await note({}, await t.user(carer.tenantId, { permissions: ['members_caretask_view'] }))).status, 403);
    assert.deepEqual(refusal(await note({}, stranger)), [404, '服务对象不存在']);
    assert.equal((await note({ kind: 'x' })).msg, '请选择类别');
    assert.equal((await note({ time: textOf(clock + HOUR) })).msg, '时间不能晚于现在');
    assert.equal((await note({ time: textOf(clock - 73 * HOUR) })).msg, '只能补记72小时内的情况');
    const key = { 'idempotency-key': 'note-1' };
    const twice = await Promise.all([note({ text: '150ml' }, carer, key), note({ text: '150ml' }, carer, key)]);
    assert.equal(twice[0]!.data, twice[1]!.data);
    assert.equal((await note({ kind: 'mood', time: textOf(clock - HOUR), text: '心情好' })).status, 200);
    const { records } = (await t.route(routes.page, carer, { oldmanId })).data;
    assert.deepEqual(
      records.map(({ kind, text, userName }: { kind: string; text: string; userName: string }) => [kind, text, userName]),
      [
        ['water', '150ml', '王芳'],
        ['mood', '心情好', '王芳'],
      ],
    );
    assert.equal((await t.route(routes.page, stranger, {})).data.total, 0);
    assert.equal((await t.route(routes.page, other, { kind: 'mood' })).data.total, 1);
  });

  it('are taken back at once by who wrote them', async () => {
    const { data: id } = await note({ kind: 'bath' });
    const remove = (as: TestUser) => t.route(routes.remove, as, { id });
    assert.deepEqual(refusal(await remove(stranger)), [404, '照护随记不存在']);
    assert.deepEqual(refusal(await remove(other)), [403, '只能由记录人本人撤销']);
    clock += 2 * MINUTE;
    assert.deepEqual(refusal(await remove(carer)), [409, '已超过可撤销的时间']);
    clock -= 2 * MINUTE;
    assert.equal((await remove(carer)).status, 200);
    assert.equal((await remove(carer)).status, 404);
  });
});
