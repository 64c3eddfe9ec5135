import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '#contract/time.ts';
import { found, noteBody, notesOf, noteTitle } from './notes.ts';
import type { Step } from './steps.ts';

const at = instantOf('2026-11-26 10:00:00');
const person = (id: number, userName: string, floor: string) => ({
  id,
  userName,
  building: '1',
  floor,
  place: `1号楼 ${floor}层 10${id}`,
  flags: [],
});
const note = (oldmanId: number, moment: number): Step =>
  ({ kind: 'note', at: moment, body: noteBody(oldmanId, 'turn', moment, {}, '') }) as unknown as Step;

describe('notes on the phone', () => {
  it('say what was seen and when', () => {
    assert.deepEqual(noteBody(7, 'turn', at, { position: 'left' }, ''), {
      oldmanId: 7,
      kind: 'turn',
      time: '2026-11-26 10:00:00',
      values: { position: 'left' },
      text: '',
    });
    assert.equal(noteTitle('turn', { position: 'left', skin: 'red' }, ''), '翻身，左侧 皮肤发红');
    assert.equal(noteTitle('water', { ml: 200 }, '温水'), '饮水，200 ml，温水');
    assert.equal(noteTitle('mood', {}, ''), '情绪');
  });

  it('that wait are those of the person, the newest first', () => {
    const steps = [note(7, at), note(8, at + 1), note(7, at + 2), { kind: 'measure', body: { oldmanId: 7 } } as unknown as Step];
    assert.deepEqual(
      notesOf(steps, 7).map((step) => step.at),
      [at + 2, at],
    );
  });

  it('are of a resident who is found by floor, name or place', () => {
    const all = [person(1, '王秀英', '1'), person(2, '李建国', '2')];
    const ids = (building: string | null, floor: string | null, words: string) =>
      found(all, { building, floor, words }).map(({ id }) => id);
    assert.deepEqual(ids(null, null, ''), [1, 2]);
    assert.deepEqual(ids('1', '2', ''), [2]);
    assert.deepEqual(ids('9', null, ''), []);
    assert.deepEqual(ids(null, null, '秀英'), [1]);
    assert.deepEqual(ids(null, null, '102'), [2]);
  });
});
