import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { initialsAt } from './initials.ts';

describe('the initials of pinyin', () => {
  const found: [string, string][] = [
    ['服务对象', 'fwdx'],
    ['工单管理', 'gdgl'],
    ['预警管理', 'yjgl'],
    ['体征录入', 'tzlr'],
    ['房间床位', 'fjcw'],
    ['冯克勤', 'fkq'],
    ['欧阳晓岚', 'oyxl'],
    ['阿依古丽', 'aygl'],
    ['呼和浩特', 'hhht'],
    ['派单看板', 'pdkb'],
    ['条件规则', 'tjgz'],
    ['字典管理', 'zdgl'],
    ['额外', 'ew'],
    ['诺日朗', 'nrl'],
    ['马秀兰', 'mxl'],
    ['发票 管理', 'FPGL'],
  ];
  for (const [text, typed] of found) it(`${typed} is ${text}`, () => assert.equal(initialsAt(text, typed), 0));

  it('may be whole syllables, some of them or the last one not finished', () => {
    for (const typed of ['fuwuduixiang', 'fuwudx', 'fwduixiang', 'fuwuduix', 'fuwud', 'fuw'])
      assert.equal(initialsAt('服务对象', typed), 0, typed);
    assert.equal(initialsAt('服务对象', 'duixiang'), 2);
    assert.equal(initialsAt('派单看板', 'paidan'), 0);
    for (const typed of ['fuwuduixiangs', 'fuwuxiang', 'fuwo']) assert.equal(initialsAt('服务对象', typed), -1, typed);
  });

  it('are found from any character on, and in each way of reading', () => {
    assert.equal(initialsAt('服务对象', 'dx'), 2);
    assert.deepEqual([initialsAt('工单调度', 'gddd'), initialsAt('工单调度', 'gdtd')], [0, 0]);
    assert.deepEqual([initialsAt('长期', 'cq'), initialsAt('长者', 'zz')], [0, 0]);
  });

  it('are not found where another letter stands between, nor for anything but letters', () => {
    for (const [text, typed] of [
      ['服务对象', 'fd'],
      ['服务对象', 'fwdxx'],
      ['服务', '服'],
      ['服务', ''],
      ['服务', 'f w'],
    ] as const)
      assert.equal(initialsAt(text, typed), -1, typed);
  });
});
