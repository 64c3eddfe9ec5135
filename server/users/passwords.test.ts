import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { newPasswordProblem, passwordProblem, strictPasswordProblem } from '#contract/users/passwords.rules.ts';
import { semaphore } from '../jobs/semaphore.ts';
import { decryptPassword, hashPassword, outdated, randomPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('decrypts what existing clients send', () => {
    const cases = [
      ['pigxpigxpigxpigx', 'JFat0Zdc', '123456'],
      ['pigxpigxpigxpigx', 'VADzjMwqLCD7bgwei8X2Gs4=', 'Admin@2024 中文'],
      ['thanks,pig4cloud', 'YehdBPev', '123456'],
      ['thanks,pig4cloud', 'Eb4DWazZmKti4fXXbF+fl28=', 'Admin@2024 中文'],
      // A client that did not encode its plus sign.
      ['thanks,pig4cloud', 'Eb4DWazZmKti4fXXbF fl28=', 'Admin@2024 中文'],
    ] as const;
    for (const [key, sent, plain] of cases) assert.equal(decryptPassword(sent, key), plain);
    assert.notEqual(decryptPassword('not base64 at all %%', 'pigxpigxpigxpigx'), '');
  });

  it('hashes with its parameters in the text, and verifies with those of the text', async () => {
    const hash = await hashPassword('abc12345');
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(outdated(hash), false);
    assert.equal(await verifyPassword('abc12345', hash), true);
    assert.equal(await verifyPassword('abc12346', hash), false);
    assert.equal(await verifyPassword('abc12345', null), false);
    assert.notEqual(await hashPassword('abc12345'), hash);
    // RFC 9106-style text of another cost, made by the reference tool's parameters.
    const weaker = hash.replace('m=19456', 'm=8192');
    assert.equal(outdated(weaker), true);
    assert.equal(await verifyPassword('abc12345', weaker), false);
  });

  it('lets two run, a queue wait, and refuses the rest', async () => {
    const gate = semaphore(2, 3);
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const work = () =>
      gate(async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => release.push(resolve));
        running--;
      });
    const all = Array.from({ length: 7 }, work).map((one) => one.then(() => 200).catch((error: { status: number }) => error.status));
    for (let done = 0; done < 5; done++) {
      while (release.length === 0) await new Promise((resolve) => setImmediate(resolve));
      release.shift()?.();
    }
    assert.deepEqual(await Promise.all(all), [200, 200, 200, 200, 200, 429, 429]);
    assert.equal(most, 2);
  });

  it('knows the rules of the specification', () => {
    assert.equal(passwordProblem(''), '请输入密码');
    assert.equal(passwordProblem('ab1'), '密码长度不能少于6位');
    assert.equal(passwordProblem('abcdefg123456'), '密码长度不能超过12位');
    assert.equal(passwordProblem('abcdefgh'), '密码必须包含数字和字母');
    assert.equal(passwordProblem('abc123'), null);
    assert.equal(strictPasswordProblem('Abc123!'), null);
    assert.notEqual(strictPasswordProblem('Abc1234'), null);
    assert.equal(newPasswordProblem('Abcdefg12345!'), null);
    assert.equal(newPasswordProblem('abcdefg12345!'), '密码长度不能超过12位');
    for (let round = 0; round < 50; round++) assert.equal(passwordProblem(randomPassword()), null);
  });
});
