import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelProfile, OwnProfile } from './device-profiles.ts';
import { fitting, hasItems, hasNetworks, profileProblem } from './device-profiles.rules.ts';

const items: ModelProfile['items'] = { e1: [{ metric: 'heartRate' }] };

describe('a profile', () => {
  it('has items of vendors in JT/T 808 alone', () => {
    assert.deepEqual(
      ['jt808', 'gt06', 'watch', 'mqtt', 'http', 'none', ''].map((protocol) => hasItems(protocol)),
      [true, false, false, false, false, false, false],
    );
  });

  it('has networks where the device connects to us itself', () => {
    assert.deepEqual(
      ['watch', 'jt808', 'gt06', 'iw', 'ev07b', 'mqtt', 'http', 'none'].map((protocol) => hasNetworks(protocol)),
      [true, true, true, true, true, true, false, false],
    );
  });

  it('fits a protocol, or it is said what does not', () => {
    const cases: [protocol: string, profile: ModelProfile, problem: string | null][] = [
      ['watch', {}, null],
      ['none', { alarms: {}, items: {} }, null],
      ['jt808', { items }, null],
      ['gt06', { items }, '只有JT/T 808设备有附加信息项'],
      ['watch', { alarms: { 9: 'fall' } }, '该通信协议的报警没有编码，不能设置报警码对照'],
      ['iw', { alarms: { 0: 'fall', 99: 'fall' } }, null],
      ['iw', { alarms: { 100: 'fall' } }, '报警码100不存在，应为0至99'],
      ['gt06', { alarms: { 255: 'fall' } }, null],
      ['gt06', { alarms: { 256: 'fall' } }, '报警码256不存在，应为0至255'],
      ['jt808', { alarms: { 31: 'fall' }, items }, null],
      ['jt808', { alarms: { 32: 'fall' }, items }, '报警位32不存在，应为0至31'],
      ['gt06', { alarms: { 1: 'none' } }, '报警码1是SOS求助，不能设为不报警'],
      ['ev07b', { alarms: { 2: 'none', 12: 'none' } }, '报警位12是SOS求助，不能设为不报警'],
      // Another name is no silence.
      ['gt06', { alarms: { 1: 'fall' } }, null],
      ['gt06', { alarms: { 35: 'none' } }, null],
    ];
    for (const [protocol, profile, problem] of cases)
      assert.equal(profileProblem(protocol, profile), problem, `${protocol} ${JSON.stringify(profile)}`);
  });

  it('keeps only what its protocol has a use for, and the given one stays as it is', () => {
    const whole: OwnProfile & ModelProfile = {
      words: { wholeBook: true },
      networks: ['10.20.0.0/16'],
      alarms: { 9: 'fall' },
      items,
      terminalId: 'T1',
      registration: true,
      authentication: false,
      utcOffsetMinutes: 480,
      healthReplies: true,
      suppressChargerSos: false,
    };
    const always = ['healthReplies', 'suppressChargerSos', 'utcOffsetMinutes'];
    for (const [protocol, more] of [
      ['watch', ['words', 'networks']],
      ['gt06', ['networks', 'alarms']],
      ['jt808', ['networks', 'alarms', 'items', 'terminalId', 'registration', 'authentication']],
      ['mqtt', ['networks']],
      ['http', []],
      ['none', []],
    ] as const) {
      const kept = fitting(protocol, whole);
      assert.deepEqual(Object.keys(kept).toSorted(), [...always, ...more].toSorted(), protocol);
      for (const key of Object.keys(kept) as (keyof typeof kept)[]) assert.equal(kept[key], whole[key], `${protocol} ${key}`);
    }
    assert.equal(Object.keys(whole).length, 10);
    assert.deepEqual(fitting('watch', {}), {});
  });
});
