import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandParameters } from '#contract/devices/device-commands.ts';
import { commandKinds, protocolCommands, protocols, type CommandKind } from '#contract/devices/device-types.ts';
import { spoken } from './command-frames.ts';
import type { Protocol } from './events.ts';
import { encodeEv } from './tcp/ev07b-frames.ts';
import { encodeGbk } from './tcp/gbk.ts';

const contacts = [{ name: '女儿', phone: '13922223333' }];

test('commands in the words of each protocol', () => {
  assert.deepEqual(spoken('sosNumbers', { numbers: ['13911112222'] }, 'iw'), { contents: ['BP12,13911112222,,'], acknowledgedBy: 'BP12' });
  assert.deepEqual(spoken('phoneBook', { contacts }, 'iw').contents, ['BP14,73593F51|13922223333']);
  assert.deepEqual(
    [0, 1, 600].map((seconds) => spoken('heartRate', { seconds }, 'iw').contents[0]),
    ['BP86,0,0', 'BPXL', 'BP86,1,10'],
  );
  assert.deepEqual(spoken('sosNumbers', { numbers: ['1001', '1002'] }, 'gt06'), {
    contents: ['SOS,D,1,2,3#', 'SOS,A,1001,1002#'],
    acknowledgedBy: null,
  });
  assert.deepEqual(spoken('uploadInterval', { seconds: 600 }, 'jt808').contents, ['810301000000290400000258']);
  assert.deepEqual(spoken('message', { text: '吃药a' }, 'jt808').contents, ['83000cb3d4d2a961']);
  assert.deepEqual(spoken('phoneBook', { contacts }, 'jt808').contents, ['84010101030b313339323232323333333304c5aeb6f9']);
});

test('a watch is told in the words that its model knows', () => {
  const numbers = ['13911112222', '120'];
  assert.deepEqual(spoken('sosNumbers', { numbers }, 'watch'), {
    contents: ['SOS1,13911112222', 'SOS2,120', 'SOS3,'],
    acknowledgedBy: 'SOS3',
  });
  assert.deepEqual(spoken('sosNumbers', { numbers }, 'watch', { sosTogether: true }), {
    contents: ['SOS,13911112222,120,'],
    acknowledgedBy: 'SOS',
  });
  const book = Array.from({ length: 6 }, (_, n) => ({ name: 'A', phone: `1390000000${n}` }));
  assert.deepEqual(
    spoken('phoneBook', { contacts: book }, 'watch').contents.map((content) => content.split(',', 1)[0]),
    ['PHB', 'PHB2'],
  );
  const whole = spoken('phoneBook', { contacts: book }, 'watch', { wholeBook: true });
  assert.deepEqual([whole.contents.length, whole.acknowledgedBy, whole.contents[0]?.split(',').length], [1, 'PHBX', 13]);
  assert.deepEqual(spoken('sosNumbers', { numbers: ['120'] }, 'iw', { sosTogether: true }).contents, ['BP12,120,,']);
});

test('EV07B: the vendor’s own packet that rings a pendant; intervals and numbers as its firmware keeps them', () => {
  const packet = (kind: CommandKind, parameters: object, serial = 0) =>
    encodeEv(Buffer.from(spoken(kind, parameters as never, 'ev07b').contents[0]!, 'hex'), serial, true).toString('hex');
  assert.equal(packet('ring', {}), 'ab100300a3cd0000040113');
  // Heartbeat 200 s with its switch in the highest bit, upload, upload at rest.
  assert.deepEqual(spoken('uploadInterval', { seconds: 10 }, 'ev07b'), {
    contents: ['020d44c80000800a00000058020000'],
    acknowledgedBy: null,
  });
  assert.equal(spoken('uploadInterval', { seconds: 3600 }, 'ev07b').contents[0], '020d44c8000080100e0000100e0000');
  // 0xa0 dialled and enabled, the place in the low bits; places without a number are switched off.
  const contacts = ['021030a02b38363133393131313132323232', '0530a1313230', '03300230'];
  assert.equal(spoken('sosNumbers', { numbers: ['+8613911112222', '120'] }, 'ev07b').contents[0], contacts.join(''));
  assert.throws(() => spoken('sosNumbers', { numbers: ['1'.repeat(19)] }, 'ev07b'), /最多18位/);
});

