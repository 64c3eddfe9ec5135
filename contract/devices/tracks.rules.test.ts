import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { believed, lengthOf, metresBetween, stopsOf, type Fix } from './tracks.rules.ts';

const MINUTE = 60_000;
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
});
