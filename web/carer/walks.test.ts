import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, MINUTE, instantOf, textOf } from '#contract/time.ts';
import type { Step } from './steps.ts';
import { endBody, floorsNow, reopened, startBody, walkOfStep, walkState, windowNow, type Floors, type Walk } from './walks.ts';

const now = instantOf('2026-11-26 10:00:00');
const walk: Walk = {
  walk: 'a',
  building: '1',
  floor: '2',
  at: now - 10 * MINUTE,
  said: { 7: { mark: 3, note: ' 要水 ' }, 8: { mark: 0, note: '' } },
  note: '',
};
const span = (from: number) => ({ startTime: textOf(from), endTime: textOf(from + 2 * HOUR) });
const floor = (name: string) => ({
  building: '1',
  floor: name,
  people: 3,
  lastTime: textOf(now - 3 * HOUR),
  lastName: '李娜',
  done: false,
  walking: null,
  missed: [],
});
const floors: Floors = { window: null, windows: [span(now), span(now + 2 * HOUR)], floors: [floor('1'), floor('2')] };
const step = (kind: 'patrolStart' | 'patrolEnd', body: object, problem: Step['problem'] = null) =>
  ({ kind, body, problem }) as unknown as Step;
const own = 5;

describe('a round on the phone', () => {
  it('says of whom something is to be said, and comes back as it was', () => {
    const body = endBody(walk, now);
    assert.deepEqual(body.marks, [{ oldmanId: 7, mark: 3, note: '要水' }]);
    assert.deepEqual([body.startTime, body.endTime], ['2026-11-26 09:50:00', '2026-11-26 10:00:00']);
    assert.deepEqual(reopened({ body }), { ...walk, said: { 7: { mark: 3, note: '要水' } } });
    assert.deepEqual(walkState(walk), { marked: 1, unsaid: false });
    assert.deepEqual(walkState({ said: { 7: { mark: 3, note: ' ' } } }), { marked: 1, unsaid: true });
    assert.equal(walkOfStep({ kind: 'measure', body: { walk: 'a' } }), null);
  });

  it('shows in its floor before the server has heard of it, unless it was refused', () => {
    const begun = step('patrolStart', startBody({ ...walk, at: now }));
    const at = (steps: Step[], moment = now) => floorsNow(floors, steps, own, moment).floors[1]!;
    assert.equal(at([]).done, false);
    assert.deepEqual([at([begun]).walking?.userName, at([begun]).done, at([begun]).lastName], ['本人', true, '本人']);
    const ended = step('patrolEnd', endBody({ ...walk, at: now }, now + MINUTE));
    assert.deepEqual([at([begun, ended]).walking, at([begun, ended]).done], [null, true]);
    assert.equal(at([begun], now + 2 * HOUR).done, false, 'in the span after it, it is due again');
    assert.equal(at([{ ...begun, problem: { status: 409, text: '', fresh: null } }]).walking, null);
    assert.equal(floorsNow(floors, [begun], own, now).floors[0]!.walking, null);
  });

  it('knows the span of now without a network', () => {
    assert.equal(windowNow(floors, now)?.startTime, textOf(now));
    assert.equal(windowNow(floors, now + 3 * HOUR)?.startTime, textOf(now + 2 * HOUR));
    assert.equal(windowNow(floors, now + 9 * HOUR), null);
  });
});
