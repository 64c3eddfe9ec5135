import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bedStates } from './beds.rules.ts';
import { alarmSignal, isElsewhere, isGraver, signals, signalsOf, stateSignal, stateText } from './house-signals.rules.ts';

const { free, reserved, occupied, onLeave, inRepair, isolation } = bedStates;
const IN_HOSPITAL = 3;
const bed = (more: object = {}) => ({
  status: occupied as number,
  alarm: null,
  gravity: 0,
  elsewhere: null,
  order: null,
  cleaningSince: null,
  person: { status: 1 },
  ...more,
});

describe('the signals of a bed', () => {
  it('are its state when nothing else is the matter', () => {
    for (const [status, name] of [
      [free, 'free'],
      [reserved, 'reserved'],
      [occupied, 'occupied'],
      [onLeave, 'away'],
      [inRepair, 'repair'],
      [isolation, 'isolation'],
    ] as const) {
      assert.deepEqual(signalsOf(bed({ status })), [name]);
      assert.equal(stateSignal(status), name);
    }
    assert.deepEqual(signalsOf(bed({ status: onLeave, person: { status: IN_HOSPITAL } })), ['hospital']);
    assert.deepEqual([stateText(onLeave, IN_HOSPITAL), stateText(onLeave, 2), stateText(occupied)], ['住院', '请假', '入住']);
  });

  it('have the gravest first: alarm, vital signs, another place, a visit, a bed to be cleaned, the state', () => {
    const all = bed({ alarm: { severity: 1, acknowledged: false }, gravity: 2, elsewhere: {}, order: {} });
    assert.deepEqual(signalsOf(all), ['alarm', 'urgent', 'elsewhere', 'order', 'occupied']);
    assert.deepEqual(signalsOf(bed({ alarm: { severity: 3, acknowledged: false }, gravity: 1 })), ['watch', 'notice', 'occupied']);
    assert.deepEqual(signalsOf(bed({ status: free, person: null, cleaningSince: '2026-11-25 09:00:00' })), ['cleaning', 'free']);
  });

  it('differ by a glyph, not by colour alone', () => {
    const glyphs = Object.values(signals).map(({ glyph }) => glyph);
    assert.equal(new Set(glyphs).size, glyphs.length);
    assert.ok(glyphs.every((glyph) => [...glyph].length === 1));
  });
});

describe('of several open warnings', () => {
  it('the unconfirmed grave one counts before the confirmed, and both before a notice', () => {
    const [waits, answered, notice] = [
      { severity: 2, acknowledged: false },
      { severity: 1, acknowledged: true },
      { severity: 3, acknowledged: false },
    ];
    assert.deepEqual([waits, answered, notice].map(alarmSignal), ['alarm', 'answered', 'notice']);
    assert.ok(isGraver(waits, answered) && isGraver(answered, notice) && isGraver(waits, notice));
    assert.ok(isGraver({ severity: 1, acknowledged: false }, waits));
    assert.ok(isGraver(notice, { severity: 3, acknowledged: true }));
    assert.ok(!isGraver(waits, waits));
  });
});

describe('a person who is indoors', () => {
  const own = { id: 7, building: '2号楼', floor: '1层' };
  const floor = (text: string) => ({ text, placeId: null, roomId: null });
  it('is elsewhere in another room, a hall, another floor or building', () => {
    assert.equal(isElsewhere({ text: '2号楼 1层 102附近', placeId: 3, roomId: 8 }, own), true);
    assert.equal(isElsewhere({ text: '2号楼 1层 大厅附近', placeId: 4, roomId: null }, own), true);
    assert.equal(isElsewhere(floor('1号楼 1层附近'), own), true);
    assert.equal(isElsewhere(floor('1号楼内'), own), true);
  });

  it('is not, in the own room or where no more is known than its floor, its building or the house', () => {
    assert.equal(isElsewhere({ text: '2号楼 1层 101附近', placeId: 2, roomId: 7 }, own), false);
    for (const text of ['2号楼 1层附近', '2号楼内', '院内']) assert.equal(isElsewhere(floor(text), own), false, text);
  });
});
