import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import {
  actionOf,
  byUrgency,
  countText,
  goneText,
  mergedNow,
  missingText,
  MOST_NOW,
  mostUrgent,
  nowKindNames,
  nowKinds,
  overdueMinutes,
  pageOfNow,
  roundOfNow,
  phases,
  roundAt,
  severityOfDue,
  type NowKind,
  type Urgency,
} from './now.rules.ts';

const now = instantOf('2026-03-05 12:00:00');
const at = (clock: string) => `2026-03-05 ${clock}:00`;
let ids = 0;
const row = (change: Partial<Urgency>): Urgency => ({
  kind: 'dispatch',
  id: ++ids,
  severity: 3,
  phase: phases.other,
  since: null,
  due: null,
  ...change,
});

describe('overdueMinutes', () => {
  for (const [due, minutes] of [
    [null, 0],
    [at('12:30'), 0],
    [at('12:00'), 0],
    ['2026-03-05 11:58:30', 1],
    [at('09:00'), 180],
  ] as const)
    it(`of ${due} at noon are ${minutes}`, () => assert.equal(overdueMinutes(due, now), minutes));
});

describe('byUrgency', () => {
  /** The first of each pair is more urgent. */
  const pairs: Record<string, [Partial<Urgency>, Partial<Urgency>]> = {
    'graver before what is late for hours': [{ severity: 1 }, { severity: 2, due: at('06:00') }],
    'unconfirmed before what asks again': [
      { kind: 'alarm', severity: 1, phase: phases.unanswered },
      { kind: 'alarm', severity: 1, phase: phases.again, due: at('11:00') },
    ],
    'what asks again before what is in progress': [
      { kind: 'alarm', severity: 1, phase: phases.again },
      { kind: 'alarm', severity: 1, phase: phases.other, due: at('11:00') },
    ],
    'late for longer before late': [{ due: at('10:00') }, { due: at('11:00') }],
    'late before due': [{ due: at('11:59') }, { due: at('12:01') }],
    'due earlier before due later': [{ due: at('13:00') }, { due: at('14:00') }],
    'due before what is due at no time': [{ due: at('23:00') }, { since: at('01:00') }],
    'waiting since earlier before since later': [{ since: at('09:00') }, { since: at('10:00') }],
    'waiting before what has no time': [{ since: at('09:00') }, {}],
    'an alarm before an order of the same urgency': [{ kind: 'alarm' }, { kind: 'dispatch' }],
    'the earlier id at last': [{ id: 1 }, { id: 2 }],
  };
  for (const [name, [first, second]] of Object.entries(pairs))
    it(`puts ${name}`, () => {
      const [a, b] = [row(first), row(second)];
      assert.ok(byUrgency(a, b, now) < 0);
      assert.ok(byUrgency(b, a, now) > 0);
    });

  it('is a total order: rows that differ are never equal, and any three agree', () => {
    const rows = [1, 2, 3].flatMap((severity) =>
      Object.values(phases).flatMap((phase) =>
        [null, at('09:00'), at('12:10')].flatMap((due) =>
          [null, at('08:00')].map((since) => row({ severity, phase, due, since, kind: nowKindNames[(severity + phase) % 3] as NowKind })),
        ),
      ),
    );
    for (const a of rows)
      for (const b of rows) {
        const order = byUrgency(a, b, now);
        assert.equal(order === 0, a === b);
        assert.equal(Math.sign(order), -Math.sign(byUrgency(b, a, now)) + 0 || 0);
      }
    const sorted = mostUrgent(rows, now);
    for (const [index, one] of sorted.entries()) for (const later of sorted.slice(index + 1)) assert.ok(byUrgency(one, later, now) < 0);
  });
});

describe('mostUrgent', () => {
  it('gives the first of them in their order and leaves what it was given', () => {
    const rows = [row({ severity: 4 }), row({ severity: 1 }), row({ severity: 2 })];
    assert.deepEqual(
      mostUrgent(rows, now, 2).map(({ severity }) => severity),
      [1, 2],
    );
    assert.deepEqual(
      rows.map(({ severity }) => severity),
      [4, 1, 2],
    );
  });
});

describe('mergedNow', () => {
  const rows = (kind: NowKind, ...severities: number[]) => severities.map((severity) => row({ kind, severity }));
  const names = (merged: Urgency[]) => merged.map(({ kind, severity }) => `${kind} ${severity}`);

  it('puts the rows of all sources into one order', () => {
    const merged = mergedNow(
      [
        { rows: rows('alarm', 1, 3), total: 2 },
        { rows: rows('dispatch', 2, 4), total: 2 },
        { rows: [], total: 0 },
      ],
      now,
    );
    assert.deepEqual(names(merged), ['alarm 1', 'dispatch 2', 'alarm 3', 'dispatch 4']);
  });

  it('ends where a source holds rows back: they could stand next', () => {
    const merged = mergedNow(
      [
        { rows: rows('alarm', 1, 2), total: 90 },
        { rows: rows('dispatch', 2, 4), total: 2 },
      ],
      now,
    );
    assert.deepEqual(names(merged), ['alarm 1', 'alarm 2']);
  });

  it('has a hundred rows at most', () => {
    const many = Array.from({ length: MOST_NOW }, () => row({ severity: 2 }));
    assert.equal(
      mergedNow(
        [
          { rows: many, total: MOST_NOW },
          { rows: rows('alarm', 1), total: 1 },
        ],
        now,
      ).length,
      MOST_NOW,
    );
  });
});

