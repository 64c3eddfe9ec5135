import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { identityNumberOf, MASKED_IDENTITY, maskedIdentity, saidByIdentity } from './identity-numbers.rules.ts';

/** The check of GB 11643, worked out another way: the sum of all 18 places, weighted by powers of two, leaves 1 by 11. */
function withCheck(first17: string): string {
  for (const last of '0123456789X') {
    const places = [...first17].map(Number).concat(last === 'X' ? 10 : Number(last));
    const sum = places.reduce((total, place, at) => (total + place * Number(2n ** BigInt(17 - at) % 11n)) % 11, 0);
    if (sum === 1) return first17 + last;
  }
  throw new Error('there is always one');
}

describe('an identity number', () => {
  it('is taken as people type it, by its checksum', () => {
    const number = withCheck('33010619410305002');
    const ending = withCheck('11010519491231002');
    assert.equal(ending, '11010519491231002X', 'the example of the standard');
    for (const typed of [ending, '11010519491231002x', ' 110105 19491231 002X ', '１１０１０５19491231002X', '110105-19491231-002x'])
      assert.equal(identityNumberOf(typed), ending, typed);
    assert.equal(identityNumberOf(number), number);
  });

  it('is refused when a digit is wrong, the day does not exist, or it is no such number', () => {
    const number = withCheck('33010619410305002');
    for (let at = 0; at < 17; at++) {
      const other = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1);
      assert.equal(identityNumberOf(other), null, other);
    }
    for (const typed of [withCheck('33010619410230002'), withCheck('33010618410305002'), '330106410305002', '', 'abc', `${number}1`])
      assert.equal(identityNumberOf(typed), null, typed);
  });

  it('says the birth date and the sex', () => {
    assert.deepEqual(saidByIdentity(withCheck('33010619410305002')), { birthDate: '1941-03-05', gender: 2 });
    assert.deepEqual(saidByIdentity(withCheck('33010619520229001')), { birthDate: '1952-02-29', gender: 1 });
  });

  it('is shown without its birth date', () => {
    assert.equal(maskedIdentity('11010519491231002X'), '110***********002X');
    assert.match(maskedIdentity('11010519491231002X'), MASKED_IDENTITY);
    assert.doesNotMatch('11010519491231002X', MASKED_IDENTITY);
  });
});
