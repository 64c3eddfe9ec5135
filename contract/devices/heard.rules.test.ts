import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { cellsText, dbm, isCell, isMac, macOf, macText, pointsText } from './heard.rules.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const CELL = { mcc: 460, mnc: 0, lac: 9525, cid: 4134 };

describe('what a device hears', () => {
  it('has addresses in one spelling, however they were written', () => {
    assert.equal(macOf(bytes('24696800000a')), '24:69:68:00:00:0a');
    for (const text of ['24:69:68:00:00:0A', '24-69-68-00-00-0a', '2469.6800.000A', ' 24696800000a '])
      assert.equal(macText(text), '24:69:68:00:00:0a');
    for (const text of ['', '24:69:68', '24:69:68:00:00:0g', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '24696800000a0b'])
      assert.equal(macText(text), null);
  });

  it('leaves out the empty places of a list', () => {
    assert.ok(isMac(bytes('24696800000a')));
    assert.ok(!isMac(bytes('000000000000')) && !isMac(bytes('ffffffffffff')));
    assert.ok(isCell(CELL));
    const empty = [{ mcc: 0 }, { mcc: 1000 }, { mnc: 1000 }, { mnc: -1 }, { lac: 0 }, { lac: 0xffff }, { cid: 0 }, { cid: 0xffffff }];
    for (const one of empty) assert.ok(!isCell({ ...CELL, ...one }), JSON.stringify(one));
  });

  it('has strengths that are negative, whether the sign was written or not; 0 is unknown', () =>
    assert.deepEqual([50, 206, 127, 128, 0].map(dbm), [-50, -50, -127, -128, null]));

  it('is told in a line: how many, and the first three', () => {
    const point = (at: number) => ({ mac: `24:69:68:00:00:0${at}`, rssi: at === 2 ? null : -50 - at });
    assert.equal(pointsText([], false), '没有Wi-Fi热点');
    assert.equal(pointsText([point(1), point(2)], true), '2个蓝牙信标：24:69:68:00:00:01 -51dBm、24:69:68:00:00:02');
    assert.match(pointsText([1, 2, 3, 4].map(point), false), /^4个Wi-Fi热点：(\S+ ?\S*、?){3} 等$/);
    assert.equal(cellsText([{ ...CELL, rssi: -71 }]), '1个基站：460-0-9525-4134 -71dBm');
  });
});
