import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultItems, type VisitItem } from './visit-plans.rules.ts';
import {
  answersProblem,
  closedVisit,
  coverage,
  decideVisit,
  findingOf,
  isLateVisit,
  isOpenVisit,
  missedAfter,
  outcomeText,
  visitPhase,
  type VisitAnswer,
  type VisitCommand,
  type VisitState,
} from './visit-tasks.rules.ts';

const now = Date.parse('2026-11-25T10:00:00+08:00');
const today = '2026-11-25';
const me = { id: 7, name: '周护理' };
const open: VisitState = {
  state: 1,
  due_on: '2026-11-25',
  closes_on: '2026-11-27',
  due_clock: null,
  days_allowed: 2,
  user_id: 7,
  user_name: '周护理',
  begun_at: null,
  done_name: null,
  done_at: null,
};
const done = { ...open, state: 3, done_name: '周护理', done_at: '2026-11-25 09:00:00' };
const answers: VisitAnswer[] = [
  ['身体状况', '良好'],
  ['精神状态', '一般'],
  ['居家安全（用火用电用气）', '有隐患'],
  ['饮食起居', '正常'],
  ['家庭联系', '很少联系'],
  ['风险隐患', '煤气灶老化'],
].map(([title, value]) => ({ title: title!, value: value!, files: [] }));
const doing = { by: me, dispatcher: false, at: now };
const record = { ...doing, action: 'record', way: 1, result: 2, items: defaultItems, answers, set: { note: '' } } as const;
const decided = (row: VisitState, command: VisitCommand) => {
  const decision = decideVisit(row, command, now);
  return 'refusal' in decision ? [decision.status, decision.refusal] : decision.change;
};

describe('how a visit stands', () => {
  it('is by its days as long as it is open: due, overdue for a week, then missed', () => {
    const on = (due_on: string, closes_on: string, state = 1) => visitPhase({ state, due_on, closes_on }, today);
    assert.equal(on('2026-11-26', '2026-11-28'), 0);
    assert.equal(on('2026-11-25', '2026-11-27'), 1);
    assert.equal(on('2026-11-23', '2026-11-25'), 1);
    assert.equal(on('2026-11-25', '2026-11-27', 2), 2);
    assert.equal(on('2026-11-20', '2026-11-24'), 3);
    assert.equal(on('2026-11-16', '2026-11-18'), 3);
    assert.equal(on('2026-11-15', '2026-11-17'), 6);
    assert.equal(on('2026-11-15', '2026-11-17', 3), 4);
    assert.equal(on('2026-11-15', '2026-11-17', 4), 5);
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6].filter(isOpenVisit), [0, 1, 2, 3]);
  });

  it('says of one that was made after its last day that it was late', () => {
    assert.equal(isLateVisit({ doneTime: '2026-11-27 23:00:00', closeDay: '2026-11-27' }), false);
    assert.equal(isLateVisit({ doneTime: '2026-11-28 00:00:00', closeDay: '2026-11-27' }), true);
    assert.equal(isLateVisit({ doneTime: null, closeDay: '2026-11-27' }), false);
  });
});

describe('the answers of a visit', () => {
  it('are complete, and each is what its item asks for', () => {
    assert.equal(answersProblem(defaultItems, answers), null);
    assert.equal(answersProblem(defaultItems, answers.slice(1)), '请填写“身体状况”');
    assert.equal(
      answersProblem(defaultItems, [...answers, { title: '视力', value: '好', files: [] }]),
      '“视力”不是该计划的探访内容，请刷新后重试',
    );
    const item = (kind: VisitItem['kind'], required = true): VisitItem[] => [
      { title: '问', kind, choices: ['甲', '乙'], required, carried: false },
    ];
    const said = (value: string, files: string[] = []) => [{ title: '问', value, files }];
    assert.equal(answersProblem(item('choice'), said('丙')), '“问”的选项不正确，请刷新后重试');
    assert.equal(answersProblem(item('yesno'), said('是')), null);
    assert.equal(answersProblem(item('number'), said('三')), '“问”应为数字');
    assert.equal(answersProblem(item('number'), said('36.5')), null);
    assert.equal(answersProblem(item('photo'), said('')), '请填写“问”');
    assert.equal(answersProblem(item('photo'), said('', ['/a.jpg'])), null);
    assert.equal(answersProblem(item('number', false), []), null);
  });

  it('carry a risk on to the next visit', () => {
    assert.equal(findingOf(defaultItems, answers), '煤气灶老化');
    assert.equal(findingOf(defaultItems, answers.slice(0, 5)), null);
  });
});

