import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plainProfile } from '#server/ingest/events.ts';
import type { AlarmEvent, DeviceEvent, DeviceProfile, ReadingEvent } from '#server/ingest/events.ts';
import { createFramer } from '#server/ingest/tcp/framer.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import { alarmBits } from '#server/ingest/tcp/watch-status.ts';
import { decodeFrame } from '#server/ingest/tcp/watch.ts';
import type { Decoded } from '#server/ingest/tcp/protocol.ts';

const receivedAt = Date.UTC(2026, 10, 21, 8, 16, 0);
const deviceAt = Date.UTC(2026, 10, 21, 8, 15, 30);
const where = '211126,081530,A,30.259200,N,120.130300,E,2.50,145.0,12.0,9,96,81,3390,4';

function parse(content: string, vendor = '3G', index = ''): Frame {
  const frame = createFramer().push(Buffer.from(`[${vendor}*8800000015*${index}0000*${content}]`, 'latin1'))[0];
  assert.ok(frame, content);
  return frame;
}

function decode(content: string, profile: Partial<DeviceProfile> = {}): Decoded {
  return decodeFrame(parse(content), { deviceKey: 'd1', receivedAt, profile: { ...plainProfile, ...profile } });
}

/** Readings as `metric value` in order. */
function readings(content: string): string[] {
  const events = decode(content).events.filter((event): event is ReadingEvent => event.kind === 'reading');
  return events.map(({ metric, value }) => `${metric} ${value}`);
}

const alarms = (events: readonly DeviceEvent[]): AlarmEvent[] => events.filter((event) => event.kind === 'alarm');

test('heartbeat with and without values', () => {
  assert.deepEqual(decode('LK').events, [{ kind: 'heartbeat', deviceKey: 'd1', at: receivedAt, receivedAt, clock: 'server' }]);
  assert.deepEqual(readings('LK,50,3,100'), ['steps 50', 'rolls 3', 'battery 100']);
  assert.deepEqual(readings('LK,,,55'), ['battery 55']);
});

test('measurements', () => {
  const cases: [string, string[]][] = [
    ['heart,72', ['heartRate 72']],
    ['HEART,072', ['heartRate 72']],
    ['PULSE,101', ['heartRate 101']],
    ['heart,0', []],
    ['heart', []],
    ['heart,999', []],
    ['BLOOD,126,78', ['systolic 126', 'diastolic 78']],
    ['BLOOD,0,0', []],
    ['BLOOD,70,90', []],
    ['bphrt,126,78,66,,,,', ['systolic 126', 'diastolic 78', 'heartRate 66']],
    ['BPHRT,126,78,66,170,1,80,60', ['systolic 126', 'diastolic 78', 'heartRate 66']],
    ['bphrt,0,0,66,,,,', ['heartRate 66']],
    ['oxygen,0,98', ['oxygen 98']],
    ['oxygen,1,0', []],
    ['btemp2,1,36.5', ['temperature 36.5']],
    ['btemp2,0,35.29', []],
    ['btemp2,1,12', []],
    ['TEMP,36.6', ['temperature 36.6']],
  ];
  for (const [content, expected] of cases) assert.deepEqual(readings(content), expected, content);
  assert.equal(decode('heart,0').discarded, 1);
  assert.equal(decode('heart,72').discarded, 0);
});

test('positions: the device time, the place, the states, the readings', () => {
  for (const command of ['UD', 'UD_LTE', 'UD_WCDMA', 'WT']) {
    const { events } = decode(`${command},${where},00000011,00`);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['position', 'state', 'reading', 'reading', 'reading', 'reading'],
    );
    assert.ok(events.every(({ at, clock }) => at === deviceAt && clock === 'device'));
    assert.ok(events[0]?.kind === 'position' && events[0].place.fix && !events[0].late);
    assert.ok(events[1]?.kind === 'state' && events[1].bits === 0x11);
  }
});

