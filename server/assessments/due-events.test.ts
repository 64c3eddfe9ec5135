import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assessments as routes } from '#contract/assessments/assessments.ts';
import { morse } from '#contract/assessments/scale-risks.ts';
import { now as nowRoute } from '#contract/screens/now.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let [nurse, viewer] = [] as unknown as [TestUser, TestUser];
let [wang, li] = [0, 0];

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '王芳' });
  viewer = await t.user(tenant, { dataScope: 3, permissions: ['members_assessment_view'] });
  [wang, li] = [await person(t, tenant, '王秀英'), await person(t, tenant, '李建国')];
});
after(() => t.close());

const today = () => dayOf(t.deps.now());
const ago = (days: number) => nextDay(today(), -days);
const run = (query: ReturnType<typeof sql>) => t.deps.inTenant(nurse.tenantId, (tx) => tx.run(query));

/** Something that happened to a person at noon of a day. */
async function incident(type: number, day: string, severity: number | null = null, who = wang): Promise<void> {
  await run(sql`with made as (
      insert into incidents (tenant_id, type, severity, person_id, person_name, occurred_at, reported_at, reporter_name, course)
      values (${nurse.tenantId}, ${type}, ${severity}, ${who}, '王秀英', ${`${day} 12:00+08`}, ${`${day} 12:00+08`}, '王芳', '经过')
      returning id)
    insert into incident_people (tenant_id, incident_id, person_id, person_name, place)
    select ${nurse.tenantId}, made.id, ${who}, '王秀英', 0 from made`);
}
const hospital = (left: string, back: string) =>
  run(sql`insert into outings (tenant_id, state, kind, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at,
      left_at, returned_at)
    values (${nurse.tenantId}, 3, 2, ${wang}, '王秀英', '王丽', ${sealed('13911112222')}, '医院', ${`${left} 08:00+08`}, ${`${back} 18:00+08`},
      ${`${left} 08:00+08`}, ${`${back} 09:00+08`})`);
const level = (day: string, before: number | null, value: number) =>
  run(sql`insert into person_arrangements (tenant_id, person_id, kind, value, before, effective_on, reason, state, user_name)
    values (${nurse.tenantId}, ${wang}, 'level', ${value}, ${before}, ${day}, '变更', 2, '王芳')`);
const set = (key: string, value: string) =>
  run(sql`insert into parameters (tenant_id, name, key, value) values (${nurse.tenantId}, ${key}, ${key}, ${value})
    on conflict (tenant_id, key) do update set value = excluded.value`);

async function rowOf(who = wang, more: object = {}, as = nurse) {
  const { data } = await t.route(routes.due, as, more as never);
  return data.records.find(({ id }: { id: number }) => id === who);
}
const reasonsOf = async (who = wang) =>
  (await rowOf(who))!.reasons.map(({ cause, scale, day, dueAt }: any) => [cause, scale, day, dueAt].filter((part) => part !== null));

/** A complete assessment of `scale` on a day. */
const assessed = (scale: string, day: string, more: ReturnType<typeof sql> = sql`null, null`) =>
  run(sql`insert into assessments (tenant_id, person_id, state, scale, scale_version, reason, assessed_on, level_name, latest, completed_at,
      user_id, user_name, applied_level, applied_at)
    values (${nurse.tenantId}, ${wang}, 3, ${scale}, 1, 1, ${day}, '中度',
      not exists (select from assessments k where k.person_id = ${wang} and k.scale = ${scale} and k.latest), ${`${day} 15:00+08`}, 1, '王芳', ${more})`);

describe('events after which a person is assessed again', () => {
  it('are listed each once, with the day and until when, the most urgent one first', async () => {
    await incident(6, ago(5));
    await incident(1, ago(2));
    await hospital(ago(9), ago(4));
    await level(ago(3), 2, 3);
    assert.deepEqual(await reasonsOf(), [
      ['fall', 'morse', ago(5), ago(4)],
      ['return', ago(4), ago(1)],
      ['incident', ago(2), nextDay(today(), 1)],
      ['level', ago(3), nextDay(today(), 4)],
      ['never'],
    ]);
    assert.equal((await rowOf())!.dueAt, ago(4));
    assert.deepEqual([(await rowOf(wang, { due: 'late' })) !== undefined, await rowOf(li, { due: 'late' })], [true, undefined]);
    assert.ok(await rowOf(wang, { due: 'soon' }));
    assert.equal(await rowOf(wang, {}, viewer), undefined);
  });

  it('are not near misses, other kinds of incidents, first levels, or what is long ago', async () => {
    await incident(6, ago(1), 4, li);
    await incident(15, ago(1), null, li);
    await incident(6, ago(500), null, li);
    await level(ago(30), null, 2);
    assert.deepEqual(await reasonsOf(li), [['never']]);
    assert.equal((await reasonsOf()).length, 5);
  });

  it('stand in 现在 once for each person', async () => {
    const { rows } = (await t.route(nowRoute.read, nurse)).data;
    const mine = rows.filter(({ kind }: { kind: string }) => kind === 'assessment_event');
    assert.deepEqual(
      mine.map(({ name, text, note }: any) => [name, text, note]),
      [['王秀英', '跌倒后评估', ago(5)]],
    );
  });

  it('are asked for within the days that the institution sets, or not at all', async () => {
    await set('ASSESSMENT_DUE_FALL', '0');
    await set('ASSESSMENT_DUE_RETURN', '10');
    await set('ASSESSMENT_DUE_INCIDENT', '很快');
    const [first, ...others] = await reasonsOf();
    assert.deepEqual(first, ['incident', ago(2), nextDay(today(), 1)]);
    assert.deepEqual(
      others.find(([cause]: string[]) => cause === 'return'),
      ['return', ago(4), nextDay(today(), 6)],
    );
    assert.ok(!others.some(([cause]: string[]) => cause === 'fall'));
    await set('ASSESSMENT_DUE_FALL', '1');
  });

  it('are over with an assessment after them, of a fall with one of the risk of falling', async () => {
    await assessed('gbt42195', ago(3));
    assert.deepEqual(
      (await reasonsOf()).map(([cause]: string[]) => cause),
      ['fall', 'incident'],
    );
    await assessed('gbt42195', ago(1));
    await assessed('morse', ago(6));
    assert.deepEqual(
      (await reasonsOf()).map(([cause]: string[]) => cause),
      ['fall'],
    );
    const answers = Object.fromEntries(morse.items.map(({ code, options }) => [code, options[0]!.value]));
    const form = { oldmanId: wang, scale: 'morse', reason: 3, reasonNote: '跌倒', assessedDate: today(), answers };
    const { data: id } = await t.route(routes.create, nurse, form as never);
    const signature = `/admin/sys-file/files/${randomUUID()}.png`;
    await t.route(routes.sign, nurse, { id, version: 1, signature, informantSignature: null });
    assert.equal(await rowOf(), undefined);
    await t.route(routes.void, nurse, { id, version: 2, note: '录错人' });
    assert.deepEqual(
      (await reasonsOf()).map(([cause]: string[]) => cause),
      ['fall'],
    );
  });

  it('are no levels that an assessment was applied to', async () => {
    const has = async () => (await reasonsOf()).some(([cause]: string[]) => cause === 'level');
    await level(today(), 3, 5);
    assert.ok(await has());
    await assessed('gbt42195', ago(1), sql`5, now()`);
    assert.ok(!(await has()));
  });
});
