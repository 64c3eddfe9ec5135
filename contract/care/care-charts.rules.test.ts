import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, MINUTE, instantOf } from '../time.ts';
import {
  balanceDays,
  balanceOf,
  balanceWarnings,
  detailsProblem,
  detailsText,
  isOutput,
  lateHour,
  mlOf,
  turnGaps,
} from './care-charts.rules.ts';

const at = (text: string) => instantOf(`2026-03-${text}`);

describe('what a note says beside its kind', () => {
  it('is of its kind and within limits, and may be left out', () => {
    assert.equal(detailsProblem('turn', {}), null);
    assert.equal(detailsProblem('turn', { position: 'left', skin: 'fine' }), null);
    assert.equal(detailsProblem('turn', { position: 'up' }), '选项不存在');
    assert.equal(detailsProblem('water', { position: 'left' }), '该类别没有这些内容');
    assert.equal(detailsProblem('water', { ml: 0 }), '毫升数应为1至5000的整数');
    assert.equal(detailsProblem('stool', { bristol: 8 }), '布里斯托分型应为1至7的整数');
    assert.equal(detailsProblem('mood', { ml: 1 }), '该类别没有这些内容');
  });

  it('is read in words', () => {
    assert.equal(detailsText('turn', { position: 'left', skin: 'red' }), '左侧 皮肤发红');
    assert.equal(detailsText('stool', { bristol: 4, amount: 'some', ml: 150 }), '4型 软条 中等 150 ml');
    assert.equal(detailsText('output', { way: 'other', ml: 80 }), '其他出量 80 ml');
    assert.equal(detailsText('intake', { way: 'other' }), '其他入量');
    assert.equal(detailsText('water', {}), '');
  });

  it('of a done task is an amount where its unit is one', () => {
    assert.equal(mlOf(150, 'ml'), 150);
    assert.equal(mlOf(150, '毫升'), 150);
    assert.equal(mlOf(150, 'mmHg'), null);
    assert.equal(mlOf(null, 'ml'), null);
    assert.equal(mlOf(0, 'ml'), null);
  });
});

describe('a chart of turning', () => {
  const hours = 2;
  it('has a gap where more than the interval passed without a turn, also over midnight', () => {
    const turns = [at('05 20:00'), at('05 22:00'), at('06 01:30')];
    assert.deepEqual(turnGaps(turns, hours, at('06 03:00')), [{ from: at('05 22:00'), until: at('06 01:30'), due: at('06 00:00') }]);
    assert.deepEqual(turnGaps(turns, hours, at('06 04:00')).at(-1), { from: at('06 01:30'), until: at('06 04:00'), due: at('06 03:30') });
    assert.deepEqual(turnGaps([at('05 20:00'), at('05 22:00')], hours, at('06 00:00')), [], 'exactly the interval is none');
    assert.deepEqual(turnGaps([], hours, at('06 00:00')), []);
  });

  it('marks the hours in which a turn was wanting', () => {
    const gaps = turnGaps([at('05 22:00'), at('06 01:30')], hours, at('06 02:00'));
    const late = ['05 23:00', '06 00:00', '06 01:00', '06 02:00'].map((hour) => lateHour(gaps, at(hour)));
    assert.deepEqual(late, [false, true, true, false]);
  });
});

describe('the balance of what came in and went out', () => {
  const flows = [
    { at: at('05 07:59'), kind: 'water', ml: 200 },
    { at: at('05 08:00'), kind: 'intake', ml: 300 },
    { at: at('05 23:59') + 59_999, kind: 'urine', ml: 400 },
    { at: at('06 00:00'), kind: 'water', ml: 100 },
    { at: at('06 00:10'), kind: 'stool', ml: null },
    { at: at('06 16:00'), kind: 'output', ml: 50 },
  ];

  it('counts each in the shift and the day in which it happened, at their borders in the one that begins', () => {
    const [fifth, sixth] = balanceDays(flows, at('05 09:00'), at('06 10:00'));
    assert.deepEqual([fifth!.intake, fifth!.output], [500, 400]);
    assert.deepEqual(
      fifth!.shifts.map(({ intake, output }) => [intake, output]),
      [
        [200, 0],
        [300, 0],
        [0, 400],
      ],
    );
    assert.deepEqual([sixth!.intake, sixth!.output, sixth!.parts], [100, 50, { water: 100, output: 50 }]);
    assert.deepEqual(sixth!.shifts[2], { intake: 0, output: 50, parts: { output: 50 } });
    assert.equal(balanceDays(flows, at('05'), at('07') - 1).length, 2);
  });

  it('of a span begins with its first moment and ends before its last', () => {
    assert.deepEqual(balanceOf(flows, at('05 08:00'), at('06 00:00')), { intake: 300, output: 400, parts: { intake: 300, urine: 400 } });
    assert.equal(balanceOf(flows, at('06 00:00'), at('06 00:00') + HOUR + MINUTE).intake, 100);
    assert.deepEqual(['urine', 'stool', 'output', 'water', 'meal'].map(isOutput), [true, true, true, false, false]);
  });

  it('warns of too much at once, and of too little when the day is over', () => {
    const target = { intakeLow: 1200, intakeHigh: 2500, outputLow: 500 };
    assert.deepEqual(balanceWarnings({ intake: 300, output: 0 }, target, false), []);
    assert.deepEqual(balanceWarnings({ intake: 300, output: 0 }, target, true), ['入量不足1200 ml', '出量不足500 ml']);
    assert.deepEqual(balanceWarnings({ intake: 2600, output: 600 }, target, false), ['入量超过2500 ml']);
    const none = { intakeLow: null, intakeHigh: null, outputLow: null };
    assert.deepEqual(balanceWarnings({ intake: 9000, output: 0 }, none, true), []);
  });
});
