import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { pressuresOf } from './entry-form.ts';
import { problemOf, sheetOf, typedSince, type Line } from './round-lines.ts';

type Named = Line & { name: string };

describe('a line of a round', () => {
  it('becomes values in their manner; what is empty was not measured', () => {
    assert.deepEqual(sheetOf({ temperature: '36.5', heartRate: ' ', pressures: '128/76', note: ' 静息 ' }), {
      values: [
        { metric: 'temperature', value: 36.5, manner: 1 },
        { metric: 'systolic', value: 128, manner: 1 },
        { metric: 'diastolic', value: 76, manner: 1 },
      ],
      note: '静息',
    });
  });
  it('says what is wrong before it is sent', () => {
    assert.equal(problemOf({ temperature: '36.5' }), null);
    assert.equal(problemOf({ temperature: '三十六' }), '体温请输入数字');
    assert.match(problemOf({ temperature: '365' }) ?? '', /不可能/);
    assert.match(problemOf({ pressures: '128' }) ?? '', /收缩压\/舒张压/);
    assert.match(problemOf({ pressures: '76/128' }) ?? '', /是否填反/);
  });
  it('takes pressures as people type them', () => {
    for (const text of ['128/76', '128 76', '128，76', ' 128-76 ', '128、76'])
      assert.deepEqual(pressuresOf(text), { systolic: '128', diastolic: '76' }, text);
    for (const text of ['128', '128/7', '1280/76', 'abc']) assert.equal(pressuresOf(text), null, text);
  });

  it('keeps what was typed while others were on their way, of a line that was sent only what is another now', () => {
    const zhang = { name: '张', temperature: '36.5', heartRate: '72' };
    const li = { name: '李', oxygen: '97' };
    const sent = new Map<number, Named>([
      [1, zhang],
      [2, li],
    ]);
    const now = new Map<number, Named>([
      [1, { ...zhang, heartRate: '75' }],
      [2, li],
      [3, { name: '王', oxygen: '96' }],
    ]);
    assert.deepEqual(
      [...typedSince(now, sent)],
      [
        [1, { name: '张', heartRate: '75' }],
        [3, { name: '王', oxygen: '96' }],
      ],
    );
    assert.equal(typedSince(new Map<number, Named>([[1, { ...zhang }]]), sent).size, 0, 'typed and taken back');
  });
});
