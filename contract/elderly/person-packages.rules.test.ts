import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { packageState, packageStateLabels, stateOf, totalRefusal, unusable } from './person-packages.rules.ts';

const held = { name: '月套餐', voided: false, startsOn: '2026-11-01', endsOn: '2026-11-30' };

describe('the state of a package', () => {
  for (const [given, left, today, label] of [
    [{}, 3, '2026-10-31', '待生效'],
    [{}, 3, '2026-11-01', '使用中'],
    [{}, 3, '2026-11-30', '使用中'],
    [{}, 3, '2026-12-01', '已过期'],
    [{}, 0, '2026-11-15', '已用完'],
    [{}, 0, '2026-10-31', '已用完'],
    [{}, 0, '2026-12-01', '已过期'],
    [{ voided: true }, 3, '2026-11-15', '已作废'],
    [{ voided: true }, 0, '2026-12-01', '已作废'],
  ] as const)
    it(`is ${label} on ${today} with ${left} left${'voided' in given ? ', voided' : ''}`, () =>
      assert.equal(packageStateLabels[stateOf({ ...held, ...given }, left, today)], label));

  it('has a word each', () => assert.deepEqual(Object.keys(packageStateLabels).map(Number), Object.values(packageState)));
});

describe('what a package pays for', () => {
  for (const [given, day, text] of [
    [{}, '2026-11-01', null],
    [{}, '2026-11-30', null],
    [{}, '2026-10-31', '服务包“月套餐”自2026-11-01起生效，不能用于2026-10-31的服务'],
    [{}, '2026-12-01', '服务包“月套餐”有效期至2026-11-30，不能用于2026-12-01的服务'],
    [{ voided: true }, '2026-11-15', '服务包“月套餐”已作废，不能使用'],
  ] as const)
    it(`on ${day}${'voided' in given ? ', voided' : ''}: ${text ?? 'yes'}`, () => assert.equal(unusable({ ...held, ...given }, day), text));
});

describe('a total', () => {
  it('is never below what is used', () => {
    assert.equal(totalRefusal(3, 3), null);
    assert.equal(totalRefusal(2, 3), '总次数不能少于已使用的3次');
  });
});
