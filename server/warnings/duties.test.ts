import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { duties } from '#contract/warnings/duties.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let head: TestUser;
let night: TestUser;
let reader: TestUser;
let stranger: TestUser;
// A Monday morning in the middle of a night shift.
let clock = Date.parse('2026-11-16T02:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  const tenant = await t.tenant();
  head = await t.user(tenant, { name: '护士长' });
  night = await t.user(tenant, { name: '夜班', permissions: [] });
  reader = await t.user(tenant, { name: '护士', permissions: ['warning_duty_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const shift = (day: string, from = '20:00', to = '08:00', userId = night.userId) => ({ userId, day, from, to });
const of = async (day: string, as = reader) =>
  (await t.route(duties.week, as, { day })).data.staff.flatMap(({ name, duties: own }: any) =>
    own.map(({ startTime, endTime }: any) => `${name} ${startTime.slice(5, 16)} ${endTime.slice(5, 16)}`),
  );

describe('the duty roster', () => {
  it('asks for a session, a form that is right, the right to keep it, and people of one’s own', async () => {
    assert.equal((await t.route(duties.week, null, { day: '2026-11-16' })).status, 401);
    assert.equal((await t.route(duties.create, null, shift('2026-11-15'))).status, 401);
    assert.equal((await t.route(duties.week, reader, { day: '2026-02-30' })).status, 400);
    assert.equal((await t.route(duties.create, head, { ...shift('2026-11-15'), from: '25:00' })).msg, '时间格式应为HH:mm');
    for (const [route, input] of [
      [duties.create, shift('2026-11-15')],
      [duties.copy, { day: '2026-11-16' }],
      [duties.remove, { id: 1 }],
    ] as const)
      assert.equal((await t.route(route, reader, input)).status, 403);
    assert.equal((await t.route(duties.week, night, { day: '2026-11-16' })).status, 403);
    const { status, msg } = await t.route(duties.create, head, shift('2026-11-15', '20:00', '08:00', stranger.userId));
    assert.deepEqual([status, msg], [422, '人员不存在或已停用']);
    assert.equal((await t.route(duties.create, head, shift('2026-11-15', '08:00', '08:00'))).msg, '班次的开始与结束不能相同');
    assert.deepEqual(await of('2026-11-16'), []);
  });

  it('takes shifts over midnight: they stand in both weeks that they touch, and say who is on duty now', async () => {
    assert.equal((await t.route(duties.create, head, shift('2026-11-15'))).msg, '已排班');
    assert.deepEqual(await of('2026-11-18'), ['夜班 11-15 20:00 11-16 08:00']);
    assert.deepEqual(await of('2026-11-09'), ['夜班 11-15 20:00 11-16 08:00']);
    assert.deepEqual(
      (await t.route(duties.now, reader)).data.map(({ name }: any) => name),
      ['夜班'],
    );
    clock += 7 * 3_600_000;
    assert.deepEqual((await t.route(duties.now, reader)).data, []);
    assert.deepEqual(await of('2026-11-18', stranger), []);
    assert.equal((await t.route(duties.week, reader, { day: '2026-11-18' })).data.from, '2026-11-16');
  });

  it('refuses two shifts of one person at once, also by callers who race', async () => {
    const refused = await t.route(duties.create, head, shift('2026-11-16', '07:00', '15:00'));
    assert.deepEqual([refused.status, refused.msg], [422, '夜班已有班次 11-15 20:00 至 11-16 08:00，时间重叠']);
    assert.equal((await t.route(duties.create, head, shift('2026-11-16', '08:00', '12:00'))).status, 200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => t.route(duties.create, head, shift('2026-11-17'))));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422, 422, 422, 422]);
  });

  it('copies a week once, and takes a shift off', async () => {
    const answers = await Promise.all([1, 2].map(() => t.route(duties.copy, head, { day: '2026-11-25' })));
    assert.deepEqual(
      answers.map(({ data }) => data).toSorted((a: any, b: any) => b.copied - a.copied),
      [
        { copied: 2, skipped: 0 },
        { copied: 0, skipped: 2 },
      ],
    );
    assert.deepEqual(await of('2026-11-25'), ['夜班 11-23 08:00 11-23 12:00', '夜班 11-24 20:00 11-25 08:00']);
    assert.equal((await t.route(duties.copy, head, { day: '2027-06-01' })).msg, '上一周没有班次');
    const [{ duties: own }] = (await t.route(duties.week, reader, { day: '2026-11-25' })).data.staff.filter(
      ({ name }: any) => name === '夜班',
    );
    assert.deepEqual(refusal(await t.route(duties.remove, stranger, { id: own[0].id })), [404, '班次不存在']);
    assert.equal((await t.route(duties.remove, head, { id: own[0].id })).msg, '已取消班次');
    assert.deepEqual(refusal(await t.route(duties.remove, head, { id: own[0].id })), [404, '班次不存在']);
    assert.equal((await of('2026-11-25')).length, 1);
  });
});
