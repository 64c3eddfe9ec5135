import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { daysOf, dayText, tabOf, wayTo } from './days.ts';
import { mapAddress } from './map-link.ts';
import { fitted } from './photos.ts';
import { addressOf, placeOf, wholeRound } from './place.ts';
import type { OwnJob } from './steps.ts';

const TODAY = '2026-11-21';
const own = (id: number, serverTime: string, status: number) => ({ job: { id, serverTime, status } }) as unknown as OwnJob;

describe('the list', () => {
  for (const [name, time, status, expected] of [
    ['of today', '2026-11-21 09:00:00', 2, 'today'],
    ['finished today', '2026-11-21 09:00:00', 4, 'today'],
    ['of tomorrow', '2026-11-22 09:00:00', 2, 'soon'],
    ['of tomorrow, begun already', '2026-11-22 09:00:00', 3, 'today'],
    ['finished yesterday', '2026-11-20 09:00:00', 4, 'past'],
    ['forgotten yesterday', '2026-11-20 09:00:00', 2, 'today'],
    ['under way since yesterday', '2026-11-20 23:00:00', 3, 'today'],
    ['paused yesterday', '2026-11-20 09:00:00', 5, 'past'],
  ] as const)
    it(`has what is ${name} under ${expected}`, () => assert.equal(tabOf(own(1, time, status), TODAY), expected));
  it('has the late first, then what is under way, what is done last', () => {
    const jobs = [
      own(1, '2026-11-21 07:00:00', 4),
      own(2, '2026-11-21 15:00:00', 2),
      own(3, '2026-11-21 10:00:00', 2),
      own(4, '2026-11-20 22:00:00', 3),
      own(5, '2026-11-19 10:00:00', 2),
    ];
    assert.deepEqual(
      daysOf(jobs, 'today', TODAY).map(({ day, jobs: list }) => [day, list.map(({ job }) => job.id)]),
      [
        ['', [5]],
        [TODAY, [4, 3, 2, 1]],
      ],
    );
  });
  it('has alarms before everything, the one under way first', () => {
    const alarm = (id: number, time: string, status: number) => ({ ...own(id, time, status), warningType: 'sos' }) as OwnJob;
    const jobs = [
      own(1, '2026-11-21 07:00:00', 2),
      own(2, '2026-11-20 09:00:00', 2),
      alarm(3, '2026-11-21 15:00:00', 2),
      alarm(4, '2026-11-20 23:00:00', 3),
      alarm(5, '2026-11-21 06:00:00', 4),
    ];
    assert.deepEqual(
      daysOf(jobs, 'today', TODAY).map(({ day, jobs: list }) => [day, list.map(({ job }) => job.id)]),
      [
        ['alarm', [4, 3]],
        ['', [2]],
        [TODAY, [1, 5]],
      ],
    );
    assert.equal(dayText('alarm', TODAY), '紧急');
  });
  it('goes back in the past', () => {
    const jobs = [own(1, '2026-11-18 10:00:00', 4), own(2, '2026-11-20 10:00:00', 4)];
    assert.deepEqual(
      daysOf(jobs, 'past', TODAY).map(({ day }) => day),
      ['2026-11-20', '2026-11-18'],
    );
  });
  it('knows the way from the service before, done or not', () => {
    const at = (id: number, time: string, status: number, lat: number | null) =>
      ({ ...own(id, `${TODAY} ${time}`, status), map: lat === null ? null : { lng: 120, lat } }) as OwnJob;
    const jobs = [
      at(1, '08:00:00', 2, 30),
      at(2, '11:00:00', 2, 30.02),
      at(3, '09:30:00', 4, 30.01),
      at(4, '12:00:00', 3, null),
      at(5, '14:00:00', 2, 30),
    ];
    assert.deepEqual(
      jobs.map((one) => wayTo(one, jobs)),
      [null, 1106, null, null, null],
    );
    assert.equal(wayTo(own(6, '2026-11-22 09:00:00', 2), jobs), null);
  });
  it('names days', () =>
    assert.deepEqual(
      [dayText(TODAY, TODAY), dayText('2026-11-22', TODAY), dayText('', TODAY)],
      ['今天 11月21日 周六', '11月22日 周日', '逾期未完成'],
    ));
});

describe('around a job', () => {
  it('has an address for every place, and back', () => {
    const none = {
      job: null,
      order: null,
      visit: null,
      paper: null,
      steps: false,
      leave: false,
      care: false,
      incident: false,
      visits: null,
      round: null,
      patrol: null,
      restraint: false,
      meals: false,
      skin: null,
      notes: null,
    };
    for (const place of [
      none,
      { ...none, job: 12 },
      { ...none, job: 12, visit: 'finish' as const },
      { ...none, job: 12, paper: 'ab12' },
      { ...none, order: 7 },
      { ...none, steps: true },
      { ...none, leave: true },
      { ...none, care: true },
      { ...none, incident: true },
      { ...none, visits: { id: null } },
      { ...none, visits: { id: 7 } },
      { ...none, restraint: true },
      { ...none, meals: true },
      { ...none, skin: { add: false, person: null } },
      { ...none, skin: { add: true, person: 3 } },
      { ...none, patrol: { building: null, floor: null } },
      { ...none, patrol: { building: '1', floor: '2层' } },
      { ...none, notes: { person: null } },
      { ...none, notes: { person: 7 } },
      { ...none, round: wholeRound },
      { ...none, round: { person: 3, building: '1号楼', floor: '2层', only: 'missing' as const } },
    ])
      assert.deepEqual(placeOf(new URL(addressOf(place), 'http://x').search), place);
    assert.equal(placeOf('?visit=delete&job=x').visit, null);
    assert.deepEqual(placeOf('?round&only=else').round, wholeRound);
  });
  it('leads to the map by its place, or by its words', () => {
    assert.match(
      mapAddress({ map: { lng: 120.1, lat: 30.2 }, oldmanAddress: '甲 1号' }),
      /^https:\/\/uri\.amap\.com\/navigation\?to=120\.1%2C30\.2%2C/,
    );
    assert.match(mapAddress({ map: null, oldmanAddress: '甲&b=1' }), /^https:\/\/uri\.amap\.com\/search\?keyword=%E7%94%B2%26b%3D1&/);
  });
  it('makes pictures 1600 pixels long at most', () => {
    assert.deepEqual(fitted(4032, 3024), { width: 1600, height: 1200 });
    assert.deepEqual(fitted(900, 4000), { width: 360, height: 1600 });
    assert.deepEqual(fitted(640, 480), { width: 640, height: 480 });
    assert.deepEqual(fitted(10_000, 1), { width: 1600, height: 1 });
  });
});