test('stored positions are late, and worthless without a time', () => {
  const old = where.replace('211126,081530', '201126,220000');
  const [position] = decode(`UD2,${old},00000000`).events;
  assert.ok(position?.kind === 'position' && position.late);
  assert.equal(position.at, Date.UTC(2026, 10, 20, 22, 0, 0));
  assert.deepEqual(decode(`UD2,${where.replace('211126', '000000')},00000000`).events, []);
});

test('a clock that cannot be right is not believed', () => {
  for (const date of ['211127', '010100', '131126', '000000']) {
    const { events } = decode(`AL,${where.replace('211126', date)},00010000`);
    const [alarm] = alarms(events);
    assert.deepEqual([alarm?.at, alarm?.clock, alarm?.deviceTime], [receivedAt, 'server', `${date}081530`]);
  }
  const [unset] = alarms(decode(`AL,${where.replace('211126,081530', '000000,000000')},00010000`).events);
  assert.deepEqual([unset?.alarm, unset?.deviceTime], ['sos', null], 'without a clock every press is a press of its own');
  assert.equal(decode(`UD,${where},0`, { utcOffsetMinutes: 480 }).events[0]?.at, deviceAt - 8 * 3_600_000);
});

test('an SOS is not hidden by the low-battery state', () => {
  const { events } = decode(`AL,${where},00010001,1,0,460,0,9346,4401,130,0,25.0`);
  assert.deepEqual(
    alarms(events).map(({ alarm, bit }) => [alarm, bit]),
    [['sos', 16]],
  );
  assert.equal(events[0]?.kind, 'alarm');
  assert.ok(events.some((event) => event.kind === 'state' && event.bits === 1));
  const both = alarms(decode(`AL,${where},00030001`).events);
  assert.deepEqual(
    both.map(({ alarm }) => alarm),
    ['sos', 'lowBattery'],
  );
});

/** The state of a low battery, with or without strap, moving and unplugged. */
const lowBatteries = [0x1, 0x9, 0x11, 0x19, 0x4001, 0x4009, 0x4011, 0x4019];

test('any status word in any position frame: one alarm event per alarm bit, SOS first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.constantFrom('AL', 'AL_LTE', 'ALCUSTOMER1', 'UD', 'UD_LTE', 'UD2'),
      (word, command) => {
        const found = alarms(decode(`${command},${where},${word.toString(16).padStart(8, '0')},00`).events);
        const bits: (number | null)[] = alarmBits.map(([bit]) => bit).filter((bit) => Math.floor(word / 2 ** bit) % 2 === 1);
        assert.deepEqual(
          found.map(({ bit }) => bit),
          bits.length > 0 || !command.startsWith('AL') ? bits : [lowBatteries.includes(word) ? 0 : null],
        );
        if (bits.includes(16)) assert.equal(found[0]?.alarm, 'sos');
        assert.ok(found.every(({ place, at }) => place?.fix && at === deviceAt));
      },
    ),
    { numRuns: 3000, seed: 20261121 },
  );
});

test('an alarm frame that says nothing but the state of a low battery is a low battery', () => {
  for (const word of ['00000001', '1', '0000000000000001', '00000009', '00004011']) {
    const [first, ...more] = alarms(decode(`AL,${where},${word}`).events);
    assert.deepEqual([first?.alarm, first?.bit, more.length], ['lowBattery', 0, 0], word);
    assert.deepEqual(alarms(decode(`UD,${where},${word}`).events), [], 'in a position it is a state');
  }
  assert.equal(alarms(decode(`AL,${where},00000003`).events)[0]?.alarm, 'other', 'outside the fence as well: it may be about that');
});

test('a status word of more than eight digits keeps its SOS, in positions as in alarms', () => {
  for (const command of ['UD', 'UD_LTE', 'UD2', 'AL', 'WT'])
    for (const word of ['0000000000010001', '0001000000000001', '000010000', '0010000000010000']) {
      const found = alarms(decode(`${command},${where},${word},1,0,460,0,9346,4401,130,0,25.0`).events);
      assert.equal(found[0]?.alarm, 'sos', `${command} ${word}`);
      assert.equal(found[0]?.place?.cells[0]?.cid, 4401);
    }
});

