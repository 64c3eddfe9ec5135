import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { residentPanel } from '#contract/screens/resident-panel.ts';
import { DAY, dayOf } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant('平安颐养院'));
});
after(() => t?.close());

const read = async (as = admin) => (await t.route(residentPanel.read, as)).data;
const add = async (input: Record<string, unknown>, as = admin) =>
  (await t.route(people.create, as, { userName: '王秀英', ...input })).data as number;
/** The day of birth of a person who turns `age` in `days` days. */
const bornFor = (age: number, days: number) => {
  const day = dayOf(t.deps.now() + days * DAY);
  const born = `${Number(day.slice(0, 4)) - age}${day.slice(4)}`;
  return new Date(born).toISOString().startsWith(born) ? born : born.replace('02-29', '02-28');
};

describe('the panel of residents', () => {
  it('is of those who may see people', async () => {
    assert.equal((await t.route(residentPanel.read, null)).status, 401);
    assert.equal((await t.route(residentPanel.read, await t.user(admin.tenantId, { permissions: ['nothing'] }))).status, 403);
  });

  it('of an institution that has just begun is empty', async () => {
    const { total, averageAge, oldest, came, left, beds, birthdays, careLevels } = await read();
    assert.deepEqual([total, averageAge, oldest, came, left, birthdays, careLevels], [0, null, null, 0, 0, [], []]);
    assert.deepEqual(beds, { total: 0, occupied: 0, reserved: 0, free: 0, closed: 0, rate: null });
  });

  it('counts who is here, away, in hospital and at home, and who came and left this month, each in its own institution', async () => {
    const here = await person(t, admin.tenantId);
    await t.deps.inTenant(admin.tenantId, async (tx) => {
      await tx.run(sql`update people set gender = 2, birth_date = ${bornFor(85, -30)}::date, created_at = now() - interval '40 days'
        where tenant_id = ${admin.tenantId} and id = ${here}`);
      await tx.run(sql`update beds set status = 2 where tenant_id = ${admin.tenantId}`);
    });
    await add({ userName: '外出', status: 2, gender: 1, birthDate: bornFor(65, -30), careLevel: 3 });
    await add({ userName: '住院', status: 3 });
    await add({ userName: '居家', serviceType: 2, birthDate: bornFor(75, -30) });
    const gone = await add({ userName: '离院' });
    const removed = await add({ userName: '录错' });
    await t.route(people.remove, admin, { id: removed, reason: '录错' });
    await t.route(people.update, admin, { id: gone, userName: '离院', status: 4 });
    const panel = await read();
    assert.deepEqual([panel.total, panel.inHouse, panel.away, panel.inHospital, panel.atHome], [4, 1, 1, 1, 1]);
    assert.deepEqual([panel.averageAge, panel.oldest, panel.came, panel.left], [75.1, 85, 3, 1]);
    assert.deepEqual(
      panel.ages.map(({ count }: { count: number }) => count),
      [0, 1, 1, 1, 0],
    );
    assert.deepEqual(panel.careLevels, [
      { value: 2, count: 1 },
      { value: 3, count: 1 },
      { value: null, count: 2 },
    ]);
    assert.deepEqual(panel.beds, { total: 1, occupied: 1, reserved: 0, free: 0, closed: 0, rate: 100 });
    // Who comes back has not left.
    await t.route(people.update, admin, { id: gone, userName: '离院', status: 1 });
    assert.equal((await read()).left, 0);
    const other = await t.user(await t.tenant());
    assert.deepEqual(((one) => [one.total, one.came, one.beds.total])(await read(other)), [0, 0, 0]);
  });

  it('lists the birthdays of the next seven days, the nearest first, at most twenty', async () => {
    const house = await t.user(await t.tenant());
    // An age that is a multiple of four: a person of that age can be born on 29 February.
    await add({ userName: '今天', birthDate: bornFor(92, 0) }, house);
    await add({ userName: '第七天', birthDate: bornFor(70, 6) }, house);
    await add({ userName: '明天', birthDate: bornFor(81, 1) }, house);
    for (const [userName, days] of [
      ['昨天', -1],
      ['第八天', 7],
    ] as const)
      await add({ userName, birthDate: bornFor(80, days) }, house);
    await add({ userName: '已离开', birthDate: bornFor(80, 0), status: 4 }, house);
    const { birthdays } = await read(house);
    assert.deepEqual(
      birthdays.map((one: { userName: string; age: number }) => [one.userName, one.age]),
      [
        ['今天', 92],
        ['明天', 81],
        ['第七天', 70],
      ],
    );
    assert.equal(birthdays[1].day, dayOf(t.deps.now() + DAY));
    await t.deps.inTenant(house.tenantId, (tx) =>
      tx.run(sql`insert into people (tenant_id, name, birth_date) select ${house.tenantId}, '老人' || n, ${bornFor(77, 2)}::date
        from generate_series(1, 30) as n`),
    );
    assert.equal((await read(house)).birthdays.length, 20);
  });

  it('counts within the data scope', async () => {
    const carer = await t.user(admin.tenantId, { permissions: ['members_oldman_view'], dataScope: 3 });
    const none = await read(carer);
    assert.deepEqual([none.total, none.came, none.birthdays], [0, 0, []]);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${admin.tenantId} and status = 2`),
    );
    const one = await read(carer);
    assert.deepEqual([one.total, one.away, one.came, one.beds.total], [1, 1, 1, 1]);
  });
});
