/** Every text that a caller can be refused with is named by a test. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { parseSync } from 'vite';
import { isNamed, refusalTexts, saidBy, testTexts, written } from './refusal-texts.ts';

const texts = refusalTexts();
const lines = testTexts();

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

  it('count as named where a test says them, not in its comments, titles and messages', () => {
    const { program } = parseSync(
      'one.test.ts',
      `// 甲
      describe('乙', () => {
        it(\`丙\${1}\`, async (t) => {
          assert.equal(said, '丁', '卯'); /* 戊 */
          assert.match(said, /己\\d/);
          assert.equal(said, \`庚\${2}辛\`);
          assert.ok(/壬/.test('癸'), '辰');
          await t.test('子', () => {});
        });
        it.only('丑', () => assert.deepEqual({ '寅': 1 }, said));
      });`,
    );
    assert.deepEqual(saidBy(program as never), ['丁', '己\\d', '庚…辛', '壬', '癸', '寅']);
  });

  it('are named by a test', () => {
    assert.deepEqual(
      texts.filter((text) => !isNamed(text, lines)).map((text) => `${text.at} ${written(text)}`),
      [],
    );
  });
});
