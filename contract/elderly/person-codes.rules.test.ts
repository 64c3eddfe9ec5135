import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { addressOfCode, codeOfScan, partFlags } from './person-codes.rules.ts';

const code = '3k0v'.repeat(6) + 'a9';

describe('the code of a person', () => {
  it('is the last part of the address that its QR says', () => {
    assert.equal(addressOfCode('https://yian.example', code), `https://yian.example/p/${code}`);
  });

  it('is found in what a scanner read: the address, or the code alone, in any case of letters', () => {
    for (const scanned of [
      code,
      ` ${code.toUpperCase()}\n`,
      addressOfCode('https://yian.example', code),
      `HTTPS://YIAN.EXAMPLE/P/${code.toUpperCase()}`,
    ])
      assert.equal(codeOfScan(scanned), code, scanned);
  });

  it('is in nothing that is shorter, longer, or has other letters', () => {
    for (const scanned of ['', code.slice(1), `${code}0`, code.replace('a', 'z'), `https://yian.example/p/${code}/x`])
      assert.equal(codeOfScan(scanned), null, scanned);
  });

  it('stands on a card that says allergies apart from the other flags', () => {
    assert.deepEqual(partFlags(['跌倒高危', '青霉素过敏', '鼻饲', '过敏']), {
      allergies: ['青霉素过敏', '过敏'],
      others: ['跌倒高危', '鼻饲'],
    });
  });
});
