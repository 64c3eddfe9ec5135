/** What each alarm code, event and state of GT06 means, and records whose layout nothing fits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { gist, hex, listener } from '#test/device-frames.ts';

const now = Date.UTC(2026, 10, 21, 8, 16);
const when = '1a0b15080f1e';
const place = 'cf027ac7eb0c46584900148f';
const hear = (type: number, body: string, long = false) =>
  listener(gt06Protocol, { receivedAt: now }).hear(encodeGt06(type, hex(body), 7, long));
/** Alarms, and what is noted in place of one. */
const said = (heard: ReturnType<typeof hear>) => gist(heard.events).filter((one) => /^(alarm|info) /.test(one));
const code = (value: number) => value.toString(16).padStart(2, '0');
const list = (text: string) => text.split(' ').map((one) => Number.parseInt(one, 16));

const MEANINGS: Record<string, number[]> = {
  sos: [0x01],
  fall: [0x23],
  enteredFence: [0x04],
  leftFence: [0x05],
  lowBattery: list('0e 0f 19'),
  removed: list('13 18 25'),
  none: list('02 03 06 09 0a 0b 0c 0d 10 12 14 15 16 17 20 fe ff'),
};
const expected = (value: number) => {
  const [meaning = 'other'] = Object.entries(MEANINGS).find(([, codes]) => codes.includes(value)) ?? [];
  return meaning === 'none' ? `info alarm 0x${code(value)}` : `alarm ${meaning}`;
};

test('all 256 alarm codes: what is no alarm about a person is noted, an unlisted code is an alarm without a name', () => {
  for (const type of [0x16, 0x26, 0x27])
    for (let value = 0; value < 256; value++)
      assert.deepEqual(
        said(hear(type, `${when}${place}0901cc00287d001fb84006 04${code(value)}02`)),
        [expected(value)],
        `${code(type)} ${code(value)}`,
      );
});

test('95: codes of a recorder; those of the vehicle are noted', () => {
  const quiet = list('80 87 88 90 91 92');
  for (let value = 1; value < 256; value++) {
    const meaning = value === 1 ? 'sos' : value === 0x0e ? 'lowBattery' : 'other';
    const wanted = [quiet.includes(value) ? `info alarm 0x${code(value)}` : `alarm ${meaning}`];
    assert.deepEqual(said(hear(0x95, when + code(value))), wanted, code(value));
    assert.deepEqual(said(hear(0x95, `${when}055d4a800209d9c01428${code(value)}0000`)), wanted, `${code(value)} behind coordinates`);
  }
});

test('70: events that are alarms, events that are none, and reasons to report', () => {
  const event = (value: string) => said(hear(0x70, `002b0001${value}`, true));
  const noted = ['13', '15', '16'].map((value) => [value, `info alarm 0x${value}`]);
  const alarms = [
    ['01', 'alarm sos'],
    ['04', 'alarm enteredFence'],
    ['0e', 'alarm lowBattery'],
    ['11', 'alarm lowBattery'],
    ['12', 'alarm lowBattery'],
    ['14', 'alarm removed'],
    ['23', 'alarm fall'],
    ['25', 'info event 0x25'],
    ['77', 'info event 0x77'],
  ];
  for (const [value, wanted] of [...noted, ...alarms]) assert.deepEqual(event(value!), [wanted], `event ${value}`);
});

test('A3 of 18 bytes and more is an alarm by its type, with any content; below that it is a heartbeat', () => {
  assert.deepEqual(said(hear(0xa3, '00'.repeat(18))), ['alarm other']);
  assert.deepEqual(said(hear(0xa3, 'ff'.repeat(60))), ['alarm other']);
  assert.deepEqual(gist(hear(0xa3, '00'.repeat(17)).events)[0], 'heartbeat');
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 18, maxLength: 120 }), (bytes) => {
      const heard = hear(0xa3, Buffer.from(bytes).toString('hex'));
      assert.equal(heard.answers[0]?.slice(0, 8), '787805a3');
      assert.notDeepEqual(said(heard), []);
    }),
    { numRuns: 1000 },
  );
});

test('13 of 14 bytes and more: SOS, low battery and a removal count; 6 is no fence there, as it is in the short one', () => {
  const long = (state: string) => gist(hear(0x13, `${state}802b00000642014f0008720000802b`).events)[0];
  assert.deepEqual([long('60'), long('58'), long('78'), long('70')], ['alarm sos', 'alarm lowBattery', 'alarm removed', 'heartbeat']);
  assert.deepEqual(gist(hear(0x13, '7004030002').events)[0], 'alarm other');
});