describe('a visit', () => {
  it('is begun, and recorded with what was found, by who is to make it', () => {
    const begun = decided(open, { ...doing, action: 'begin', set: { begun_address: '幸福里' } });
    assert.deepEqual(begun, {
      action: 'begin',
      set: { state: 2, begun_at: '2026-11-25T02:00:00.000Z', begun_address: '幸福里' },
      reached: null,
      finding: null,
    });
    const change = decided({ ...open, state: 2, begun_at: '2026-11-25 09:40:00' }, record) as {
      set: object;
      reached: boolean;
      finding: string;
    };
    assert.deepEqual([change.reached, change.finding], [true, '煤气灶老化']);
    assert.deepEqual(change.set, {
      note: '',
      state: 3,
      result: 2,
      way: 1,
      finding: '煤气灶老化',
      done_at: '2026-11-25T02:00:00.000Z',
      entered_at: '2026-11-25T02:00:00.000Z',
      done_by: 7,
      done_name: '周护理',
    });
    assert.deepEqual(decided(open, { ...record, answers: [] }), [422, '请填写“身体状况”']);
  });

  it('is another one’s only for who may assign; one without a visitor gets the member of staff who does it', () => {
    const other = { ...open, user_id: 8, user_name: '吴护理' };
    assert.deepEqual(decided(other, record), [403, '该探访由吴护理负责']);
    assert.ok('set' in (decided(other, { ...record, dispatcher: true }) as object));
    const taken = decided({ ...open, user_id: null, user_name: null }, record) as unknown as { set: { user_id: number } };
    assert.equal(taken.set.user_id, 7);
    assert.deepEqual(decided(open, { action: 'assign', to: { id: 9, name: '郑护理' } }), {
      action: 'assign',
      set: { user_id: 9, user_name: '郑护理', by_hand: true },
      reached: null,
      finding: null,
    });
  });

  it('is moved with its last day, by its visitor or by who may assign; a missed one comes back for a month', () => {
    const move = { action: 'move', by: me, dispatcher: false, day: '2026-11-28', clock: '09:30', to: null, reason: '住院检查' } as const;
    const { set } = decided(open, move) as { set: Record<string, unknown> };
    assert.deepEqual(set, {
      due_on: '2026-11-28',
      closes_on: '2026-11-30',
      due_clock: '09:30',
      by_hand: true,
      moved_at: '2026-11-25T02:00:00.000Z',
      moved_from: '2026-11-25',
      moved_by: '周护理',
      move_reason: '住院检查',
    });
    const other = { id: 9, name: '郑护理' };
    const given = decided(open, { ...move, dispatcher: true, to: other }) as { set: Record<string, unknown> };
    assert.deepEqual([given.set.user_id, given.set.user_name], [9, '郑护理']);
    assert.deepEqual(decided(open, { ...move, to: other }), [403, '只有负责指派的员工可以更换探访人']);
    assert.deepEqual(decided({ ...open, user_id: 8, user_name: '吴护理' }, move), [403, '该探访由吴护理负责']);
    assert.deepEqual(decided({ ...open, user_id: null, user_name: null }, move), [403, '该探访还没有探访人，请联系负责指派的员工改期']);
    assert.deepEqual(decided(open, { ...move, day: '2026-11-24' }), [422, '新的探访日期不能早于今天']);
    assert.deepEqual(decided(open, { ...move, day: '2027-01-25' }), [422, '最多改到60天内']);
    assert.deepEqual(decided(open, { ...move, day: open.due_on, clock: null }), [422, '请更改日期、时间或探访人']);
    assert.deepEqual(decided({ ...open, state: 2 }, move), [409, '该探访已经开始，不能改期']);
    assert.deepEqual(decided(done, move), [409, '周护理已于11-25 09:00登记该探访，不能改期']);
    assert.ok('set' in (decided({ ...open, due_on: '2026-11-01', closes_on: '2026-11-03' }, move) as object));
    assert.deepEqual(decided({ ...open, due_on: '2026-10-20', closes_on: '2026-10-25' }, move), [409, '该探访已超期30天以上，不能改期']);
  });

  it('took place within the last three days, and not long before its day', () => {
    const at = (text: string) => decided(open, { ...record, at: Date.parse(`${text}+08:00`) });
    assert.deepEqual(at('2026-11-25T10:06:00'), [422, '探访时间不能晚于现在']);
    assert.deepEqual(at('2026-11-22T09:59:00'), [422, '只能补记72小时内的探访']);
    const late = { ...open, due_on: '2026-11-29', closes_on: '2026-11-30' };
    assert.deepEqual(decided(late, record), [422, '最多提前3天探访']);
    const begun = { ...open, state: 2, begun_at: '2026-11-25 09:50:00' };
    assert.deepEqual(decided(begun, { ...record, at: now - 20 * 60_000 }), [422, '探访时间不能早于开始时间']);
  });

  it('that did not reach the person says why; of two who enter it one wins; a missed one is closed', () => {
    const none = { ...doing, action: 'notReached', way: 1, reason: 1, note: '' } as const;
    assert.equal((decided(open, none) as { reached: boolean }).reached, false);
    assert.equal((decided(open, { ...none, reason: 4 }) as { reached: null }).reached, null);
    assert.deepEqual(decided(open, { ...none, reason: 5 }), [422, '请说明未见到人的原因']);
    assert.deepEqual(decided(done, record), [409, '周护理已于11-25 09:00登记该探访，不能重复登记探访']);
    assert.deepEqual(decided({ ...open, due_on: '2026-11-10', closes_on: '2026-11-12' }, record), [
      409,
      '该探访已超期7天以上，不能登记探访',
    ]);
    assert.equal(closedVisit({ ...open, state: 2, begun_at: '2026-11-25 09:00:00' }, 'begin', now), '该探访已经开始');
    assert.equal(closedVisit(open, 'delete', now), '探访任务不能删除');
  });

  it('counts how often in a row the person was not reached; a refusal is no absence', () => {
    assert.deepEqual([missedAfter(0, false), missedAfter(1, false), missedAfter(2, true), missedAfter(2, null)], [1, 2, 0, 2]);
  });

  it('is said in words, and covered in percent', () => {
    assert.equal(outcomeText({ way: 1, result: 2, reason: null }), '上门 需关注');
    assert.equal(outcomeText({ way: 2, result: null, reason: 2 }), '电话 未见到人（电话或视频无人接听）');
    assert.equal(outcomeText({ way: null, result: null, reason: null }), '');
    assert.deepEqual([coverage(0, 0), coverage(1, 3), coverage(4, 4)], [null, 33.3, 100]);
  });
});
