import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import {
  byDay,
  clockText,
  cursorOf,
  dayHeading,
  endOf,
  idAfter,
  kindOfSource,
  levelOfSeverity,
  pageOfTimeline,
  timelineKindNames,
  timelineKinds,
  timelineLevels,
  timelineSourceNames,
  timelineSources,
} from './timeline.rules.ts';

describe('the timeline of a person', () => {
  it('timelineKinds: each has a name of its own', () => {
    const labels = timelineKindNames.map((kind) => timelineKinds[kind].label);
    assert.equal(new Set(labels).size, labels.length);
  });

  it('timelineSources: each kind has a source, and kindOfSource says which', () => {
    assert.deepEqual(new Set(timelineSourceNames.map(kindOfSource)), new Set(timelineKindNames));
    assert.deepEqual(timelineSourceNames, Object.keys(timelineSources));
  });

  it('levelOfSeverity: severities 1 and 2 are grave, 3 is to be looked at, 4 is only said', () => {
    assert.deepEqual([1, 2, 3, 4].map(levelOfSeverity), ['danger', 'danger', 'warn', 'info']);
    assert.deepEqual([...timelineLevels], ['info', 'warn', 'danger']);
  });

  it('pageOfTimeline: leads to the thing itself, to what it belongs to, or to the tab of the person', () => {
    const row = { id: 7, link: 8, personId: 9, personName: '王秀英' };
    assert.equal(pageOfTimeline('incident', row), '/incident/detail?id=7');
    assert.equal(pageOfTimeline('device_bound', row), '/device/detail?id=8');
    assert.equal(pageOfTimeline('care_note', row), '/oldMan/detail?id=9&tabid=care&isview=true');
    assert.equal(new URLSearchParams(pageOfTimeline('outing_left', row).split('?')[1]).get('oldmanName'), '王秀英');
    for (const source of timelineSourceNames) assert.match(pageOfTimeline(source, row), /^\/[\w/-]+(\?[\w=&%]+)?$/, source);
  });
});

describe('the pages of the timeline', () => {
  const end = { moment: '2026-11-24T06:05:09.123456Z', source: 'care_note', id: 42 } as const;

  it('cursorOf and endOf: what one writes the other reads; anything else is none', () => {
    assert.deepEqual(endOf(cursorOf(end)), end);
    for (const text of [
      '',
      'x',
      cursorOf(end).replace('care_note', 'nothing'),
      cursorOf(end).replace('-11-', '-13-'),
      `${cursorOf(end)}0'`,
    ])
      assert.equal(endOf(text), null, text);
    assert.equal(endOf(cursorOf(end).replace('care_note', 'constructor')), null);
  });

  it('idAfter: of the very moment, earlier sources gave all, later ones nothing, its own down to the id', () => {
    const [first, last] = [timelineSourceNames[0]!, timelineSourceNames.at(-1)!];
    assert.deepEqual([idAfter(first, end), idAfter('care_note', end), idAfter(last, end)], [0, 42, null]);
  });
});

describe('the days of the timeline', () => {
  it('dayHeading: today and yesterday by their names, a year only when it is another one', () => {
    const now = instantOf('2026-01-02 00:00:01');
    assert.equal(dayHeading('2026-01-02', now), '今天');
    assert.equal(dayHeading('2026-01-01', now), '昨天');
    assert.equal(dayHeading('2025-12-31', now), '2025年12月31日 周三');
    assert.equal(dayHeading('2026-01-05', now), '1月5日 周一');
  });

  it('clockText: the time of day without seconds, and 全天 of what only has a day', () => {
    assert.equal(clockText('call', '2026-11-24 14:05:59'), '14:05');
    assert.equal(clockText('contract', '2026-11-24 00:00:00'), '全天');
  });

  it('byDay: things of a day stand together in their order', () => {
    const times = ['2026-11-24 10:00:00', '2026-11-24 09:00:00', '2026-11-23 23:59:59'].map((time) => ({ time }));
    assert.deepEqual(byDay(times), [
      { day: '2026-11-24', things: times.slice(0, 2) },
      { day: '2026-11-23', things: times.slice(2) },
    ]);
    assert.deepEqual(byDay([]), []);
  });
});
