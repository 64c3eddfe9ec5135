import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedDoor,
  closedVisitor,
  decideVisitor,
  overdueAt,
  visitorStates,
  type VisitorAction,
  type VisitorCommand,
  type VisitorState,
} from './visitor-commands.rules.ts';

const { pending, booked, inside, left, cancelled, refused, missed } = visitorStates;
const now = instantOf('2026-03-05 14:10:00');
const length = { usualMinutes: 120, overdueMinutes: 15 };
const row = (state: number): VisitorState => ({
  state,
  day: '2026-03-05',
  ends_at: '2026-03-05 16:00:00',
  arrived_at: state === inside || state === left ? '2026-03-05 14:00:00' : null,
});
const free = { restriction: null, blocked: false };
const nothing = { reason: null, allowed: false };
const arrive = (more: object = {}): VisitorCommand => ({
  action: 'arrive',
  by: '李敏',
  today: '2026-03-05',
  barrier: free,
  override: nothing,
  length,
  set: {},
  ...more,
});
const commands: Record<VisitorAction, VisitorCommand> = {
  approve: { action: 'approve', by: '李敏' },
  refuse: { action: 'refuse', by: '李敏', reason: '暂停探访' },
  change: { action: 'change', set: { people: 2 } },
  cancel: { action: 'cancel', by: '李敏', reason: null },
  arrive: arrive(),
  leave: { action: 'leave', by: '李敏', at: null },
};
const refusal = (state: VisitorState, command: VisitorCommand) => {
  const decision = decideVisitor(state, command, now);
  return 'refusal' in decision ? [decision.status, decision.refusal] : null;
};

describe('a visitor record', () => {
  const OPEN: Record<number, VisitorAction[]> = {
    [pending]: ['approve', 'refuse', 'change', 'cancel'],
    [booked]: ['change', 'cancel', 'arrive'],
    [inside]: ['leave'],
    [left]: [],
    [cancelled]: [],
    [refused]: [],
    [missed]: [],
  };
  for (const [state, open] of Object.entries(OPEN))
    for (const action of Object.keys(commands) as VisitorAction[])
      it(`in state ${state} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        assert.equal(closedVisitor({ state: Number(state) }, action) === null, open.includes(action));
        assert.equal(refusal(row(Number(state)), commands[action]) === null, open.includes(action));
      });

  it('is not deleted once the visitor was in the house', () => {
    assert.equal(closedVisitor(row(left), 'delete'), '该访客登记已离院，不能删除');
    assert.equal(closedVisitor(row(inside), 'delete'), '该访客登记在院，不能删除');
    assert.equal(closedVisitor(row(cancelled), 'delete'), null);
  });

  it('is good on its day only', () => {
    assert.deepEqual(refusal(row(booked), arrive({ today: '2026-03-06' })), [422, '预约的日期是2026-03-05，今天不能登记到访']);
  });

  it('keeps who decided and why', () => {
    assert.deepEqual(decideVisitor(row(pending), commands.refuse, now), {
      change: { action: 'refuse', set: { state: refused, decided_by: '李敏', reason: '暂停探访' } },
    });
  });

  it('of who comes says when they are overdue, and who let them in all the same', () => {
    assert.deepEqual(decideVisitor(row(booked), arrive({ set: { temperature: 36.5 } }), now), {
      change: {
        action: 'arrive',
        set: {
          temperature: 36.5,
          state: inside,
          arrived_at: '2026-03-05 14:10:00',
          arrived_by: '李敏',
          due_at: isoOf(instantOf('2026-03-05 16:15:00')),
          blocked: false,
        },
      },
    });
    const barrier = { restriction: '监护人要求', blocked: false };
    const passed = decideVisitor(row(booked), arrive({ barrier, override: { reason: '院长同意', allowed: true } }), now);
    assert.ok('change' in passed);
    const { override_reason, override_by } = passed.change!.set as Record<string, string>;
    assert.deepEqual([override_reason, override_by], ['院长同意', '李敏']);
    assert.deepEqual(refusal(row(booked), arrive({ barrier })), [403, '受限访客：监护人要求。您没有放行权限，请联系负责人']);
  });

  it('ends between the arrival and now', () => {
    const leave = (at: string): VisitorCommand => ({ action: 'leave', by: '李敏', at });
    assert.deepEqual(refusal(row(inside), leave('2026-03-05 14:11:00')), [422, '离院时间不能晚于现在']);
    assert.deepEqual(refusal(row(inside), leave('2026-03-05 13:59:59')), [422, '离院时间不能早于到访时间']);
    assert.deepEqual(decideVisitor(row(inside), leave('2026-03-05 14:05:00'), now), {
      change: { action: 'leave', set: { state: left, left_at: isoOf(instantOf('2026-03-05 14:05:00')), left_by: '李敏', due_at: null } },
    });
  });
});

describe('the door', () => {
  it('is open without a barrier, and with one to who may and says why', () => {
    assert.equal(closedDoor(free, nothing), null);
    const ill = { restriction: null, blocked: true };
    assert.deepEqual(closedDoor(ill, nothing), { refusal: '健康申报不符合来访要求。您没有放行权限，请联系负责人', status: 403 });
    assert.deepEqual(closedDoor(ill, { reason: null, allowed: true }), { refusal: '健康申报不符合来访要求。放行需填写原因', status: 422 });
    assert.equal(closedDoor({ restriction: '纠纷', blocked: true }, { reason: '陪同', allowed: true }), null);
  });
});

describe('a visitor is overdue', () => {
  it('some minutes after the planned end, or after a usual visit of who came late', () => {
    assert.equal(overdueAt(now, '2026-03-05 16:00:00', length), instantOf('2026-03-05 16:15:00'));
    assert.equal(overdueAt(now, '2026-03-05 14:00:00', length), instantOf('2026-03-05 16:25:00'));
  });
});