test('a watch’s reminders, lists and switches: what is shorter than the watch’s own list empties the rest of it', () => {
  const say = <K extends CommandKind>(kind: K, parameters: CommandParameters[K]) => spoken(kind, parameters, 'watch');
  const daily = { time: '08:10', on: true, repeat: 'daily' } as const;
  assert.deepEqual(say('reminders', { items: [daily, { time: '09:00', on: false, repeat: 'weekly', week: '0111110' }] }), {
    contents: ['REMIND,08:10-1-2,09:00-0-3-0111110'],
    acknowledgedBy: 'REMIND',
  });
  assert.deepEqual(say('pillReminders', { items: [{ ...daily, text: '药' }] }).contents, [
    'TAKEPILLS,08:10-1-2,1,836F',
    'TAKEPILLS,00:00-0-2,2,836F',
    'TAKEPILLS,00:00-0-2,3,836F',
  ]);
  assert.deepEqual(say('whiteList', { numbers: ['120', '110', '119', '13911112222', '13911112223', '13911112224'] }), {
    contents: ['WHITELIST1,120,110,119,13911112222,13911112223', 'WHITELIST2,13911112224,,,,'],
    acknowledgedBy: 'WHITELIST2',
  });
  const many = Array.from({ length: 6 }, () => contacts[0]!);
  assert.deepEqual(
    say('phoneBook', { contacts: many }).contents.map((content) => content.split(',')[0]),
    ['PHB', 'PHB2'],
  );
  assert.deepEqual(say('guardians', { first: '13911112222', second: '' }), {
    contents: ['SLAVE,', 'CENTER,13911112222'],
    acknowledgedBy: 'CENTER',
  });
  assert.deepEqual(say('smsAlerts', { sos: true, lowBattery: false }).contents, ['SOSSMS,1', 'LOWBAT,0']);
  assert.deepEqual(say('pedometer', { on: true, spans: [{ from: '08:00', to: '20:00' }] }).contents, ['WALKTIME,08:00-20:00', 'PEDO,1']);
  assert.deepEqual(say('report', {}), { contents: ['VERNO', 'TS'], acknowledgedBy: 'TS' });
  assert.deepEqual(spoken('report', {}, 'jt808').contents, ['81060100000029']);
});

test('what a protocol has no words for is refused', () => {
  assert.throws(() => spoken('ring', {}, 'gt06'), /不支持该指令/);
  assert.throws(() => spoken('reboot', {}, 'ev07b'), /不支持该指令/);
});

test('the contract offers what there are words for, and nothing else', () => {
  const parameters: Partial<Record<CommandKind, object>> = {
    message: { text: '吃药' },
    uploadInterval: { seconds: 600 },
    heartRate: { seconds: 600 },
    fallDetection: { on: true, callGuardian: false },
    fallSensitivity: { level: 1, code: 2 },
    removalAlarm: { on: true },
    doNotDisturb: { spans: [{ from: '21:00', to: '07:00' }] },
    sosNumbers: { numbers: ['120'] },
    phoneBook: { contacts },
    temperatureInterval: { on: true, hours: 2 },
    fallAlarm: { on: true },
    smsAlerts: { sos: true, lowBattery: false },
    reminders: { items: [{ time: '08:00', on: true, repeat: 'daily' }] },
    pillReminders: { items: [{ time: '08:00', on: true, repeat: 'daily', text: '药' }] },
    pedometer: { on: true },
    sleepTimes: { spans: [{ from: '21:00', to: '07:00' }] },
    guardians: { first: '13911112222', second: '' },
    whiteList: { numbers: ['120'] },
    language: { chinese: true, hours: 8 },
    flowers: { count: 3 },
    call: { phone: '120' },
  };
  for (const protocol of protocols)
    for (const kind of commandKinds) {
      const say = () => spoken(kind, (parameters[kind] ?? {}) as never, protocol as Protocol);
      if (protocolCommands[protocol].includes(kind)) assert.ok(say().contents.length > 0, `${protocol} ${kind}`);
      else assert.throws(say, RangeError, `${protocol} ${kind}`);
    }
});

test('GBK both ways', () => {
  for (const text of ['吃药', '王秀英12:30', '铃声，。']) assert.equal(new TextDecoder('gbk').decode(encodeGbk(text)), text);
  assert.equal(encodeGbk('😀').toString(), '?');
});
