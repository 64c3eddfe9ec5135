import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isWhole, levelOf, pressed, textProblem, typedText, valuesTyped, type RoundMetric } from './round-keys.ts';
import { isAsked, nextPerson, partsOf, roundNow, within } from './round-people.ts';
import { personMeasured, type RoundPerson } from './round-steps.ts';
import type { Step } from './steps.ts';

const keys = (metric: RoundMetric, text: string) => [...text].reduce((made, key) => pressed(metric, made, key), '');

describe('the number pad', () => {
  for (const [metric, typed, text, whole] of [
    ['temperature', '36.5', '36.5', true],
    ['temperature', '365', '36.5', true],
    ['temperature', '36', '36', false],
    ['temperature', '36.57', '36.5', true],
    ['heartRate', '72', '72', true],
    ['heartRate', '12', '12', false],
    ['heartRate', '25', '25', false],
    ['heartRate', '128', '128', true],
    ['heartRate', '7.2', '72', true],
    ['breathing', '18', '18', true],
    ['systolic', '09', '9', false],
    ['systolic', '128', '128', true],
    ['diastolic', '76', '76', true],
    ['oxygen', '97', '97', true],
    ['oxygen', '100', '100', true],
    ['oxygen', '10', '10', false],
    ['glucose', '56', '5.6', true],
    ['glucose', '12', '12', false],
    ['glucose', '12.5', '12.5', true],
  ] as const)
    it(`makes ${text} of ${typed} for ${metric}${whole ? ', and goes on' : ''}`, () => {
      assert.equal(keys(metric, typed), text);
      assert.equal(isWhole(metric, text), whole);
    });
  it('takes the last digit back, and no sign twice', () => {
    assert.equal(pressed('temperature', '36.', 'back'), '36');
    assert.equal(pressed('temperature', '', 'back'), '');
    assert.equal(pressed('temperature', '36.', '.'), '36.');
    assert.equal(pressed('temperature', '', '.'), '');
    assert.equal(pressed('heartRate', '7', '.'), '7');
    assert.equal(typedText('temperature', '三36。5℃'), '36.5');
  });
  it('says at once what cannot be, not what may still become a value', () => {
    assert.equal(textProblem('temperature', '3'), null);
    assert.match(textProblem('temperature', '29.9') ?? '', /不可能/);
    assert.match(textProblem('heartRate', '999') ?? '', /不可能/);
    assert.equal(textProblem('heartRate', '2'), null);
    assert.equal(textProblem('heartRate', ''), null);
    assert.match(textProblem('oxygen', '101') ?? '', /不可能/);
  });
  it('knows what is out of bounds once it is a value', () => {
    const bounds = { lowCritical: 35, low: null, high: 37.3, highCritical: 37.9 };
    assert.deepEqual(
      ['36.5', '37.3', '39', '35', '3', '', '50'].map((text) => levelOf('temperature', text, bounds)),
      [0, 3, 4, 2, 0, 0, 0],
    );
    assert.equal(levelOf('temperature', '39', undefined), 0);
    assert.deepEqual(valuesTyped({ temperature: '36.', heartRate: '72' }), { temperature: '36', heartRate: '72' });
  });
});

describe('the people of a round', () => {
  const person = (id: number, change: Partial<RoundPerson> = {}): RoundPerson => ({
    id,
    userName: `人${id}`,
    building: '1号楼',
    floor: '2层',
    place: null,
    measured: false,
    missing: false,
    values: {},
    limits: {},
    ...change,
  });
  const values = (id: number, problem: Step['problem'] = null) =>
    ({ kind: 'measure', body: { oldmanId: id, values: [{ metric: 'heartRate', value: 72 }] }, problem }) as unknown as Step;
  const people = [person(1), person(2, { floor: '10层', missing: true }), person(3, { building: null, floor: null, measured: true })];

  it('count what waits to be sent, and not what was refused', () => {
    const now = roundNow({ people }, [values(1), values(2, { status: 409, text: '已录入', fresh: null })]);
    assert.deepEqual(
      now.people.map(({ measured }) => measured),
      [true, false, true],
    );
    assert.deepEqual(now.people[0]?.values, { heartRate: 72 });
    assert.equal(personMeasured({ kind: 'start', body: { oldmanId: 1 } }), null);
  });
  it('are found by building and floor, in the order of the house', () => {
    assert.deepEqual(partsOf(people, null), { buildings: ['1号楼'], floors: ['2层', '10层'] });
    assert.deepEqual(
      within(people, { building: '1号楼', floor: '10层' }).map(({ id }) => id),
      [2],
    );
  });
  it('follow one another, from the start again after the last', () => {
    assert.equal(nextPerson(people, 1, 'all')?.id, 2);
    assert.equal(nextPerson(people, 2, 'all')?.id, 1);
    assert.equal(nextPerson(people, 1, 'missing')?.id, 2);
    assert.equal(nextPerson(people, 2, 'missing'), null);
    assert.equal(isAsked(people[2] as RoundPerson, 'unmeasured'), false);
  });
});
