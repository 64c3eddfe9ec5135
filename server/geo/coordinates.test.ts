import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { convert, fromMap, inMapOrder, isPosition, kilometres, toMap, type CoordinateSystem, type Position } from './coordinates.ts';

const inChina = fc.tuple(fc.double({ min: 75, max: 133, noNaN: true }), fc.double({ min: 19, max: 52, noNaN: true }));
const SYSTEMS: CoordinateSystem[] = ['wgs84', 'gcj02', 'bd09'];

describe('coordinate systems', () => {
  it('the map centre of the specification lies 555 m from its WGS-84 position', () => {
    const centre: Position = [116.397554, 39.906928];
    const metres = kilometres(centre, fromMap(centre)) * 1000;
    assert.ok(Math.abs(metres - 555) < 5, `${metres} m`);
  });

  it('there and back costs less than half a metre', () => {
    fc.assert(
      fc.property(inChina, fc.constantFrom(...SYSTEMS), fc.constantFrom(...SYSTEMS), (position, from, to) => {
        assert.ok(kilometres(convert(convert(position, from, to), to, from), position) < 0.0005);
      }),
      { numRuns: 2_000 },
    );
  });

  it('GCJ-02 is never the same place inside China', () => {
    fc.assert(fc.property(inChina, (position) => assert.ok(kilometres(toMap(position), position) > 0.02)));
  });

  it('leaves Tokyo where it is', () => {
    assert.deepEqual(toMap([139.767052, 35.681167]), [139.767052, 35.681167]);
  });

  it('swaps what the map gave in the wrong order, and only that', () => {
    assert.deepEqual(inMapOrder(39.906928, 116.397554), [116.397554, 39.906928]);
    assert.deepEqual(inMapOrder(116.397554, 39.906928), [116.397554, 39.906928]);
    assert.deepEqual(inMapOrder(73, 39), [73, 39]);
  });

  it('knows what are degrees', () => {
    assert.ok(isPosition(180, -90));
    for (const [lng, lat] of [
      [181, 0],
      [0, 91],
      [NaN, 0],
      [0, Infinity],
    ] as const)
      assert.ok(!isPosition(lng, lat));
  });
});
