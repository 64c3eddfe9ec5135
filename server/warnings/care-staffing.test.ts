import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { duties } from '#contract/warnings/duties.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let head: TestUser;
let carer: TestUser;
let roleOfCarer: string;
before(async () => {
  t = await harness({ now: () => Date.parse('2026-11-16T09:00:00+08:00') });
  tenant = await t.tenant();
  head = await t.user(tenant, { name: '护士长' });
  carer = await t.user(tenant, { name: '护理员', permissions: [] });
  const [role] = await run<{ code: string }>(sql`select r.code from roles r join user_roles ur on ur.tenant_id = r.tenant_id
    and ur.role_id = r.id where r.tenant_id = ${tenant} and ur.user_id = ${carer.userId}`);
  roleOfCarer = role!.code;
});
after(() => t?.close());

const run = <T>(query: ReturnType<typeof sql>) => t.deps.inTenant(tenant, (tx) => tx.rows<T>(query as never));
const week = async () => (await t.route(duties.week, head, { day: '2026-11-16' })).data;
const set = (key: string, value: string) =>
  run(sql`insert into parameters (tenant_id, name, key, value) values (${tenant}, ${key}, ${key}, ${value})
    on conflict (tenant_id, key) do update set value = excluded.value returning key`);

describe('the need of carers', () => {
  it('counts who is in the house by ability, and says who was not assessed', async () => {
    const levels = [0, 1, 1, 3, 4, null];
    for (const [at, ability] of levels.entries()) {
      const id = await person(t, tenant, `长者${at}`);
      await run(sql`update people set ability = ${ability} where tenant_id = ${tenant} and id = ${id} returning id`);
    }
    const away = await person(t, tenant, '外出');
    await run(sql`update people set status = 2 where tenant_id = ${tenant} and id = ${away} returning id`);
    const home = await person(t, tenant, '居家');
    await run(sql`update people set bed_id = null, service_type = 2 where tenant_id = ${tenant} and id = ${home} returning id`);
    const { care } = await week();
    assert.deepEqual(care, {
      dayFrom: '07:00',
      dayTo: '21:00',
      // 1/15 + 2/10 + 1/3 + 1/3
      needed: 1,
      neededAtNight: null,
      levels: [
        { anergy: 0, people: 1 },
        { anergy: 1, people: 2 },
        { anergy: 3, people: 1 },
        { anergy: 4, people: 1 },
      ],
      unrated: 1,
    });
  });

  it('is as the parameters have it; one that cannot be read is as if it were empty', async () => {
    await set('CARE_RATIOS', '1,1,1,1,1');
    await set('CARE_RATIOS_NIGHT', '0,2,0,2,2');
    await set('CARE_DAY_HOURS', '06:30-20:00');
    const { care } = await week();
    assert.deepEqual([care.needed, care.neededAtNight, care.dayFrom, care.dayTo], [5, 2, '06:30', '20:00']);
    await set('CARE_RATIOS', '十五');
    await set('CARE_DAY_HOURS', '夜里');
    const other = (await week()).care;
    assert.deepEqual([other.needed, other.dayFrom, other.dayTo], [null, '07:00', '21:00']);
  });

  it('is met by the roles that the parameter names', async () => {
    const cares = async () => Object.fromEntries((await week()).staff.map((one: any) => [one.name, one.cares]));
    assert.deepEqual(await cares(), { 护士长: false, 护理员: false });
    await set('CARE_RATIO_ROLES', `carer， ${roleOfCarer}`);
    assert.deepEqual(await cares(), { 护士长: false, 护理员: true });
  });
});
