import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imeiWarning, isImei } from './imei-hints.ts';

describe('device numbers', () => {
  it('know the check digit', () => {
    assert.ok(isImei('490154203237518'));
    assert.ok(!isImei('490154203237519'));
    assert.ok(!isImei('49015420323751'));
  });
  it('warn of what looks mistyped and leave other numbers alone', () => {
    assert.equal(imeiWarning('490154203237518'), null);
    assert.equal(imeiWarning('490154203237511'), '校验位不正确，请核对IMEI是否输错');
    assert.equal(imeiWarning('49015420323751'), 'IMEI应为15位数字，请核对');
    assert.equal(imeiWarning('4901542032375180'), 'IMEI应为15位数字，请核对');
    assert.equal(imeiWarning('8800000001'), null);
    assert.equal(imeiWarning('BED-0007'), null);
  });
});