describe('severityOfDue', () => {
  for (const [due, severity] of [
    [null, 4],
    [at('11:59'), 2],
    [at('12:00'), 3],
    [at('12:30'), 3],
    [at('12:31'), 4],
  ] as const)
    it(`of ${due} at noon is ${severity}`, () => assert.equal(severityOfDue(due, now), severity));
});

describe('a kind', () => {
  it('says its action to those who may, and 查看 to the others', () => {
    const nobody = () => false;
    assert.equal(actionOf('alarm', nobody), '查看');
    assert.equal(
      actionOf('alarm', (permission) => permission === 'warning_devicewarning_handle'),
      '处理',
    );
    assert.equal(actionOf('dead_job', nobody), '重新发送');
  });

  it('has words of its own: no two filters are called the same', () => {
    const labels = nowKindNames.map((kind) => nowKinds[kind].label);
    assert.equal(new Set(labels).size, labels.length);
  });

  it('leads to the page of its row', () => {
    const of = (kind: NowKind) => pageOfNow({ kind, id: 7, link: 8, personId: 9, name: '和乐 A&B', note: 'TC1' });
    assert.equal(of('alarm'), '/warning/warning/index?id=7');
    assert.equal(of('dispatch'), '/order/workorder/detail?id=7');
    assert.equal(of('own_job'), '/order/workorder/detail?id=8');
    assert.equal(of('observation'), '/health/person?id=9');
    for (const kind of nowKindNames) assert.match(of(kind), /^\/[a-zA-Z]/);
  });

  it('leads to a list that keeps to the row, where the row has no page', () => {
    const of = (kind: NowKind) => pageOfNow({ kind, id: 7, link: 8, personId: null, name: '和乐 A&B', note: 'TC1' }).split('?');
    const kept = (kind: NowKind) => Object.fromEntries(new URLSearchParams(of(kind)[1]));
    assert.deepEqual(of('receipt'), ['/platform/verification', 'order=8']);
    assert.deepEqual(kept('refund'), { refund: 'true', orderNo: 'TC1', repay: '7' });
    assert.deepEqual(kept('claim'), { claim: 'true', orderNo: 'TC1' });
    assert.deepEqual(kept('invoice'), { state: '1', orderNo: 'TC1' });
    assert.deepEqual(kept('registration'), { state: '1', name: '和乐 A&B' });
    assert.deepEqual([of('tenant_end')[0], kept('tenant_end')], ['/admin/tenant/index', { name: '和乐 A&B' }]);
    assert.deepEqual(kept('followup'), { status: '1', oldmanName: '和乐 A&B', finish: '7' });
    assert.deepEqual(kept('stock_low'), { low: 'true', name: '和乐 A&B' });
  });
});

describe('roundOfNow', () => {
  it('leads to the round of what is missing, and to the observations that are due', () => {
    assert.equal(roundOfNow('not_measured'), '/health/entry?only=missing');
    assert.equal(roundOfNow('observation'), '/health/observation?due=true');
    assert.deepEqual([roundOfNow('alarm'), roundOfNow(null)], [null, null]);
  });
});

describe('countText', () => {
  it('ends at a thousand', () => assert.deepEqual([countText(3), countText(1000), countText(1001)], ['3', '1000', '1000+']));
});

describe('a round of people who are not measured', () => {
  it('is called by the time of day', () => {
    assert.deepEqual([0, 3, 4, 11, 12, 16, 17, 23].map(roundAt), ['晚测', '晚测', '晨测', '晨测', '午测', '午测', '晚测', '晚测']);
  });

  it('says how many they are and where it begins', () => {
    assert.equal(missingText(68, '1号楼 2层'), '68 人未测，1号楼 2层起');
    assert.equal(missingText(4, null), '4 人未测');
    assert.equal(missingText(1001, '3号楼'), '1000+ 人未测，3号楼起');
  });

  it('leads to the sheet of those who are missing; a single person to their page', () => {
    const about = { kind: 'not_measured', id: 0, link: null, name: '', note: null } as const;
    assert.equal(pageOfNow({ ...about, personId: null }), '/health/entry?only=missing');
    assert.match(pageOfNow({ ...about, id: 7, personId: 7 }), /id=7$/);
  });
});

describe('goneText', () => {
  for (const [kind, text] of [
    ['device_offline', '已恢复'],
    ['low_battery', '已恢复'],
    ['not_measured', '已测量'],
    ['alarm', '已处理'],
    ['dispatch', '已处理'],
  ] as const)
    it(`of ${kind} is ${text}`, () => assert.equal(goneText(kind), text));
});
