import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { feasibilityOf, type Busy, type Circumstances, type Suitor, type Wanted } from './feasibility.rules.ts';
import { doingOf, lastBefore, nearnessOf } from './nearness.rules.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`);
const HOME = { lng: 120.12, lat: 30.27 };
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

describe('within the house', () => {
  const floor = (building: string | null, number: string | null) => ({ building, floor: number });
  const wanted = { indoors: floor('1号楼', '3') };
  const served = (place: ReturnType<typeof floor> | null, jobId = 2, time = '08:00', minutes = 60): Busy => ({
    ...busy(jobId, time, minutes),
    indoors: place,
  });
  const way = (...jobs: Busy[]) => part('distance', { busy: jobs }, {}, wanted);

  it('the same floor is best, then the same building, then another one, whatever the coordinates say', () => {
    assert.deepEqual(
      [served(floor('1号楼', '3')), served(floor('1号楼', '2')), served(floor('2号楼', '3'))].map((one) => way(one)),
      [
        { key: 'distance', score: 1, why: '与上一单在同一楼层', word: '同楼层' },
        { key: 'distance', score: 0.7, why: '与上一单在同一栋楼，不同楼层', word: '同楼' },
        { key: 'distance', score: 0.4, why: '上一单在另一栋楼', word: '另一栋楼' },
      ],
    );
    assert.equal(nearnessOf({ ...job, indoors: floor('1号楼', null) }, [served(floor('1号楼', null))]), 'building', 'no floor is known');
  });

  it('the last job before counts, not one of yesterday or after', () => {
    const other = served(floor('2号楼', '1'), 3, '07:00', 30);
    assert.match(way(other, served(floor('1号楼', '3'))).why, /同一楼层/);
    assert.match(way(other, { ...served(floor('1号楼', '3')), startsAt: at('11:30') }).why, /另一栋楼/);
    const [early, late] = [busy(2, '07:00', 30), busy(3, '08:30', 30)];
    assert.equal(lastBefore(job, [late, early, busy(4, '11:30', 30)]), late);
    assert.equal(lastBefore(job, [{ ...late, jobId: job.jobId }]), undefined, 'not the job itself');
    const yesterday = { ...served(floor('1号楼', '3')), startsAt: at('08:00') - 24 * 3_600_000 };
    assert.deepEqual([way(yesterday).score, way(yesterday).why], [0.5, '当天此前没有工单，不知道在哪一层']);
    assert.equal(way().score, 0.5);
  });

  it('coordinates decide where one of the two places is not in the house', () => {
    assert.match(way(served(null)).why, /在同一处/);
    assert.match(part('distance', { busy: [served(floor('1号楼', '3'))] }).why, /在同一处/);
  });
});

describe('an emergency', () => {
  const wanted = { jobId: 0, emergency: true, indoors: { building: '1号楼', floor: '3' } };
  const judged = (...jobs: Busy[]) => judge({ busy: jobs }, {}, wanted);
  const overlap = (...jobs: Busy[]) => judged(...jobs).parts.find(({ key }) => key === 'overlap');

  it('forbids nobody who is at work: it lowers the score and says so', () => {
    const running = busy(2, '09:45', 30);
    assert.deepEqual(judged(running).blocks, []);
    assert.deepEqual(overlap(running), { key: 'overlap', score: 0, why: '正在 09:45–10:15 李桂兰·助餐，需要放下手上的工作', word: '忙' });
    assert.deepEqual(overlap(busy(2, '10:20', 30)), {
      key: 'overlap',
      score: 0.6,
      why: '现在空闲，稍后有 10:20–10:50 李桂兰·助餐',
      word: '空闲至 10:20',
    });
    assert.equal(overlap()?.score, 1);
    assert.ok(judged().score > judged(busy(2, '10:20', 30)).score);
    assert.deepEqual(judge({ busy: [running] }, {}, { jobId: 0 }).blocks, ['时间重叠'], 'other jobs are refused as before');
  });

  it('sees who has checked in and who is done, whatever was planned', () => {
    const late = { ...busy(2, '08:00', 30), state: 'begun' as const };
    assert.equal(doingOf({ ...job, ...wanted }, [late]), late);
    assert.equal(doingOf({ ...job, ...wanted }, [{ ...late, startsAt: at('10:00') - 13 * 3_600_000 }]), undefined, 'never checked out');
    const done = { ...busy(2, '09:45', 60), state: 'over' as const };
    assert.equal(doingOf({ ...job, ...wanted }, [done]), undefined);
    assert.equal(overlap(done)?.score, 1);
  });

  it('knows on which floor somebody is who has checked in early', () => {
    const begun: Busy = { ...busy(2, '10:30', 30), state: 'begun', indoors: { building: '1号楼', floor: '3' } };
    assert.equal(nearnessOf({ ...job, ...wanted }, [begun]), 'floor');
    assert.equal(nearnessOf({ ...job, indoors: wanted.indoors }, [begun]), null, 'a job that is planned looks at the plan');
  });

  it('still ranks who is not on duty last', () => {
    const shift = (from: string, to: string) => judge({ duties: [{ startsAt: at(from), endsAt: at(to) }] }, {}, wanted);
    assert.deepEqual(judge({ duties: [] }, {}, wanted).blocks, ['不当班']);
    assert.deepEqual(shift('10:10', '18:00').blocks, ['不当班'], 'she comes in ten minutes');
    assert.deepEqual(
      shift('07:00', '10:10').parts[1],
      { key: 'duty', score: 1, why: '07:00–10:10 当班', word: '当班' },
      'she is still there',
    );
  });
});
