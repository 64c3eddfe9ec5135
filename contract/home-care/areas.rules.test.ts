import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, instantOf } from '../time.ts';
import {
  areaOf,
  freeHalves,
  halfOf,
  hoursOf,
  isBookable,
  isServed,
  proposedTime,
  serves,
  slotKey,
  within,
  type AreaShape,
  type AreaTimes,
} from './areas.rules.ts';

const none: AreaShape = { shape: 1, longitude: null, latitude: null, radius: null, points: null, districts: [], streets: [] };
const circle: AreaShape = { ...none, longitude: 120, latitude: 30, radius: 1000 };
const square: AreaShape = {
  ...none,
  shape: 2,
  points: [
    [120, 30],
    [120.02, 30],
    [120.02, 30.02],
    [120, 30.02],
  ],
};
const district: AreaShape = { ...none, shape: 3, districts: ['330106'], streets: [] };
const around: AreaShape = { ...none, shape: 4, radius: 500 };
const at = (lng: number, lat: number, address = '') => ({ point: [lng, lat] as const, district: null, address });
/** A degree of latitude is 111,195 metres. */
const north = (metres: number) => at(120, 30 + metres / 111_195);

describe('which area serves an address', () => {
  it('serves: a circle serves up to its radius and not beyond', () => {
    assert.equal(serves(circle, north(999.9), null), true);
    assert.equal(serves(circle, north(1000.1), null), false);
    assert.equal(serves(circle, { point: null, district: '330106', address: '西湖区' }, null), false);
    assert.equal(serves({ ...circle, longitude: null }, north(0), null), false);
  });
  it('serves: a polygon serves what lies within its sides', () => {
    assert.equal(serves(square, at(120.01, 30.01), null), true);
    assert.equal(serves(square, at(120.0201, 30.01), null), false);
  });
  it('serves: an area about the institution moves with it, and serves nothing while its place is not known', () => {
    assert.equal(serves(around, north(499), [120, 30]), true);
    assert.equal(serves(around, north(501), [120, 30]), false);
    assert.equal(serves(around, north(0), null), false);
  });
  it('serves: districts serve by their code, and with streets only the addresses that name one', () => {
    const place = { point: null, district: '330106', address: '杭州市西湖区文新街道1号' };
    assert.equal(serves(district, place, null), true);
    assert.equal(serves(district, { ...place, district: '330105' }, null), false);
    assert.equal(serves(district, { ...place, district: null }, null), false);
    assert.equal(serves({ ...district, streets: ['文新'] }, place, null), true);
    assert.equal(serves({ ...district, streets: ['翠苑', '北山'] }, place, null), false);
  });
  it('within: a district lies in its own city and province and in no other', () => {
    for (const [code, other, expected] of [
      ['330106', '330106', true],
      ['330106', '330100', true],
      ['330106', '330000', true],
      ['330106', '330200', false],
      ['330100', '330106', false],
    ] as const)
      assert.equal(within(code, other), expected, `${code} in ${other}`);
  });
  it('areaOf: where areas meet the first one serves; elsewhere none', () => {
    const areas = [
      { ...circle, id: 1 },
      { ...square, id: 2 },
    ];
    assert.equal(areaOf(areas, north(10), null)?.id, 1);
    assert.equal(areaOf(areas, at(120.019, 30.019), null)?.id, 2);
    assert.equal(areaOf(areas, at(121, 31), null), null);
  });
});

const times: AreaTimes = { weekdays: [1, 2, 3, 4, 5], startClock: '08:30', endClock: '17:30', leadHours: 24, capacity: 3 };
const [FRIDAY, SATURDAY, MONDAY] = ['2026-11-27', '2026-11-28', '2026-11-30'] as const;

describe('which half days are free', () => {
  it('halfOf: noon belongs to the afternoon', () => assert.deepEqual(['11:59', '12:00'].map(halfOf), [1, 2]));
  it('hoursOf: the hours of an area are cut at noon, and a half day without hours is none', () => {
    assert.deepEqual(hoursOf(times, 1), ['08:30', '12:00']);
    assert.deepEqual(hoursOf(times, 2), ['12:00', '17:30']);
    assert.deepEqual(hoursOf({ startClock: '13:00', endClock: '17:00' }, 2), ['13:00', '17:00']);
    assert.equal(hoursOf({ startClock: '13:00', endClock: '17:00' }, 1), null);
    assert.equal(hoursOf({ startClock: '08:00', endClock: '12:00' }, 2), null);
    assert.deepEqual(hoursOf({ startClock: '08:00', endClock: '11:00' }, 1), ['08:00', '11:00']);
  });
  it('isServed: only on the weekdays of the area', () => {
    assert.equal(isServed(times, FRIDAY, 1), true);
    assert.equal(isServed(times, SATURDAY, 1), false);
  });
  it('isBookable: up to the lead time before the half day begins, and not a moment later', () => {
    const begins = instantOf(`${FRIDAY} 08:30:00`);
    assert.equal(isBookable(times, FRIDAY, 1, begins - 24 * HOUR), true);
    assert.equal(isBookable(times, FRIDAY, 1, begins - 24 * HOUR + 1), false);
    assert.equal(isBookable({ ...times, leadHours: 0 }, FRIDAY, 1, begins + 1), false);
    assert.equal(isBookable(times, SATURDAY, 1, begins - 100 * HOUR), false);
    assert.equal(isBookable({ ...times, startClock: '13:00' }, FRIDAY, 1, begins - 100 * HOUR), false);
  });
  it('freeHalves: the capacity without what is taken, never below nothing, by the key of slotKey', () => {
    const taken = new Map([
      [slotKey(FRIDAY, 1), 2],
      [slotKey(FRIDAY, 2), 3],
      [slotKey(MONDAY, 1), 4],
    ]);
    const found = freeHalves(times, [FRIDAY, SATURDAY, MONDAY], taken, instantOf('2026-11-25 12:00:00'));
    assert.deepEqual(
      found.map(({ day, half, free, startClock }) => [day, half, startClock, free]),
      [
        [FRIDAY, 1, '08:30', 1],
        [FRIDAY, 2, '12:00', 0],
        [MONDAY, 1, '08:30', 0],
        [MONDAY, 2, '12:00', 3],
      ],
    );
  });
  it('proposedTime: at the beginning of the half day, today not before the next quarter of an hour', () => {
    assert.equal(proposedTime(times, FRIDAY, 1, instantOf(`${FRIDAY} 07:00:00`)), `${FRIDAY} 08:30:00`);
    assert.equal(proposedTime(times, FRIDAY, 1, instantOf(`${FRIDAY} 09:01:00`)), `${FRIDAY} 09:15:00`);
    assert.equal(proposedTime(null, FRIDAY, 2, instantOf(`${SATURDAY} 09:01:00`)), `${FRIDAY} 14:00:00`);
    assert.equal(proposedTime(times, FRIDAY, 2, instantOf(`${FRIDAY} 23:50:00`)), `${FRIDAY} 12:00:00`);
  });
});
