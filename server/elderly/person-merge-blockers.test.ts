/** What stands against a merge besides the record itself, and merges that happen at once. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { personMerge as routes } from '#contract/elderly/person-merge.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { endApproval } from '#test/approving.ts';
import { faults, type Faults, type Held } from '#test/faults.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

/** As in server/ingest/merged-people.ts. */
const MOST_READINGS = 200_000;
const APPROVAL = '被合并的档案还有未结束的审批，请先处理';
const ADMISSION = '有未完成的入住办理，请先完成或取消';
const READINGS = '被合并的档案测量数据过多，请改为保留这一份';
const MERGED = '档案已被合并，请刷新后重试';
const CHANGED = '档案已被他人修改，请刷新后重试';

let t: Harness;
let f: Faults;
let [head, nurse] = [] as unknown as [TestUser, TestUser];
let tenantId = 0;

before(async () => {
  t = await harness();
  f = await faults(t);
  tenantId = await t.tenant();
  head = await t.user(tenantId, { name: '院长' });
  nurse = await t.user(tenantId, { name: '李敏', permissions: [admissions.submit.access] });
});
after(async () => {
  await f?.close();
  await t?.close();
});

const run = (query: ReturnType<typeof sql>) => t.deps.inTenant(tenantId, (tx) => tx.run(query));
const record = async (name: string): Promise<number> => (await t.route(people.create, head, { userName: name } as never)).data;
const against = async (keepId: number, dropId: number): Promise<string[]> =>
  (await t.route(routes.preview, head, { keepId, dropId })).data.against;
const asked = async (keepId: number, dropId: number) => {
  const { keep, drop } = (await t.route(routes.preview, head, { keepId, dropId })).data;
  return { keepId, dropId, keepVersion: keep.version, dropVersion: drop.version };
};
const request = (input: object): Held => ({
  tenantId,
  point: 'people',
  as: head,
  method: routes.merge.method,
  path: routes.merge.path,
  input,
  key: randomUUID(),
});
const leadsTo = async (id: number) => (await t.route(people.get, head, { id })).data.id;

describe('a merge', () => {
  it('waits for an admission of either record, and for the approval of the one that would be dropped', async () => {
    const [keep, drop] = [await record('赵文'), await record('赵文')];
    const room = await t.route(rooms.create, head, { building: '1号楼', floor: '3', name: '301', beds: 1 } as never);
    const bedId = (await t.route(beds.page, head, { roomId: room.data } as never)).data.records[0].id;
    const today = dayOf(Date.now());
    const terms = { bedFee: 2500, careFee: 1800, mealFee: 900, deposit: 5000, signerName: '赵强' };
    const form = { enterType: 1, userName: '赵文', oldmanId: drop, bedId, admitDate: today, endDate: nextDay(today, 364), ...terms };
    const made = await t.route(admissions.submit, nurse, form as never);
    assert.equal(made.status, 200, String(made.msg));
    const id = made.data;
    assert.deepEqual(await against(keep, drop), [APPROVAL, ADMISSION]);
    const refused = await t.route(routes.merge, head, await asked(keep, drop));
    assert.deepEqual(refusal(refused), [422, APPROVAL]);
    // The approval of the kept one goes on as it is; the admission names a person who would have changed.
    assert.deepEqual(await against(drop, keep), [ADMISSION]);
    assert.deepEqual(refusal(await t.route(routes.merge, head, await asked(drop, keep))), [422, ADMISSION]);
    const { caseId } = (await t.route(admissions.get, head, { id })).data;
    await endApproval(t, head, caseId, 'approved');
    assert.deepEqual(await against(keep, drop), [ADMISSION]);
    assert.equal((await t.route(admissions.cancel, head, { id, reason: '不来了' })).status, 200);
    assert.deepEqual(await against(keep, drop), []);
    assert.equal((await t.route(routes.merge, head, await asked(keep, drop))).status, 200);
    const moved = await t.route(admissions.page, head, { oldmanId: keep } as never);
    assert.deepEqual(
      moved.data.records.map((row: { id: number }) => row.id),
      [id],
      'what was asked for is the kept person’s',
    );
  });

  it('of more readings than one transaction moves is refused, the other way round it is done', async () => {
    const [keep, drop] = [await record('钱多'), await record('钱多')];
    const row = await t.deps.inTenant(tenantId, (tx) =>
      tx.row<{ id: number }>(
        sql`insert into devices (tenant_id, imei, name, person_id) values (${tenantId}, '863719000777', '手表', ${drop}) returning id`,
      ),
    );
    await run(sql`insert into device_bindings (tenant_id, device_id, person_id) select ${tenantId}, ${row!.id}, ${drop}
      where not exists (select from device_bindings where tenant_id = ${tenantId} and device_id = ${row!.id})`);
    await run(sql`insert into readings (tenant_id, device_id, metric, at, value, person_id)
      select ${tenantId}, ${row!.id}, 1, now() - n * interval '1 second', 70, ${drop} from generate_series(1, 200001) as n`);
    assert.deepEqual(await against(keep, drop), [READINGS]);
    assert.deepEqual(refusal(await t.route(routes.merge, head, await asked(keep, drop))), [422, READINGS]);
    assert.deepEqual(await against(drop, keep), []);
    const done = await t.route(routes.merge, head, await asked(drop, keep));
    assert.deepEqual([done.status, await leadsTo(keep)], [200, drop]);
    const left = await t.deps.inTenant(tenantId, (tx) =>
      tx.row<{ n: number }>(sql`select count(*)::integer as n from readings where tenant_id = ${tenantId} and person_id = ${drop}`),
    );
    assert.equal(left!.n, MOST_READINGS + 1);
  });

  it('that is sent twice at once happens once', async () => {
    const [keep, drop] = [await record('孙全'), await record('孙全')];
    const one = request(await asked(keep, drop));
    const [first, second] = await f.during(one, { ...one, key: randomUUID() });
    assert.deepEqual([first.status, refusal(second)], [200, [409, MERGED]]);
    const pair = [await record('孙权'), await record('孙权')] as const;
    const same = request(await asked(...pair));
    const both = await f.during(same, same);
    assert.deepEqual(
      both.map(({ status, data }) => [status, data]),
      [
        [200, pair[0]],
        [200, pair[0]],
      ],
    );
  });

  it('into a record that is merged on meanwhile is refused, and both lead to the last one afterwards', async () => {
    for (const order of [0, 1]) {
      const [a, b, c] = [await record('李白'), await record('李白'), await record('李白')];
      const [intoB, intoC] = [request(await asked(b, a)), request(await asked(c, b))];
      const [first, second] = order === 0 ? [intoB, intoC] : [intoC, intoB];
      const [won, lost] = await f.during(first, second);
      assert.deepEqual([won.status, refusal(lost)], [200, [409, order === 0 ? CHANGED : MERGED]]);
      const rest = order === 0 ? ([c, b] as const) : ([c, a] as const);
      assert.equal((await t.route(routes.merge, head, await asked(...rest))).status, 200);
      assert.deepEqual([await leadsTo(a), await leadsTo(b), await leadsTo(c)], [c, c, c]);
    }
  });
});
