import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { itemsOf, MOST_ITEMS, refusedAnswers, refusedSheet, scoreOf, totalOf, type SheetGroup } from './call-sheets.rules.ts';

const item = (key: string, points: number, fatal = false) => ({ key, name: `项${key}`, points, fatal, note: '' });
const SHEET: SheetGroup[] = [
  { name: '礼仪', items: [item('a', 40), item('b', 60)] },
  { name: '红线', items: [item('x', 0, true)] },
];
const answer = (key: string, points: number, hit = false, note = '') => ({ key, points, hit, note });

describe('a scoring sheet', () => {
  it('has a hundred points, names that differ, and no empty group', () => {
    assert.equal(refusedSheet(SHEET), null);
    assert.deepEqual([itemsOf(SHEET).length, totalOf(SHEET)], [3, 100]);
    const refused: [SheetGroup[], string][] = [
      [[], '请至少添加一个评分项'],
      [[{ name: '多', items: Array.from({ length: MOST_ITEMS + 1 }, (_, at) => item(`k${at}`, 1)) }], '评分项最多60个'],
      [[...SHEET, { name: '空', items: [] }], '分组“空”没有评分项，请添加或删除该分组'],
      [[...SHEET, { name: '礼仪', items: [item('y', 0, true)] }], '分组“礼仪”重复'],
      [[{ name: '礼仪', items: [item('a', 50), { ...item('b', 50), name: '项a' }] }], '评分项“项a”重复'],
      [[{ name: '礼仪', items: [item('a', 50), { ...item('a', 50), name: '项b' }] }], '评分项编号重复，请删除后重新添加'],
      [[{ name: '礼仪', items: [item('a', 100), item('b', 0)] }], '请填写评分项“项b”的分值'],
      [[{ name: '礼仪', items: [item('a', 95)] }], '各评分项分值合计应为100分，现为95分'],
    ];
    for (const [groups, text] of refused) assert.equal(refusedSheet(groups), text);
  });

  it('is answered item by item, within its points; what knocks out needs a reason', () => {
    const all = [answer('a', 40), answer('b', 0), answer('x', 0)];
    assert.equal(refusedAnswers(SHEET, all), null);
    assert.equal(refusedAnswers(SHEET, all.slice(1)), '请评“项a”');
    assert.equal(refusedAnswers(SHEET, [...all, answer('z', 1)]), '评分表中没有这个评分项，请重新打开评分页');
    assert.equal(refusedAnswers(SHEET, [...all, answer('a', 1)]), '同一评分项只能评一次');
    assert.equal(refusedAnswers(SHEET, [answer('a', 41), ...all.slice(1)]), '“项a”应为0至40分');
    assert.equal(refusedAnswers(SHEET, [answer('a', -1), ...all.slice(1)]), '“项a”应为0至40分');
    assert.equal(refusedAnswers(SHEET, [...all.slice(0, 2), answer('x', 0, true)]), '“项x”一票否决，请写明原因');
    assert.equal(refusedAnswers(SHEET, [...all.slice(0, 2), answer('x', 0, true, '泄露隐私')]), null);
  });

  it('comes to its points, and to none where one item knocks out', () => {
    assert.deepEqual(scoreOf(SHEET, 80, [answer('a', 40), answer('b', 40), answer('x', 0)]), {
      points: 80,
      knockedOut: false,
      passed: true,
    });
    assert.deepEqual(scoreOf(SHEET, 81, [answer('a', 40), answer('b', 40), answer('x', 0)]), {
      points: 80,
      knockedOut: false,
      passed: false,
    });
    // Points that were sent with an item that knocks out do not count.
    assert.deepEqual(scoreOf(SHEET, 80, [answer('a', 40), answer('b', 60), answer('x', 9)]), {
      points: 100,
      knockedOut: false,
      passed: true,
    });
    assert.deepEqual(scoreOf(SHEET, 80, [answer('a', 40), answer('b', 60), answer('x', 0, true, '辱骂')]), {
      points: 0,
      knockedOut: true,
      passed: false,
    });
  });
});
