import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alarmCodes, hasAlarmCodes, plainMeaning, type CodedProtocol } from './alarm-codes.rules.ts';

const protocols = Object.keys(alarmCodes) as CodedProtocol[];

describe('the alarm codes of a protocol', () => {
  it('are known of those that have codes, by the exact name alone', () => {
    for (const protocol of ['iw', 'gt06', 'jt808', 'ev07b']) assert.ok(hasAlarmCodes(protocol), protocol);
    for (const other of ['watch', 'mqtt', 'http', 'none', '', 'GT06', ' gt06', 'toString', '__proto__', 'constructor'])
      assert.ok(!hasAlarmCodes(other), other);
  });

  it('mean what the protocol says; a code of no table is an alarm without a name', () => {
    for (const [protocol, code, meaning] of [
      ['iw', 0, 'none'],
      ['iw', 1, 'sos'],
      ['iw', 4, 'other'],
      ['iw', 6, 'fall'],
      ['iw', 99, 'other'],
      ['gt06', 0x00, 'none'],
      ['gt06', 0x01, 'sos'],
      ['gt06', 0x04, 'enteredFence'],
      ['gt06', 0x05, 'leftFence'],
      ['gt06', 0x07, 'other'],
      ['gt06', 0x13, 'removed'],
      ['gt06', 0x19, 'lowBattery'],
      ['gt06', 0x23, 'fall'],
      ['gt06', 0xff, 'none'],
      ['jt808', 0, 'sos'],
      ['jt808', 1, 'none'],
      ['jt808', 20, 'leftFence'],
      ['jt808', 30, 'fall'],
      ['jt808', 31, 'none'],
      ['jt808', 32, 'other'],
      ['ev07b', 0, 'lowBattery'],
      ['ev07b', 2, 'fall'],
      ['ev07b', 3, 'none'],
      ['ev07b', 4, 'other'],
      ['ev07b', 12, 'sos'],
      ['ev07b', 20, 'other'],
      ['ev07b', -1, 'other'],
      ['ev07b', 1.5, 'other'],
      ['ev07b', Number.NaN, 'other'],
    ] as const)
      assert.equal(plainMeaning(protocol, code), meaning, `${protocol} ${code}`);
  });

  it('have one code for SOS in each protocol, and none above the highest', () => {
    for (const protocol of protocols) {
      const { most, meanings } = alarmCodes[protocol];
      const codes = Array.from({ length: most + 1 }, (_, code) => code);
      assert.equal(codes.filter((code) => plainMeaning(protocol, code) === 'sos').length, 1, protocol);
      assert.deepEqual(
        Object.keys(meanings).filter((code) => Number(code) > most),
        [],
        protocol,
      );
    }
  });
});
