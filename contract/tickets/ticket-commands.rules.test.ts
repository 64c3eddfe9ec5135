import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { DAY, instantOf } from '../time.ts';
import {
  closedTicket,
  decideTicket,
  ticketActionLabels,
  type TicketAction,
  type TicketCommand,
  type TicketState,
} from './ticket-commands.rules.ts';
import { ticketStates as s } from './tickets.rules.ts';

const NOW = instantOf('2026-11-23 10:00');
const ago = (days: number) => new Date(NOW - days * DAY).toISOString().slice(0, 19).replace('T', ' ');
const by = { id: 7, name: '张敏' };
const row = (given: Partial<TicketState> = {}): TicketState => ({
  id: 1,
  state: s.new,
  type: 1,
  priority: 3,
  title: '热水不热',
  tags: [],
  about: null,
  owner_id: null,
  owner_name: null,
  group_id: null,
  first_answered_at: null,
  solved_at: null,
  closed_at: null,
  reopened: 0,
  merged_into: null,
  score: null,
  ...given,
});
const commands: Record<TicketAction, TicketCommand> = {
  accept: { action: 'accept', by },
  assign: { action: 'assign', owner: by, group: null },
  answer: { action: 'answer', by },
  note: { action: 'note' },
  ask: { action: 'ask', days: 7 },
  wait: { action: 'wait' },
  resume: { action: 'resume' },
  solve: { action: 'solve', by, result: '已修好' },
  reopen: { action: 'reopen', days: 7, reason: null },
  close: { action: 'close', reason: '重复' },
  merge: { action: 'merge', into: { id: 2, number: 'SQ1', state: s.working } },
  split: { action: 'split', number: 'SQ2' },
  change: { action: 'change', facts: { title: '没有热水' } },
  rate: { action: 'rate', score: 5, text: null },
};
const decided = (state: Partial<TicketState>, command: TicketCommand) => decideTicket(row(state), command, NOW);
const set = (state: Partial<TicketState>, command: TicketCommand) => {
  const decision = decided(state, command);
  assert.ok('change' in decision, JSON.stringify(decision));
  return decision.change?.set;
};

/** To which state each command leads from each; 0: refused. */
const table: Record<TicketAction, readonly number[]> = {
  accept: [2, 0, 0, 0, 0, 0],
  assign: [1, 2, 3, 0, 0, 0],
  answer: [2, 2, 3, 4, 0, 0],
  note: [1, 2, 3, 4, 5, 0],
  ask: [1, 2, 2, 2, 2, 0],
  wait: [3, 3, 0, 0, 0, 0],
  resume: [0, 0, 2, 0, 0, 0],
  solve: [4, 4, 4, 0, 0, 0],
  reopen: [0, 0, 0, 2, 2, 0],
  close: [5, 5, 5, 5, 0, 0],
  merge: [6, 6, 6, 6, 0, 0],
  split: [1, 2, 3, 4, 5, 0],
  change: [1, 2, 3, 4, 0, 0],
  rate: [0, 0, 0, 4, 5, 0],
};

describe('a ticket', () => {
  for (const action of Object.keys(table) as TicketAction[])
    it(`${action} leads where it should from every state, and is refused elsewhere`, () => {
      table[action].forEach((to, index) => {
        const state = index + 1;
        const decision = decided({ state }, commands[action]);
        if (to === 0) assert.equal((decision as { status: number }).status, 409, `${state}`);
        else assert.equal((decision as { change: { set: { state?: number } } }).change.set.state ?? state, to, `${state}`);
        assert.equal(closedTicket({ state }, action) === null, to !== 0);
      });
    });

  it('says in words what it refuses', () => {
    assert.equal(closedTicket({ state: s.merged }, 'answer'), '诉求已合并，不能回复');
    assert.equal(ticketActionLabels.wait, '等待诉求人');
  });

  it('belongs to who accepts it; an answer takes one that has no owner', () => {
    assert.deepEqual(set({ owner_id: 3, owner_name: '李娜' }, commands.accept), { state: 2, owner_id: 7, owner_name: '张敏' });
    assert.equal(set({}, commands.answer)?.owner_id, 7);
    assert.equal('owner_id' in set({ owner_id: 3 }, commands.answer)!, false);
  });

  it('has one first answer; solving it is one, too', () => {
    assert.equal(set({}, commands.answer)?.first_answered_at, '2026-11-23T02:00:00.000Z');
    assert.equal('first_answered_at' in set({ first_answered_at: ago(1) }, commands.answer)!, false);
    assert.equal(set({}, commands.solve)?.first_answered_at, '2026-11-23T02:00:00.000Z');
  });

  it('goes on within the days after its end, by staff and by the asker, and counts that', () => {
    const ended = { state: s.closed, solved_at: ago(6), closed_at: ago(3), reopened: 1, score: 5 };
    for (const action of ['ask', 'reopen'] as const) {
      const its = set(ended, commands[action]);
      assert.deepEqual([its?.state, its?.reopened, its?.solved_at, its?.score], [2, 2, null, null]);
      assert.deepEqual(decided({ ...ended, closed_at: ago(8) }, commands[action]), {
        refusal: '诉求结束已超过7天，请重新提交',
        status: 422,
      });
    }
  });

  it('is closed unsolved with a reason only, a complaint not at all', () => {
    assert.deepEqual(decided({}, { action: 'close', reason: null }), { refusal: '尚未解决，请填写关闭原因', status: 422 });
    assert.equal(set({ state: s.solved }, { action: 'close', reason: null })?.state, s.closed);
    assert.deepEqual(decided({ type: 2 }, commands.close), { refusal: '投诉应先填写处理结果并解决，不能直接关闭', status: 422 });
    assert.equal(set({ type: 2, state: s.solved }, commands.close)?.state, s.closed);
  });

  it('is merged once, never into itself or into one that is over; the same merge again changes nothing', () => {
    const into = (id: number, state: number): TicketCommand => ({ action: 'merge', into: { id, number: 'SQ1', state } });
    assert.deepEqual(decided({}, into(1, s.working)), { refusal: '不能合并到自己', status: 422 });
    assert.deepEqual(decided({}, into(2, s.merged)), { refusal: '目标诉求已合并，不能合并', status: 422 });
    assert.deepEqual(decided({}, into(2, s.closed)), { refusal: '目标诉求已关闭，不能合并', status: 422 });
    assert.deepEqual(decided({ state: s.merged, merged_into: 2 }, into(2, s.working)), { change: null });
    assert.equal((decided({ state: s.merged, merged_into: 2 }, into(3, s.working)) as { status: number }).status, 409);
  });

  it('changes nothing when all is as it is said', () => {
    assert.deepEqual(decided({}, { action: 'change', facts: { title: '热水不热', tags: [] } }), { change: null });
    assert.deepEqual(set({}, { action: 'change', facts: { priority: 1, title: '热水不热' } }), { priority: 1 });
    assert.deepEqual(decided({ owner_id: 7 }, commands.assign), { change: null });
  });

  it('is rated once', () => {
    assert.equal(set({ state: s.solved }, commands.rate)?.score, 5);
    assert.deepEqual(decided({ state: s.solved, score: 4 }, commands.rate), { refusal: '您已评价，感谢您的反馈', status: 409 });
  });
});
