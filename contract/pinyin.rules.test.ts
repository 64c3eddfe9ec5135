import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readingsOf, syllableOf } from './pinyin.rules.ts';

describe('the syllable of a character', () => {
  it('is the one that a dictionary has it under', () => {
    const names = '冯克勤 邱伟 欧阳修 沈金花 谭春兰 黎凤英 吕佩芬 许静娴 段月娥 龚敏 阿依古丽';
    assert.equal(
      [...names].map(syllableOf).join(''),
      'fengkeqin qiuwei ouyangxiu shenjinhua tanchunlan lifengying lupeifen xujingxian duanyuee gongmin ayiguli',
    );
  });

  it('is the character itself where it is none of Chinese', () => assert.deepEqual([...'A栋1'].map(syllableOf), ['a', 'dong', '1']));
});

describe('letters that are typed', () => {
  const initials = (letters: string) => readingsOf(letters).map((reading) => reading.map(({ initial }) => initial).join(''));

  it('are syllables, single letters among them, and a last one that is not finished', () => {
    assert.equal(initials('fengkeqin')[0], 'fkq');
    assert.equal(initials('fengkq')[0], 'fkq');
    assert.equal(initials('fengkeq')[0], 'fkq');
    assert.equal(initials('fe')[0], 'f');
    assert.ok(initials('xian').includes('x') && initials('xian').includes('xa'), initials('xian').join());
  });

  it('are no reading when they are initials alone, or no pinyin', () => {
    assert.deepEqual(readingsOf('fkq'), []);
    assert.deepEqual(readingsOf('uuuu'), []);
    assert.deepEqual(readingsOf(''), []);
  });

  it('name the characters between which a name lies, and surnames that are read otherwise', () => {
    const first = (letters: string) => readingsOf(letters)[0]?.[0];
    assert.deepEqual(first('feng'), { initial: 'f', from: '丰', before: '覅', surnames: [] });
    assert.deepEqual(first('zeng')?.surnames, ['曾']);
    assert.equal(first('lv')?.from, '噜');
  });

  it('are read in few ways, however long they are', () => assert.ok(readingsOf('xianganenengangeng').length <= 6));
});
