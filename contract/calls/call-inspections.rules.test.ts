import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { DAY, instantOf } from '../time.ts';
import {
  appealEnd,
  closedInspection,
  decideInspection,
  inspectionStates,
  judgesOwn,
  openActions,
  refusedCall,
  type InspectionCommand,
  type InspectionState,
} from './call-inspections.rules.ts';

const AGENT = 1;
const INSPECTOR = 2;
const SECOND = 3;
const by = (id: number) => ({ id, name: `用户${id}` });
const sheet = {
  serial: 2,
  passPoints: 80,
  appealDays: 7,
  groups: [
    {
      name: '礼仪',
      items: [
        { key: 'a', name: '问候', points: 100, fatal: false, note: '' },
        { key: 'x', name: '泄密', points: 0, fatal: true, note: '' },
      ],
    },
  ],
};
const answers = (points: number, hit = false) => [
  { key: 'a', points, hit: false, note: '' },
  { key: 'x', points: 0, hit, note: hit ? '说出了住址' : '' },
];
const score = (id: number, more: object = {}): InspectionCommand => ({
  action: 'score',
  by: by(id),
  sheet,
  serial: 2,
  answers: answers(90),
  comment: '好',
  ...more,
});
const appeal = (id: number): InspectionCommand => ({ action: 'appeal', by: by(id), reason: '已问候' });
const skip = (id: number): InspectionCommand => ({ action: 'skip', by: by(id), reason: '误拨' });
const decide = (id: number, points: number | null): InspectionCommand => ({
  action: 'decide',
  by: by(id),
  note: '重听',
  sheet,
  answers: points === null ? null : answers(points),
});
const { waits, scored, appealed, decided, skipped } = inspectionStates;
const row = (state: number, more: Partial<InspectionState> = {}): InspectionState => ({
  state,
  agent_id: AGENT,
  inspector_id: state === waits ? null : INSPECTOR,
  points: state === waits || state === skipped ? null : 90,
  appeal_until: state === waits || state === skipped ? null : '2026-11-20 23:59:59',
  spoke: false,
  sound: true,
  ...more,
});
const now = instantOf('2026-11-13 10:00:00');
const outcome = (before: InspectionState, command: InspectionCommand) => {
  const decision = decideInspection(before, command, now);
  return 'refusal' in decision ? [decision.status, decision.refusal] : (decision.change?.set ?? null);
};
const stateAfter = (before: InspectionState, command: InspectionCommand) => {
  const found = outcome(before, command);
  return Array.isArray(found) ? found[0] : (found as { state: number }).state;
};

