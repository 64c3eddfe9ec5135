import { MINUTE } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { believed, lengthOf, metresBetween, stopsOf, tripsOf, type Fix } from './tracks.rules.ts';

/** Metres east and north of a place in Hangzhou. */
const fix = (minute: number, east: number, north = 0, approximate = false): Fix => ({
  at: minute * MINUTE,
  lng: 120.15 + east / (111_320 * Math.cos((30.25 * Math.PI) / 180)),
  lat: 30.25 + north / 111_195,
  approximate,
  speed: null,
});

describe('a track', () => {
  it('measures on the sphere', () => {
    assert.ok(Math.abs(metresBetween(fix(0, 0), fix(0, 300, 400)) - 500) < 1);
    // A degree of latitude.
    assert.ok(Math.abs(metresBetween({ lng: 0, lat: 0 }, { lng: 0, lat: 1 }) - 111_195) < 1);
    assert.equal(metresBetween({ lng: 120, lat: 30 }, { lng: 120, lat: 30 }), 0);
  });

  it('leaves out what nobody could have reached, and what says less than a satellite fix beside it', () => {
    const jump = fix(1, 90_000);
    const coarse = fix(2, 600, 0, true);
    const late = fix(30, 500, 0, true);
    const track = [fix(0, 0), jump, coarse, fix(3, 50), late];
    assert.deepEqual(believed(track), [track[0], track[3], late]);
    assert.deepEqual(believed([]), []);
  });

  it('finds stops, and does not count what trembles inside them', () => {
    const walk = [0, 1, 2].map((n) => fix(n, n * 100));
    const rest = [3, 5, 7, 9, 12].map((n) => fix(n, 300 + (n % 2) * 20));
    const on = [13, 14].map((n) => fix(n, 300 + (n - 12) * 150));
    const track = [...walk, ...rest, ...on];
    const stops = stopsOf(track);
    assert.deepEqual(
      stops.map(({ from, to }) => [from / MINUTE, to / MINUTE]),
      [[3, 12]],
    );
    assert.ok(metresBetween(stops[0]!, fix(0, 316)) < 5);
    const metres = lengthOf(track, stops);
    assert.ok(Math.abs(metres - (200 + 120 + 150 + 150)) < 3, String(metres));
  });

  it('of one fix, or of a minute, has no stop', () => {
    assert.deepEqual(stopsOf([fix(0, 0)]), []);
    assert.deepEqual(stopsOf([fix(0, 0), fix(1, 5)]), []);
  });

  it('has a way before the first stop, between stops and after the last, with the highest speed of it', () => {
    const rest = (from: number, east: number) => [0, 2, 4, 6].map((n) => fix(from + n, east));
    const walk = (from: number, east: number, metres: number) => [1, 2, 3].map((n) => fix(from + n, east + n * metres));
    const track = [...walk(0, -400, 100), ...rest(4, 0), ...walk(10, 0, 100), ...rest(14, 400), ...walk(20, 400, 500)];
    const stops = stopsOf(track);
    assert.equal(stops.length, 2);
    const trips = tripsOf(track, stops);
    assert.deepEqual(
      trips.map(({ from, to, metres }) => [from / MINUTE, to / MINUTE, Math.round(metres / 50) * 50]),
      [
        [1, 4, 300],
        [10, 14, 400],
        [20, 23, 1500],
      ],
    );
    assert.deepEqual(
      trips.map(({ fastest }) => Math.round(fastest ?? 0)),
      [6, 6, 30],
    );
    const trembling = [0, 1, 2].map((n) => fix(n, n * 20));
    assert.deepEqual(tripsOf(trembling, []), [], 'whoever sits goes nowhere');
    assert.deepEqual(tripsOf([], []), []);
    const quick = [fix(0, 0), { ...fix(0, 900), at: 30_000 }];
    assert.deepEqual(
      tripsOf(quick, []).map(({ fastest }) => fastest),
      [null],
      'half a minute says nothing of a speed',
    );
  });
});
