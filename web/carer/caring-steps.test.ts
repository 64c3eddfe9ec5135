import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { visitPhases } from '#contract/visits/visit-tasks.rules.ts';
import { instantOf } from '#contract/time.ts';
import {
  caringBody,
  caringHappened,
  caringNow,
  caringTitle,
  caringValuesOf,
  missingInCaring,
  NO_VALUES,
  outcomeId,
  visitInId,
  visitOfStep,
  type CaringStep,
  type CaringVisit,
} from './caring-steps.ts';
import type { Step } from './steps.ts';

const items = [
  { title: '身体状况', kind: 'choice', choices: ['良好', '较差'], required: true, carried: false },
  { title: '照片', kind: 'photo', choices: [], required: false, carried: false },
] as CaringVisit['items'];
const visit = (id: number, dueDay: string, state: number = visitPhases.due) =>
  ({ id, state, dueDay, closeDay: dueDay, items, planWay: 1, userId: 5, beginTime: null, doneTime: null }) as unknown as CaringVisit;
const step = (kind: CaringStep, id: number, problem: Step['problem'] = null) =>
  ({ kind, body: { id, doneTime: '2026-11-27 09:30:00' }, problem }) as unknown as Step;
const kept = { visits: [visit(1, '2026-11-27'), visit(2, '2026-11-26'), visit(3, '2026-11-28', visitPhases.later)] };
const states = (steps: Step[], today = '2026-11-27') => caringNow(kept, steps, today).visits.map(({ state }) => state);
const refused = { status: 409, text: '', fresh: null };

describe('caring visits on the phone', () => {
  it('stand by the day, with what waits and was not refused', () => {
    assert.deepEqual(states([]), [visitPhases.due, visitPhases.overdue, visitPhases.later]);
    assert.deepEqual(
      states([], '2026-11-28'),
      [visitPhases.overdue, visitPhases.overdue, visitPhases.due],
      'a day without a network later',
    );
    assert.deepEqual(states([step('caringBegin', 1), step('caringMissed', 2)]), [
      visitPhases.begun,
      visitPhases.notReached,
      visitPhases.later,
    ]);
    assert.equal(states([step('caringBegin', 1), step('caringRecord', 1)])[0], visitPhases.done);
    assert.equal(states([step('caringRecord', 1, refused)])[0], visitPhases.due);
  });

  it('say what their form lacks', () => {
    const said = { 身体状况: { value: '良好', files: [] } };
    assert.equal(missingInCaring('caringRecord', { items }, NO_VALUES), '请填写“身体状况”');
    assert.equal(missingInCaring('caringRecord', { items }, { ...NO_VALUES, said }), '请选择探访结果');
    assert.equal(missingInCaring('caringRecord', { items }, { ...NO_VALUES, said, result: 1 }), null);
    assert.equal(missingInCaring('caringMissed', { items }, NO_VALUES), '请选择未见到人的原因');
    assert.equal(missingInCaring('caringMissed', { items }, { ...NO_VALUES, reason: 5 }), '请说明未见到人的原因');
    assert.equal(missingInCaring('caringMissed', { items }, { ...NO_VALUES, reason: 1 }), null);
  });

  it('are sent as of when they were made, and come back into the form as they were', () => {
    const at = instantOf('2026-11-27 09:30:15');
    const values = {
      ...NO_VALUES,
      result: 2,
      said: { 身体状况: { value: ' 较差 ', files: [] }, 照片: { value: '', files: ['/a'] } },
      note: ' 已就医 ',
    };
    const body = caringBody('caringRecord', visit(1, '2026-11-27'), values, at);
    assert.deepEqual(body, {
      id: 1,
      doneTime: '2026-11-27 09:30:15',
      way: 1,
      result: 2,
      answers: [
        { title: '身体状况', value: '较差', files: [] },
        { title: '照片', value: '', files: ['/a'] },
      ],
      note: '已就医',
      photos: [],
      signature: null,
    });
    const again = caringValuesOf({ body, at });
    assert.deepEqual(
      [again.result, again.said['照片'], again.note, again.time],
      [2, { value: '', files: ['/a'] }, '已就医', '2026-11-27T09:30'],
    );
    const missed = caringBody('caringMissed', visit(1, '2026-11-27'), { ...NO_VALUES, way: 2, reason: 1, time: '2026-11-27T08:00' }, at);
    assert.deepEqual(missed, { id: 1, doneTime: '2026-11-27 08:00:00', way: 2, reason: 1, note: '' });
    assert.deepEqual(
      [caringTitle('caringRecord', body), caringTitle('caringMissed', missed)],
      ['上门 需关注', '电话 未见到人（无人应门）'],
    );
  });

  it('have one outcome, which the server knows by who made it and when', () => {
    assert.deepEqual([visitInId(outcomeId(12)), visitInId('start.12')], [12, null]);
    assert.deepEqual([visitOfStep(step('caringRecord', 4)), visitOfStep({ kind: 'care', body: { id: 4 } })], [4, null]);
    const done = { userId: 5, beginTime: null, doneTime: '2026-11-27 09:30:00' };
    assert.equal(caringHappened(step('caringRecord', 1), done, 5), true);
    assert.equal(caringHappened(step('caringRecord', 1), done, 6), false);
    assert.equal(caringHappened(step('caringBegin', 1), done, 5), false);
  });
});