describe('an inspection', () => {
  it('goes only the ways that there are', () => {
    const table = (command: InspectionCommand) =>
      [waits, scored, appealed, decided, skipped].map((state) => stateAfter(row(state), command));
    assert.deepEqual(table(score(INSPECTOR)), [scored, 409, 409, 409, 409]);
    assert.deepEqual(table(skip(INSPECTOR)), [skipped, 409, 409, 409, 409]);
    assert.deepEqual(table(appeal(AGENT)), [409, appealed, 409, 409, 409]);
    assert.deepEqual(table(decide(SECOND, null)), [409, 409, decided, 409, 409]);
    assert.deepEqual(outcome(row(scored), score(INSPECTOR)), [409, '该通话已评分']);
    assert.deepEqual(outcome(row(decided), appeal(AGENT)), [409, '该通话的申诉已裁定，结果不再变更']);
    assert.deepEqual(outcome(row(appealed), appeal(AGENT)), [409, '该通话的评分正在申诉']);
    assert.deepEqual(outcome(row(skipped), score(INSPECTOR)), [409, '该通话已免检']);
    assert.deepEqual(outcome(row(waits), appeal(AGENT)), [409, '该通话还没有评分']);
    assert.equal(closedInspection({ state: 9, appeal_until: null }, 'score', now), '质检状态不正确');
  });

  it('is judged by none who spoke in the call, decided by none who scored it, appealed against by its agent', () => {
    const own = [403, '不能评本人参与的通话，请由其他质检员评分'];
    for (const command of [score(AGENT), skip(AGENT)]) assert.deepEqual(outcome(row(waits), command), own);
    assert.deepEqual(outcome(row(waits, { spoke: true }), score(INSPECTOR)), own);
    assert.deepEqual(outcome(row(appealed), decide(AGENT, null)), own);
    assert.deepEqual(outcome(row(appealed), decide(INSPECTOR, null)), [403, '申诉须由评分人以外的人裁定']);
    assert.deepEqual(outcome(row(scored), appeal(INSPECTOR)), [403, '只有被评的坐席本人可以申诉']);
    assert.deepEqual([judgesOwn(row(waits), AGENT), judgesOwn(row(waits), SECOND)], [true, false]);
  });

  it('is scored by what the sheet asks now, while the sound is there', () => {
    assert.deepEqual(outcome(row(waits, { sound: false }), score(INSPECTOR)), [
      422,
      '录音已超过保存期限，声音已销毁，不能评分；请选择免检',
    ]);
    assert.deepEqual(outcome(row(waits), score(INSPECTOR, { serial: 1 })), [409, '评分表已更新，请重新打开，按新的评分表评分']);
    assert.deepEqual(outcome(row(waits), score(INSPECTOR, { answers: answers(101) })), [422, '“问候”应为0至100分']);
    assert.equal(stateAfter(row(waits, { sound: false }), skip(INSPECTOR)), skipped);
    const { points, passed, knocked_out, serial } = outcome(row(waits), score(INSPECTOR, { answers: answers(90, true) })) as Record<
      string,
      unknown
    >;
    assert.deepEqual([points, passed, knocked_out, serial], [0, false, true, 2]);
  });

  it('keeps its score or gets another one by a decision, which says what it was before', () => {
    const kept = outcome(row(appealed), decide(SECOND, null)) as Record<string, unknown>;
    assert.deepEqual([kept.points, kept.first_points, kept.decider_id], [undefined, 90, SECOND]);
    const other = outcome(row(appealed), decide(SECOND, 95)) as Record<string, unknown>;
    assert.deepEqual([other.points, other.first_points, other.passed], [95, 90, true]);
    // The sound may be gone by then.
    assert.equal(stateAfter(row(appealed, { sound: false }), decide(SECOND, 95)), decided);
    assert.deepEqual(outcome(row(appealed), decide(SECOND, -1)), [422, '“问候”应为0至100分']);
  });

  it('may be appealed against on so many whole days after its score, and is decided about later, too', () => {
    const until = '2026-11-20 23:59:59';
    assert.equal(appealEnd(now, 7), instantOf(until));
    const set = outcome(row(waits), score(INSPECTOR)) as { appeal_until: string };
    assert.equal(Date.parse(set.appeal_until), instantOf(until));
    const closed = (at: number) => closedInspection(row(scored), 'appeal', at);
    assert.deepEqual([closed(instantOf(until)), closed(instantOf(until) + 1000)], [null, '申诉期限已过，截止于2026-11-20']);
    assert.deepEqual([openActions(row(scored), AGENT, now), openActions(row(scored), AGENT, now + 8 * DAY)], [['appeal'], []]);
    assert.equal(closedInspection(row(appealed), 'decide', now + 30 * DAY), null);
  });

  it('is made by hand of an answered call with sound, once, and not by who spoke in it', () => {
    const call = { over: true, answered: true, sound: true, spoke: false, state: null };
    assert.equal(refusedCall(call), null);
    const refused = (more: object) => {
      const { status, refusal } = refusedCall({ ...call, ...more }) ?? {};
      return [status, refusal];
    };
    const own = [403, '不能送检本人参与的通话，请由其他质检员送检'];
    assert.deepEqual(refused({ spoke: true }), own);
    // An agent does not read that a call of theirs was drawn.
    assert.deepEqual(refused({ spoke: true, state: waits }), own);
    assert.deepEqual(refused({ state: waits, sound: false }), [409, '该通话已有质检记录（待检），同一通话只质检一次']);
    assert.deepEqual(refused({ over: false }), [422, '通话尚未结束，请在挂断后送检']);
    assert.deepEqual(refused({ answered: false }), [422, '坐席没有接听该通话，不能质检']);
    assert.deepEqual(refused({ sound: false }), [422, '该通话没有录音或录音已到期销毁，不能质检']);
  });

  it('offers what is open to a person', () => {
    assert.deepEqual(openActions(row(waits), INSPECTOR, now), ['score', 'skip']);
    assert.deepEqual(openActions(row(waits, { sound: false }), INSPECTOR, now), ['skip']);
    assert.deepEqual([openActions(row(waits), AGENT, now), openActions(row(scored), AGENT, now)], [[], ['appeal']]);
    assert.deepEqual([openActions(row(appealed), INSPECTOR, now), openActions(row(appealed), SECOND, now)], [[], ['decide']]);
    assert.deepEqual([openActions(row(decided), AGENT, now), openActions(row(skipped), INSPECTOR, now)], [[], []]);
  });
});
