import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedHandover,
  decideHandover,
  handoverStates,
  mayCommand,
  type HandoverAction,
  type HandoverCommand,
  type HandoverState,
} from './handover-commands.rules.ts';

const { draft, signed, received } = handoverStates;
const [ZHANG, LI, WANG] = [1, 2, 3];
const now = instantOf('2026-03-05 16:00:00');
const text = { alarms: '无', vitals: '', orders: '', measurements: '', care: '', patrols: '', people: '', remarks: '' };
const row = (state: number, receiver: number | null = null): HandoverState => ({ ...text, state, author_id: ZHANG, receiver_id: receiver });
const span = { starts_at: '2026-03-05 08:00:00', ends_at: '2026-03-05 16:00:00' };
const commands: Record<HandoverAction, (by: number) => HandoverCommand> = {
  edit: (by) => ({ action: 'edit', by, text, receiver: null, ...span }),
  sign: (by) => ({ action: 'sign', by }),
  recall: (by) => ({ action: 'recall', by }),
  receive: (by) => ({ action: 'receive', by, name: '李敏' }),
};
const refusal = (state: HandoverState, command: HandoverCommand) => {
  const decision = decideHandover(state, command, now);
  return 'refusal' in decision ? [decision.status, decision.refusal] : null;
};

describe('a handover', () => {
  const OPEN: Record<number, HandoverAction[]> = { [draft]: ['edit', 'sign'], [signed]: ['recall', 'receive'], [received]: [] };
  for (const [state, open] of Object.entries(OPEN))
    for (const action of Object.keys(commands) as HandoverAction[])
      it(`in state ${state} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        const by = action === 'receive' ? LI : ZHANG;
        assert.equal(closedHandover({ state: Number(state) }, action) === null, open.includes(action));
        assert.equal(refusal(row(Number(state)), commands[action](by)) === null, open.includes(action));
      });

  it('is deleted as a draft only', () => {
    assert.equal(closedHandover(row(draft), 'delete'), null);
    assert.equal(closedHandover(row(received), 'delete'), '交接班记录已接班，不能删除');
  });

  it('is written, signed and called back by its author alone', () => {
    for (const action of ['edit', 'sign'] as const)
      assert.deepEqual(refusal(row(draft), commands[action](LI)), [403, '只有交班人可以修改和签名']);
    assert.deepEqual(refusal(row(signed), commands.recall(LI)), [403, '只有交班人可以修改和签名']);
    assert.ok(mayCommand(row(draft), 'delete', ZHANG));
    assert.ok(!mayCommand(row(draft), 'delete', LI));
  });

  it('is taken over by another person, and by the picked one only', () => {
    assert.deepEqual(refusal(row(signed), commands.receive(ZHANG)), [422, '交班人和接班人不能是同一人']);
    assert.deepEqual(refusal(row(signed, WANG), commands.receive(LI)), [422, '该交接班指定了其他接班人']);
    assert.equal(refusal(row(signed, LI), commands.receive(LI)), null);
    assert.ok(mayCommand(row(signed), 'receive', LI));
    assert.ok(!mayCommand(row(signed), 'receive', ZHANG));
  });

  it('keeps who signed when', () => {
    assert.deepEqual(decideHandover(row(draft), commands.sign(ZHANG), now), {
      change: { action: 'sign', set: { state: signed, signed_at: isoOf(now) } },
    });
    assert.deepEqual(decideHandover(row(signed), commands.receive(LI), now), {
      change: { action: 'receive', set: { state: received, received_at: isoOf(now), receiver_id: LI, receiver_name: '李敏' } },
    });
    assert.deepEqual(decideHandover(row(signed), commands.recall(ZHANG), now), {
      change: { action: 'recall', set: { state: draft, signed_at: null } },
    });
  });

  it('needs words, a span, and a receiver who is not its author', () => {
    assert.deepEqual(refusal({ ...row(draft), alarms: ' ' }, commands.sign(ZHANG)), [422, '请先填写交接内容']);
    const edit = commands.edit(ZHANG) as Extract<HandoverCommand, { action: 'edit' }>;
    assert.deepEqual(refusal(row(draft), { ...edit, ends_at: edit.starts_at }), [422, '班次的结束时间应晚于开始时间']);
    assert.deepEqual(refusal(row(draft), { ...edit, receiver: { id: ZHANG, name: '张敏' } }), [422, '交班人和接班人不能是同一人']);
    assert.deepEqual(decideHandover(row(draft), { ...edit, receiver: { id: LI, name: '李敏' } }, now), {
      change: { action: 'edit', set: { ...text, ...span, receiver_id: LI, receiver_name: '李敏' } },
    });
  });
});