test('an alarm frame is an alarm whatever is wrong with it', () => {
  for (const content of [
    'AL',
    'AL,',
    'AL,junk',
    `AL,${where}`,
    `AL,${where},zz`,
    `AL,${where},00000003`,
    `AL,${where},80000001`,
    'AL,,,,,,,,,,,,,,,,',
  ]) {
    const [first] = alarms(decode(content).events);
    assert.equal(first?.alarm, 'other', content);
  }
  const tail = alarms(decode(`AL,${where},00010000,1,0,460,brok`).events);
  assert.deepEqual([tail[0]?.alarm, tail[0]?.place?.lat], ['sos', 30.2592]);
});

test('device information is kept as written, without control characters', () => {
  for (const name of ['CONFIG', 'ICCID', 'RYIMEI', 'APPANDFNREPORT', 'INIT']) {
    const { events } = decode(`${name},TY:g36a,UL:600,LS:1+8,FD:1`);
    assert.ok(events[0]?.kind === 'info' && events[0].name === name && events[0].value === 'TY:g36a,UL:600,LS:1+8,FD:1');
  }
  const [event] = decode('ICCID,89\0\x0186').events;
  assert.ok(event?.kind === 'info' && event.value === '8986');
});

test('the password by which a watch is set by SMS is not kept', () => {
  const [info, reply] = decode('TS,ver:G36_V1.2;sos1:13911112222;zone:8.00;pw:482913;LED:OFF;').events;
  const kept = 'ver:G36_V1.2;sos1:13911112222;zone:8.00;pw:***;LED:OFF;';
  assert.deepEqual([info?.kind === 'info' && info.value, reply?.kind === 'reply' && reply.values], [kept, [kept]]);
});

test('acknowledgements of our commands', () => {
  const frame = parse('UPLOAD,600', 'ZJ', '00A1*');
  const [event] = decodeFrame(frame, { deviceKey: 'd1', receivedAt, profile: plainProfile }).events;
  assert.deepEqual(event, {
    kind: 'reply',
    command: 'UPLOAD',
    values: ['600'],
    index: '00A1',
    deviceKey: 'd1',
    at: receivedAt,
    receivedAt,
    clock: 'server',
  });
  assert.deepEqual(
    decode('VERNO,G4H_V1.03').events.map(({ kind }) => kind),
    ['info', 'reply'],
  );
  assert.deepEqual(
    decode('hrtstart').events.map((one) => one.kind === 'reply' && one.command),
    ['HRTSTART'],
  );
});

test('unknown commands are known to be unknown', () => {
  for (const content of ['XYZ,1', '', '__proto__', 'constructor', 'toString']) {
    assert.deepEqual(decode(content), { events: [], discarded: 0, known: false }, content);
  }
});

test('voice, voice in parts, photo', () => {
  const media = (content: string): DeviceEvent | undefined => {
    const length = Buffer.byteLength(content, 'latin1').toString(16).padStart(4, '0');
    const [frame] = createFramer().push(Buffer.from(`[3G*8800000015*${length}*${content}]`, 'latin1'));
    return decodeFrame(frame!, { deviceKey: 'd1', receivedAt, profile: plainProfile }).events[0];
  };
  const voice = media('TK,#!AMR}\x01}\x02}\x03}\x04}\x05.');
  assert.ok(voice?.kind === 'media' && voice.media === 'voice');
  assert.equal(Buffer.from(voice.bytes).toString('latin1'), '#!AMR}[],*.');
  assert.equal(media('TK,1'), undefined);
  const part = media('JXTK,0,../a b.amr,2,3,xyz');
  assert.ok(part?.kind === 'media' && part.part === 2 && part.total === 3 && part.name === 'ab.amr');
  assert.equal(media('JXTK,0,a.amr,4,3,xyz'), undefined);
  assert.equal(media('JXTK,0'), undefined);
  const photo = media('img,5,261121081500,\xff\xd8}\x05');
  assert.ok(photo?.kind === 'media' && photo.media === 'photo' && photo.name === '261121081500');
  assert.deepEqual([...photo.bytes], [0xff, 0xd8, 0x2a]);
});
