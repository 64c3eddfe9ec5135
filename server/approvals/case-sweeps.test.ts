import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { sql } from 'kysely';
import { HOUR } from '#contract/time.ts';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { applyFor, approvalHouse, decideOf, publishFlow, taskOf, usersAs, type ApprovalHouse } from '#test/approvals.ts';
import type { TestUser } from '#test/harness.ts';
import { sweepApprovals } from './case-sweeps.ts';

let { t, tenant, admin, asker, head, finance, boss, person, flow, stateOf, leave } = {} as ApprovalHouse;
before(async () => {
  ({ t, tenant, admin, asker, head, finance, boss, person, flow, stateOf, leave } = await approvalHouse());
});
after(() => t.close());

const begun = Date.now();
/** One sweep so many hours later; gives how many cases it dealt with. */
const sweep = (hours: number, most = 100) => sweepApprovals({ ...t.deps, now: () => begun + hours * HOUR }, begun + hours * HOUR, most);
/** Sweeps of one case each until nothing is due. */
async function sweepAll(hours: number): Promise<void> {
  for (let round = 0; round < 50; round++) if ((await sweep(hours, 1)) === 0) return;
  assert.fail('something is due at every sweep');
}
const titlesTo = async (user: TestUser, id: number): Promise<string[]> =>
  (
    await t.deps.inTenant(user.tenantId, (tx) =>
      tx.rows<{ title: string }>(sql`
        select title from messages where tenant_id = ${user.tenantId} and recipient_id = ${user.userId}
          and link = ${`/activti/detail/${id}`} order by id`),
    )
  ).map(({ title }) => title);
const waitsFor = async (user: TestUser, id: number) => (await taskOf(t, user, id)) !== null;

describe('a limit of time', () => {
  it('reminds before it, and hands over at it', async () => {
    const step = { id: 's1', name: '负责人', deciders: [usersAs(head)], hours: 10, remindHours: 2, escalateTo: [usersAs(boss)] };
    const id = await applyFor(t, asker, await flow([step]));
    await sweep(7);
    assert.equal((await titlesTo(head, id)).length, 1);
    await sweep(9);
    await sweep(9);
    assert.equal((await titlesTo(head, id)).filter((title) => title.includes('等待您审批')).length, 1);
    await sweep(11);
    await sweep(11);
    assert.deepEqual([await waitsFor(head, id), await waitsFor(boss, id)], [false, true]);
    assert.equal((await decideOf(t, boss, id, 'approve')).status, 200);
    assert.equal(await stateOf(id), caseStates.approved);
  });

  it('reminds again each day after it, where no one else was named', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)], hours: 10 }]));
    for (const hours of [11, 12, 36, 37]) await sweep(hours);
    const told = await titlesTo(head, id);
    assert.deepEqual(
      told.map((title) => title.replace(/.*(待您审批|已超过审批时限)$/, '$1')),
      ['待您审批', '已超过审批时限', '待您审批'],
    );
  });

  it('hands over a step whose deciders have all left', async () => {
    const leaver = await person('周离');
    const step = { id: 's1', name: '负责人', deciders: [usersAs(leaver)], hours: 10, escalateTo: [usersAs(boss)] };
    const id = await applyFor(t, asker, await flow([step]));
    await leave(leaver);
    await sweep(11);
    assert.deepEqual([await waitsFor(boss, id), await waitsFor(admin, id)], [true, false]);
  });
});

describe('a decider who has left', () => {
  it('is replaced by those who watch over approvals; others who sign still have to', async () => {
    const leaver = await person('吴离');
    const second = await t.user(tenant, { name: '副管理员', permissions: ['approval_case_manage'] });
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '会签', mode: 'all', deciders: [usersAs(leaver, head)] }]));
    await leave(leaver);
    await sweep(0);
    assert.deepEqual([await waitsFor(admin, id), await waitsFor(second, id)], [true, false]);
    const { data } = await t.route(cases.get, head, { id });
    assert.deepEqual([data.notes.at(-1).action, data.notes.at(-1).text], ['转交：管理员', '审批人已停用或离职']);
    assert.equal((await decideOf(t, head, id, 'approve')).status, 200);
    assert.equal(await stateOf(id), caseStates.running);
    assert.equal((await decideOf(t, admin, id, 'approve')).status, 200);
    assert.equal(await stateOf(id), caseStates.approved);
  });

  it('is not needed where another one is enough, nor for an advice', async () => {
    const leaver = await person('郑离');
    const one = await applyFor(t, asker, await flow([{ id: 's1', name: '或签', deciders: [usersAs(leaver, head)] }]));
    const advised = await applyFor(t, asker, await flow([{ id: 's1', name: '会签', mode: 'all', deciders: [usersAs(finance)] }]));
    const taskId = await taskOf(t, finance, advised);
    assert.equal((await t.route(cases.hand, finance, { taskId, action: 'delegate', userId: leaver.userId })).status, 200);
    await leave(leaver);
    await sweep(0);
    assert.equal((await t.route(cases.get, head, { id: one })).data.notes.at(-1).action, '无需处理：郑离');
    assert.deepEqual([await waitsFor(head, one), await waitsFor(admin, one), await waitsFor(finance, advised)], [true, false, true]);
    assert.equal((await decideOf(t, finance, advised, 'approve')).status, 200);
    assert.equal(await stateOf(advised), caseStates.approved);
  });

  it('keeps no other case waiting where no one is there instead, and is replaced once someone is', async () => {
    const bare = await t.tenant('没有管理员');
    const editor = await t.user(bare, { name: '编辑', permissions: ['approval_definition_view', 'approval_definition_edit'] });
    const [leaver, decider] = [await t.user(bare, { name: '冯离' }), await t.user(bare, { name: '陈立', permissions: [] })];
    const publish = (name: string, user: TestUser, more: object) =>
      publishFlow(t, editor, name, [{ id: 's1', name: '负责人', deciders: [usersAs(user)], ...more }]);
    await t.deps.inTenant(bare, (tx) => tx.run(sql`delete from user_roles where tenant_id = ${bare} and user_id = ${leaver.userId}`));
    const stuck = await publish('无人', leaver, {});
    const [first, second] = [await applyFor(t, editor, stuck), await applyFor(t, editor, stuck)];
    const late = await applyFor(t, editor, await publish('到期', decider, { hours: 10, remindHours: 2 }));
    await t.deps.inTenant(bare, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${bare} and id = ${leaver.userId}`));
    await sweepAll(9);
    assert.equal((await titlesTo(decider, late)).length, 2);
    const watcher = await t.user(bare, { name: '新管理员', permissions: ['approval_case_manage'] });
    await sweepAll(9);
    assert.equal(await waitsFor(watcher, first), false);
    await sweepAll(10.5);
    assert.deepEqual([await waitsFor(watcher, first), await waitsFor(watcher, second)], [true, true]);
  });
});

describe('a case that cannot be swept', () => {
  it('keeps no other case from its turn', async () => {
    const step = { id: 's1', name: '负责人', deciders: [usersAs(head)], hours: 10, escalateTo: [usersAs(boss)] };
    const [broken, sound] = [await flow([step]), await flow([step])];
    const ids = [await applyFor(t, asker, broken), await applyFor(t, asker, sound)] as [number, number];
    const owner = new Client(t.target('superuser'));
    await owner.connect();
    await owner.query('set session_replication_role = replica');
    await owner.query(`update approval_versions set steps = '[{}]' where definition_id = $1`, [broken]);
    await owner.end();
    await sweepAll(11);
    assert.deepEqual([await waitsFor(boss, ids[0]), await waitsFor(boss, ids[1])], [false, true]);
  });
});
