/** Two residents of the demonstration, who have rows in nearly every area, are made one: nothing is lost, and nothing is left behind. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { accounts } from '#contract/accounts/accounts.ts';
import { personMerge as routes } from '#contract/elderly/person-merge.ts';
import { personReferences, rowsOf } from '#server/lists/merged-people.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { harness, type Harness, type TestUser } from './harness.ts';

const TENANT = 1_000_001;
let t: Harness;
let chief: TestUser;

before(async () => {
  t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  chief = await t.user(TENANT);
});
after(() => t.close());

const inTenant = <T>(work: (tx: Parameters<Parameters<typeof t.deps.inTenant>[1]>[0]) => Promise<T>) => t.deps.inTenant(TENANT, work);

/** Rows of a person in every table of the lists, by `table.column`. */
async function rowsOfPerson(personId: number, pair: { keptId: number; droppedId: number }): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const reference of personReferences()) {
    const found = await inTenant((tx) =>
      tx.row<{ n: number }>(
        sql`select count(*)::integer as n from ${sql.table(reference.table)} where ${rowsOf(reference, TENANT, personId, pair)}`,
      ),
    );
    counts[`${reference.table}.${reference.column ?? 'person_id'}`] = found!.n;
  }
  return counts;
}

describe('two records of the demonstration', () => {
  it('become one with everything that was theirs', async (context) => {
    // Who has rows in the most areas, without what is to be settled first.
    const candidates = await inTenant((tx) =>
      tx.rows<{ id: number }>(sql`
        select p.id from people p where p.tenant_id = ${TENANT} and p.deleted_at is null and p.status < 4
        order by (select count(*) from device_bindings b where b.tenant_id = p.tenant_id and b.person_id = p.id)
          + (select count(*) from incident_people i where i.tenant_id = p.tenant_id and i.person_id = p.id) desc, p.id limit 12`),
    );
    let tried = 0;
    for (const [at, { id: droppedId }] of candidates.entries()) {
      const keptId = candidates[(at + 1) % candidates.length]!.id;
      if (tried === 2) break;
      const pair = { keptId, droppedId };
      // What stands against it is settled by hand here; what it is, is tested where the merge is.
      await inTenant(async (tx) => {
        await tx.run(sql`update people set bed_id = null where tenant_id = ${TENANT} and id = ${droppedId}`);
        await tx.run(
          sql`update person_accounts set cash_fen = 0, grant_fen = 0, deposit_fen = 0 where tenant_id = ${TENANT} and id = ${droppedId}`,
        );
        await tx.run(sql`update account_requests set state = 2 where tenant_id = ${TENANT} and person_id = ${droppedId} and state = 1`);
        await tx.run(sql`update warnings set status = 1 where tenant_id = ${TENANT} and person_id = ${droppedId}`);
        await tx.run(sql`update contracts set ended_on = effective_on where tenant_id = ${TENANT} and person_id = ${droppedId}`);
        await tx.run(sql`delete from care_plans where tenant_id = ${TENANT} and person_id = ${droppedId} and state = 1`);
      });
      const asked = await t.route(routes.preview, chief, { keepId: keptId, dropId: droppedId });
      if (asked.status !== 200 || asked.data.against.length > 0) {
        context.diagnostic(String(asked.msg ?? asked.data.against.join()));
        continue;
      }
      const [before, kept] = [await rowsOfPerson(droppedId, pair), await rowsOfPerson(keptId, pair)];
      const input = { keepId: keptId, dropId: droppedId, keepVersion: asked.data.keep.version, dropVersion: asked.data.drop.version };
      const done = await t.route(routes.merge, chief, input);
      assert.equal(done.status, 200, String(done.msg));
      const [left, has] = [await rowsOfPerson(droppedId, pair), await rowsOfPerson(keptId, pair)];
      const moved: string[] = [];
      for (const { table, column = 'person_id', way } of personReferences()) {
        const name = `${table}.${column}`;
        if (way === 'stays' || table === 'device_bindings') continue;
        // What is planned for days to come is made anew for who was kept.
        if (table === 'visit_tasks' || table === 'care_tasks') continue;
        assert.equal(has[name]! + left[name]!, before[name]! + kept[name]!, `nothing of ${name} is lost`);
        if (way !== 'apart') assert.equal(left[name], 0, `nothing of ${name} is left`);
        if (before[name]! > 0) moved.push(name);
      }
      context.diagnostic(`${moved.length} kinds of rows moved: ${moved.join(' ')}`);
      assert.ok(moved.length >= 10, moved.join());
      assert.equal((await t.route(accounts.get, chief, { id: keptId } as never)).status, 200);
      tried++;
    }
    assert.equal(tried, 2, 'two pairs were found');
  });
});
