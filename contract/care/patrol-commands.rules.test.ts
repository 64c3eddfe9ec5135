import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, MINUTE, instantOf, isoOf } from '../time.ts';
import { closedPatrol, decidePatrol, marksProblem, patrolStates, walkProblem, type PatrolCommand } from './patrol-commands.rules.ts';

const now = instantOf('2026-03-05 10:00:00');
const row = (state: number) => ({ state, user_id: 7, user_name: '王芳', started_at: '2026-03-05 09:40:00' });
const finish = (more: Partial<PatrolCommand> = {}): PatrolCommand =>
  ({ action: 'finish', by: 7, at: now, people: 12, marks: [], note: '', ...more }) as PatrolCommand;

describe('a round through a floor', () => {
  it('is ended or cancelled while a member of staff walks it', () => {
    assert.equal(closedPatrol(row(patrolStates.walking), 'finish'), null);
    assert.equal(closedPatrol(row(patrolStates.done), 'finish'), '该次巡视已完成，不能结束');
    assert.equal(closedPatrol(row(patrolStates.cancelled), 'cancel'), '该次巡视已取消，不能取消');
    assert.equal(closedPatrol(row(patrolStates.walking), 'delete'), '该次巡视巡视中，不能删除');
    assert.deepEqual(decidePatrol(row(2), finish(), now), { refusal: '该次巡视已完成，不能结束', status: 409 });
  });

  it('finds all well who have no mark', () => {
    const marks = [{ personId: 3, mark: 3, note: '要水' }];
    assert.deepEqual(decidePatrol(row(1), finish({ marks } as never), now), {
      change: { action: 'finish', set: { state: 2, ended_at: isoOf(now), people: 12, well: 11, note: '' }, marks },
    });
  });

  it('ended when the phone says, never before it began nor after now', () => {
    const ended = (at: number) => {
      const decided = decidePatrol(row(1), finish({ at } as never), now);
      return 'change' in decided && decided.change!.set.ended_at;
    };
    assert.equal(ended(now - 10 * MINUTE), isoOf(now - 10 * MINUTE));
    assert.equal(ended(now + 2 * MINUTE), isoOf(now));
    assert.equal(ended(now - HOUR), isoOf(now - 20 * MINUTE));
  });

  it('is entered afterwards within three days', () => {
    assert.equal(walkProblem(now - HOUR, now - 30 * MINUTE, now), null);
    assert.equal(walkProblem(now + 4 * MINUTE, null, now), null);
    assert.equal(walkProblem(now + 6 * MINUTE, null, now), '巡视时间不能晚于现在，请检查手机时间');
    assert.equal(walkProblem(now - HOUR, now + HOUR, now), '巡视时间不能晚于现在，请检查手机时间');
    assert.equal(walkProblem(now - 73 * HOUR, now, now), '只能补录72小时内的巡视');
    assert.equal(walkProblem(now - HOUR, now - 2 * HOUR, now), '结束时间不能早于开始时间');
  });

  it('is ended by who walks, and cancelled by anybody', () => {
    assert.deepEqual(decidePatrol(row(1), finish({ by: 8 }), now), { refusal: '该次巡视由王芳进行，只能由本人结束', status: 403 });
    assert.deepEqual(decidePatrol(row(1), { action: 'cancel', by: 8 }, now), {
      change: { action: 'cancel', set: { state: 3, ended_at: isoOf(now) }, marks: [] },
    });
  });

  it('says what a resident needs, of each resident once', () => {
    const one = { personId: 3, mark: 1, note: '' };
    assert.equal(marksProblem([one]), null);
    assert.equal(marksProblem([one, one]), '每位服务对象只标记一次');
    assert.equal(marksProblem([{ ...one, mark: 3 }]), '请说明需要处理的情况');
    assert.deepEqual(decidePatrol(row(1), finish({ marks: [one, one] } as never), now), { refusal: '每位服务对象只标记一次', status: 422 });
  });
});
