import { MINUTE } from '../time.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Placing } from './indoor.rules.ts';
import { chosenPlace, chosenText, metresText } from './last-seen.rules.ts';

const fix = (at: number) => ({ at, lng: 120.1, lat: 30.2, metres: 15 });
const located = (at: number) => ({ at, lng: 120.11, lat: 30.21, metres: 550 });
const placing = (level: Placing['level']): Placing => ({
  level,
  placeId: level === 'room' ? 1 : null,
  building: '1号楼',
  floor: '3层',
  name: '302',
  by: 'wifi',
  metres: 10,
});

describe('the place that is said', () => {
  const cases: [what: string, known: Parameters<typeof chosenPlace>[0], source: string | null][] = [
    ['nothing known is nothing', { fix: null, heard: null }, null],
    ['a fix alone', { fix: fix(0), heard: null }, 'satellite'],
    ['a room alone', { fix: null, heard: { at: 0, placing: placing('room'), located: null } }, 'wifi'],
    ['a newer fix wins over a room', { fix: fix(MINUTE), heard: { at: 0, placing: placing('room'), located: null } }, 'satellite'],
    ['a newer room wins over a fix', { fix: fix(0), heard: { at: MINUTE, placing: placing('room'), located: null } }, 'wifi'],
    ['of one report the room wins', { fix: fix(0), heard: { at: 0, placing: placing('room'), located: null } }, 'wifi'],
    ['of one report the fix wins over the house', { fix: fix(0), heard: { at: 0, placing: placing('site'), located: null } }, 'satellite'],
    ['a newer floor wins over a fix', { fix: fix(0), heard: { at: MINUTE, placing: placing('floor'), located: null } }, 'wifi'],
    ['the survey wins over the service', { fix: null, heard: { at: 0, placing: placing('site'), located: located(0) } }, 'wifi'],
    ['the service wins over an older fix', { fix: fix(0), heard: { at: MINUTE, placing: null, located: located(MINUTE) } }, 'network'],
    ['a fix of the same report wins over the service', { fix: fix(0), heard: { at: 0, placing: null, located: located(0) } }, 'satellite'],
    [
      'what was heard and says nothing leaves the old fix',
      { fix: fix(0), heard: { at: MINUTE, placing: null, located: null } },
      'satellite',
    ],
  ];
  for (const [what, known, source] of cases) it(`${what}: ${source}`, () => assert.equal(chosenPlace(known)?.source ?? null, source));

  it('has its own words indoors and the address elsewhere', () => {
    const inside = chosenPlace({ fix: null, heard: { at: 0, placing: placing('room'), located: null } })!;
    const outside = chosenPlace({ fix: fix(0), heard: null })!;
    assert.deepEqual(
      [chosenText(inside, null), chosenText(outside, '浙江省杭州市西湖区附近'), chosenText(outside, null)],
      ['1号楼 3层 302附近', '浙江省杭州市西湖区附近', '仅有坐标'],
    );
  });

  it('says metres in steps that claim no more than is known', () =>
    assert.deepEqual([null, 3, 10, 23, 96, 130, 550, 1480].map(metresText), [
      null,
      '约5米',
      '约10米',
      '约20米',
      '约100米',
      '约150米',
      '约550米',
      '约1.5公里',
    ]));
});
