import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  feasibilityOf,
  isAway,
  overlapsOf,
  partKeys,
  ranked,
  weights,
  wordsOf,
  type Busy,
  type Circumstances,
  type Suitor,
  type Wanted,
} from './feasibility.rules.ts';
import { metresBetween, metresText, routeMetres, travelMinutes } from './routes.rules.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`);
const HOME = { lng: 120.12, lat: 30.27 };
/** About so many kilometres east of HOME. */
const east = (kilometres: number) => ({ lng: HOME.lng + kilometres / 96.15, lat: HOME.lat });
const job: Wanted = {
  jobId: 1,
  startsAt: at('10:00'),
  minutes: 60,
  place: HOME,
  typeName: '生活照料',
  personName: '王秀英',
  returnedBy: null,
};
const busy = (jobId: number, time: string, minutes: number, place: Busy['place'] = HOME): Busy => ({
  jobId,
  startsAt: at(time),
  minutes,
  place,
  label: '李桂兰·助餐',
});
const free: Suitor = {
  userId: 7,
  disabled: false,
  skill: { level: 3, validUntil: null },
  duties: [{ startsAt: at('07:00'), endsAt: at('15:00') }],
  busy: [],
  visits: 0,
  planned: 0,
};
const usual: Circumstances = { skilled: true, rostered: true, average: 120, base: HOME };
const judge = (suitor: Partial<Suitor> = {}, circumstances: Partial<Circumstances> = {}, wanted: Partial<Wanted> = {}) =>
  feasibilityOf({ ...job, ...wanted }, { ...free, ...suitor }, { ...usual, ...circumstances });
const part = (key: string, ...given: Parameters<typeof judge>) => judge(...given).parts.find((one) => one.key === key) ?? assert.fail(key);

describe('a leave', () => {
  const leaves = [{ startsAt: at('10:30'), endsAt: at('12:00') }];
  it('forbids what falls into it, also in part', () => {
    assert.deepEqual(judge({ leaves }).blocks, ['请假中']);
    assert.deepEqual(judge({ leaves }, {}, { startsAt: at('12:00') }).blocks, []);
    assert.deepEqual(
      [at('09:29'), at('09:30'), at('11:59'), at('12:00')].map((startsAt) => isAway({ startsAt, minutes: 60 }, { leaves })),
      [false, false, true, false],
    );
    assert.ok(!isAway(job, {}));
  });

  it('names who takes over', () => {
    assert.equal(part('continuity', {}, {}, { handTo: 7 }).why, '请假人指定的工作交接人');
  });
});

describe('the parts of feasibility', () => {
  it('weigh 100 together and all have a sentence', () => {
    assert.equal(
      partKeys.reduce((sum, key) => sum + weights[key], 0),
      100,
    );
    const { parts, score, blocks } = judge({ visits: 5 });
    assert.deepEqual(
      parts.map(({ key }) => key),
      [...partKeys],
    );
    for (const { score: one, why } of parts) assert.ok(one >= 0 && one <= 1 && why.length > 3, why);
    assert.ok(score > 95, String(score));
    assert.deepEqual(blocks, []);
  });

  const cases: [string, string, Parameters<typeof judge>, number, RegExp, string | null][] = [
    ['skill', 'experienced', [{}], 1, /持有“生活照料”高级技能/, null],
    ['skill', 'beginner', [{ skill: { level: 1, validUntil: null } }], 0.7, /初级技能/, null],
    ['skill', 'valid on its last day', [{ skill: { level: 2, validUntil: at('23:59') } }], 0.85, /中级/, null],
    ['skill', 'expired yesterday', [{ skill: { level: 3, validUntil: at('00:00') - 1000 } }], 0, /已于 2026-11-20 到期/, '技能已到期'],
    ['skill', 'none where others have it', [{ skill: null }], 0, /机构内有人具备/, '不具备所需技能'],
    ['skill', 'none where nobody has it', [{ skill: null }, { skilled: false }], 0.5, /不作区分/, null],
    ['duty', 'on duty', [{}], 1, /07:00–15:00 当班/, null],
    [
      'duty',
      'in two shifts that follow each other',
      [
        {
          duties: [
            { startsAt: at('10:30'), endsAt: at('15:00') },
            { startsAt: at('07:00'), endsAt: at('10:30') },
          ],
        },
      ],
      1,
      /当班/,
      null,
    ],
    ['duty', 'half of it', [{ duties: [{ startsAt: at('07:00'), endsAt: at('10:30') }] }], 0.2, /只覆盖其中 30 分钟/, null],
    ['duty', 'whole minutes', [{ duties: [{ startsAt: at('07:00'), endsAt: at('10:30') + 30_000 }] }], 0.2, /只覆盖其中 30 分钟/, null],
    ['duty', 'off duty', [{ duties: [{ startsAt: at('15:00'), endsAt: at('23:00') }] }], 0, /不当班/, '不当班'],
    ['duty', 'until the minute it begins', [{ duties: [{ startsAt: at('07:00'), endsAt: at('10:00') }] }], 0, /不当班/, '不当班'],
    ['duty', 'without a roster', [{ duties: [] }, { rostered: false }], 0.5, /没有排班/, null],
    ['overlap', 'nothing else', [{}], 1, /前后没有其他工单/, null],
    ['overlap', 'touching ends in one house', [{ busy: [busy(2, '09:00', 60), busy(3, '11:00', 30)] }], 1, /不冲突/, null],
    ['overlap', 'a minute too long', [{ busy: [busy(2, '09:00', 61)] }], 0, /与 09:00–10:01 李桂兰·助餐 时间重叠/, '时间重叠'],
    ['overlap', 'around it', [{ busy: [busy(2, '09:00', 180)] }], 0, /时间重叠/, '时间重叠'],
    ['overlap', 'itself is no overlap', [{ busy: [busy(1, '10:00', 60)] }], 1, /前后没有/, null],
    ['overlap', 'too far for the gap', [{ busy: [busy(2, '09:00', 48, east(3))] }], 0.27, /间隔 12 分钟，路程约需 22 分钟/, null],
    ['distance', 'at the house', [{}], 1, /与机构在同一处/, null],
    ['distance', 'five kilometres from the job before', [{ busy: [busy(2, '07:00', 30, east(5))] }], 0.5, /距上一单 5\.0 公里/, null],
    ['distance', 'further than counts', [{ busy: [busy(2, '07:00', 30, east(30))] }], 0, /30\.\d 公里/, null],
    [
      'distance',
      'the nearer of before and after',
      [{ busy: [busy(2, '07:00', 30, east(5)), busy(3, '13:00', 30, east(1))] }],
      0.9,
      /距下一单 1\.0 公里/,
      null,
    ],
    ['distance', 'no position of the job', [{}, {}, { place: null }], 0.5, /没有位置/, null],
    ['distance', 'nowhere to start from', [{}, { base: null }], 0.5, /不知道出发位置/, null],
    ['continuity', 'a stranger', [{}], 0, /没有为王秀英服务过/, null],
    ['continuity', 'once', [{ visits: 1 }], 0.5, /服务过 1 次/, null],
    ['continuity', 'often', [{ visits: 4 }], 0.94, /服务过 4 次/, null],
    ['load', 'nothing yet', [{}], 1, /低于人均 2 小时/, null],
    ['load', 'as everybody', [{ planned: 120 }], 0.7, /等于人均/, null],
    ['load', 'more than twice', [{ planned: 420 }], 0, /高于人均 2 小时/, null],
    ['load', 'an hour counts when nobody has anything', [{ planned: 60 }, { average: 0 }], 0.7, /高于人均 0 小时/, null],
  ];
  for (const [key, name, given, score, why, block] of cases)
    it(`${key}: ${name}`, () => {
      const found = part(key, ...given);
      assert.ok(Math.abs(found.score - score) < 0.02, `${found.score} instead of ${score}`);
      assert.match(found.why, why);
      const { blocks } = judge(...given);
      assert.deepEqual(blocks, block === null ? [] : [block]);
    });

  it('blocks a disabled account first', () => assert.equal(judge({ disabled: true, skill: null }).blocks[0], '账号已停用'));
});

