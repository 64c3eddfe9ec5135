import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '#contract/time.ts';
import { keyOfRow, movedTo, standingRows, standsAt, timeText } from './now-rows.ts';

const row = (id: number, kind: 'alarm' | 'dispatch' = 'alarm') => ({ kind, id });
const keys = (shown: { row: { kind: 'alarm' | 'dispatch'; id: number }; gone: boolean }[]) =>
  shown.map(({ row: one, gone }) => `${keyOfRow(one)}${gone ? ' gone' : ''}`);

describe('rows that stand', () => {
  it('are what the server says while neither pointer nor keyboard is there', () => {
    const { shown, arrived } = standingRows(null, [row(1), row(2)]);
    assert.deepEqual([keys(shown), arrived], [['alarm.1', 'alarm.2'], 0]);
  });

  it('keep their places otherwise: what is settled stays as gone, what came waits', () => {
    const { shown, arrived } = standingRows([row(1), row(2), row(3)], [row(9), row(3), row(1), row(2, 'dispatch')]);
    assert.deepEqual([keys(shown), arrived], [['alarm.1', 'alarm.2 gone', 'alarm.3'], 2]);
  });

  it('show what is known of them now', () => {
    const old = { ...row(1), name: '前' };
    assert.equal(standingRows([old], [{ ...row(1), name: '后' }]).shown[0]?.row.name, '后');
  });
});

describe('keys of the list', () => {
  it('move down and up by one and stop at the ends', () => {
    assert.deepEqual(
      [movedTo('j', -1, 3), movedTo('ArrowDown', 1, 3), movedTo('j', 2, 3), movedTo('k', 2, 3), movedTo('ArrowUp', 0, 3)],
      [0, 2, 2, 1, 0],
    );
    assert.equal(movedTo('k', -1, 3), 0);
  });

  it('go on where they left the list, at the next row when theirs is gone', () => {
    assert.deepEqual([standsAt(['a', 'b', 'c'], { row: 'b', at: 0 }), standsAt(['a', 'c'], { row: 'b', at: 1 })], [1, 0]);
    assert.equal(movedTo('j', standsAt(['a', 'c'], { row: 'b', at: 1 }), 2), 1);
    assert.equal(movedTo('j', standsAt(['b', 'c'], { row: 'a', at: 0 }), 2), 0);
    assert.equal(movedTo('j', standsAt(['a'], { row: 'd', at: 9 }), 1), 0);
  });

  it('move nowhere in an empty list, nor by another key', () => {
    assert.deepEqual([movedTo('j', -1, 0), movedTo('x', 0, 3)], [null, null]);
  });
});

describe('the time of a row', () => {
  const now = instantOf('2026-03-05 12:00:00');
  const text = (since: string | null, due: string | null, kind: 'alarm' | 'receipt' = 'receipt') => timeText({ kind, since, due }, now);
  it('says by how much it is late, when it is due, or since when it waits', () => {
    assert.deepEqual(text('2026-03-05 10:00:00', '2026-03-05 11:20:00'), { text: '超时 40分钟', late: true });
    assert.deepEqual(text(null, '2026-03-05 12:00:00'), { text: '刚到时间', late: true });
    assert.deepEqual(text(null, '2026-03-05 09:30:00'), { text: '超时 2小时', late: true });
    assert.deepEqual(text(null, '2026-03-02 11:00:00'), { text: '超时 3天', late: true });
    assert.deepEqual(text('2026-03-05 11:55:00', '2026-03-05 13:00:00'), { text: '60分钟后到期', late: false });
    assert.deepEqual(text('2026-03-05 11:55:00', '2026-03-05 13:00:00', 'alarm'), { text: '5分钟前', late: false });
    assert.deepEqual(text('2026-03-05 11:55:00', null), { text: '5分钟前', late: false });
    assert.deepEqual(text(null, '2026-03-05 12:20:00'), { text: '20分钟后到期', late: false });
    assert.deepEqual(text('2026-03-05 12:20:00', '2026-03-05 12:20:00'), { text: '20分钟后到期', late: false });
    assert.equal(text(null, null), null);
  });
});
