import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { floorText, placeText, whereText } from './places.rules.ts';

describe('where in the house', () => {
  for (const [building, floor, roomName, bedName, text] of [
    ['3号楼', '3', '302', '3', '3号楼 3层 302 3床'],
    ['3号楼', '3层', '302', '3床', '3号楼 3层 302 3床'],
    ['3', '3', '302', null, '3号楼 3层 302'],
    ['颐和苑', '三楼', '302', 'A', '颐和苑 三楼 302 A'],
    ['', '', '302', '靠窗', '302 靠窗'],
    [null, null, null, null, null],
  ] as const)
    it(`${JSON.stringify([building, floor, roomName, bedName])} is ${text}`, () =>
      assert.equal(placeText({ building, floor, roomName, bedName }), text));

  it('names a floor, or a building, in the same spelling', () => {
    assert.equal(floorText({ building: '3', floor: '2' }), '3号楼 2层');
    assert.equal(floorText({ building: '颐和苑', floor: '三楼' }), '颐和苑 三楼');
    assert.equal(floorText({ building: '3号楼', floor: null }), '3号楼');
    assert.equal(floorText({ building: null, floor: null }), '');
  });

  it('comes before an address, and the room of an alarm before both', () => {
    const home = { bedPlace: null, oldmanAddress: '景山前街4号' };
    assert.equal(whereText(home), '景山前街4号');
    assert.equal(whereText({ ...home, bedPlace: '3号楼 3层 302 3床' }), '3号楼 3层 302 3床');
    assert.equal(
      whereText({ ...home, bedPlace: '3号楼 3层 302 3床', alarmPlace: '2号楼 1层 餐厅' }),
      '报警位置 2号楼 1层 餐厅，住 3号楼 3层 302 3床',
    );
    assert.equal(whereText({ ...home, alarmPlace: '2号楼 1层 餐厅' }), '报警位置 2号楼 1层 餐厅');
  });
});
