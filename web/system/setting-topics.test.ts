import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { boundsOf, changesOf, problemOf, settingGroups, titleOf, type Setting } from './setting-topics.ts';

const setting = (publicKey: string, publicValue: string, over: Partial<Setting> = {}): Setting => ({
  publicKey,
  publicName: `${publicKey}的名称`,
  publicValue,
  defaultValue: null,
  version: 3,
  ...over,
});
const settings = [setting('OWN_KEY', 'x'), setting('CLIP_DAYS', '180'), setting('MESSAGE_DAYS', '90'), setting('ANSWER_SECONDS_1', '60')];
const shape = (words: string) => settingGroups(settings, words).map((group) => [group.topic, ...group.settings.map(titleOf)]);

describe('the settings', () => {
  it('are by topic, in the order of the product, with the own ones last', () => {
    assert.deepEqual(shape(''), [
      ['warnings', '紧急预警确认时限'],
      ['keeping', '消息保留', '预警录像保留'],
      ['other', 'OWN_KEY的名称'],
    ]);
  });

  it('are found by title, key and meaning', () => {
    assert.deepEqual(shape(' 录像 '), [['keeping', '预警录像保留']]);
    assert.deepEqual(shape('own_'), [['other', 'OWN_KEY的名称']]);
    assert.deepEqual(shape('多少秒内有人确认'), [['warnings', '紧急预警确认时限']]);
    assert.deepEqual(shape('没有的'), []);
  });

  it('send what differs from what is kept, with the version that was read', () => {
    assert.deepEqual(changesOf(settings, { CLIP_DAYS: '30', MESSAGE_DAYS: '90' }), [
      { publicKey: 'CLIP_DAYS', publicValue: '30', version: 3 },
    ]);
    assert.deepEqual(changesOf([setting('MAP_TILE_URL', '', { version: null })], { MAP_TILE_URL: 'https://a' }), [
      { publicKey: 'MAP_TILE_URL', publicValue: 'https://a', version: null },
    ]);
  });

  it('say what is wrong and which numbers are taken', () => {
    assert.equal(problemOf(settings[1]!, { CLIP_DAYS: '' }), '应为0到3650的整数');
    assert.equal(problemOf(settings[1]!, {}), null);
    assert.equal(boundsOf('CLIP_DAYS'), '0到3650天');
    assert.equal(boundsOf('OWN_KEY'), null);
  });
});