describe('ranking', () => {
  it('puts who must not last, then the score, then the id', () => {
    const one = (userId: number, score: number, blocks: string[] = []) => ({ userId, score, blocks, parts: [] });
    const order = ranked([one(1, 90, ['不当班']), one(4, 50), one(3, 50), one(2, 80)]).map(({ userId }) => userId);
    assert.deepEqual(order, [2, 3, 4, 1]);
  });

  it('finds every overlap', () => {
    const found = overlapsOf({ jobId: 1, startsAt: at('10:00'), minutes: 60 }, [
      busy(2, '09:30', 31),
      busy(3, '10:59', 5),
      busy(4, '11:00', 5),
      busy(1, '10:00', 60),
    ]);
    assert.deepEqual(
      found.map(({ jobId }) => jobId),
      [2, 3],
    );
  });
});

describe('wordsOf', () => {
  it('says duty, work, place, skill, visits and load, and what forbids it only once', () => {
    assert.deepEqual(wordsOf(judge({ visits: 2, planned: 90 })), ['当班', '空闲', '同一处', '高级技能', '服务过 2 次', '已排 1.5 小时']);
    const [off, clash] = [{ duties: [] }, { busy: [busy(2, '09:30', 60)] }];
    assert.deepEqual(wordsOf(judge({ ...off, ...clash })), ['同一处', '高级技能', '已排 0 小时']);
    const { parts } = judge(clash);
    assert.ok(!wordsOf({ parts, blocks: ['时间重叠（2 项）'] }).includes('时间重叠'));
    assert.deepEqual(wordsOf(judge({ skill: null }, { rostered: false, base: null }, { typeName: '' })), ['无排班', '空闲', '已排 0 小时']);
    assert.match(part('skill', { skill: null }, {}, { typeName: '' }).why, /还没有选择服务项目/);
  });
});

describe('ways', () => {
  it('are measured and timed', () => {
    assert.equal(metresBetween(null, HOME), null);
    assert.equal(metresBetween(HOME, HOME), 0);
    const metres = metresBetween(HOME, east(3)) as number;
    assert.ok(Math.abs(metres - 3000) < 15, String(metres));
    assert.equal(travelMinutes(null), 0);
    assert.equal(travelMinutes(149), 0);
    assert.equal(travelMinutes(3000), 22);
    assert.ok(Math.abs(routeMetres([HOME, null, east(1), east(3)]) - 3000) < 20);
    assert.equal(routeMetres([]), 0);
    assert.deepEqual([metresText(80), metresText(1340)], ['80 米', '1.3 公里']);
  });
});
