/** Every text that a caller can be refused with is named by a test. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isNamed, refusalTexts, testLines, written } from './refusal-texts.ts';

const texts = refusalTexts();
const lines = testLines();

describe('the texts of refusals', () => {
  it('are read from calls, constants, choices, templates and schemas', () => {
    assert.ok(texts.length > 900, String(texts.length));
    const known = new Set(texts.map(written));
    for (const text of [
      '权限不足，不允许访问',
      '床位不存在',
      '服务…，不能要求改派',
      '密码不能超过100个字符',
      '请填写拉取地址和间隔',
      '用户名已被占用，请换一个',
    ])
      assert.ok(known.has(text), text);
  });

  it('count as named only as a whole', () => {
    assert.ok(isNamed({ parts: ['房间不存在'] }, "'房间不存在'"));
    assert.ok(!isNamed({ parts: ['房间不存在'] }, "'该房间不存在了'"));
    assert.ok(isNamed({ parts: ['最多', '个'] }, '/最多5个$/'));
    assert.ok(!isNamed({ parts: ['最多', '个'] }, "'最多5条'"));
  });

  it('are named by a test', () => {
    assert.deepEqual(
      texts.filter((text) => !isNamed(text, lines)).map((text) => `${text.at} ${written(text)}`),
      [],
    );
  });
});
