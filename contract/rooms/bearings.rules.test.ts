import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearingText, directionOf } from './bearings.rules.ts';

const base = { lng: 116.39, lat: 39.9 };

describe('a place outdoors', () => {
  it('lies in one of eight directions', () => {
    for (const [lng, lat, direction] of [
      [0, 1, '北'],
      [1.3, 1, '东北'],
      [1, 0, '东'],
      [1.3, -1, '东南'],
      [0, -1, '南'],
      [-1.3, -1, '西南'],
      [-1, 0, '西'],
      [-1.3, 1, '西北'],
    ] as const)
      assert.equal(directionOf(base, { lng: base.lng + lng / 100, lat: base.lat + lat / 100 }), direction);
  });

  it('is so far from the institution, or in it', () => {
    assert.equal(bearingText(base, { lng: 116.4, lat: 39.907667 }), '距机构 1.2 公里，东北方向');
    assert.equal(bearingText(base, { lng: 116.39, lat: 39.8955 }), '距机构 498 米，南方向');
    assert.equal(bearingText(base, { lng: 116.3905, lat: 39.9 }), '机构内或附近');
  });
});
