import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootstrapMessages, commandNames, watchCommands as c } from '#server/ingest/tcp/watch-commands.ts';

test('every command as the device expects it', () => {
  const cases: [string, string][] = [
    [c.sosNumber(1, '13800000001'), 'SOS1,13800000001'],
    [c.sosNumber(3, ''), 'SOS3,'],
    [c.sosNumbers(['13800000001', '', '+8613800000002']), 'SOS,13800000001,,+8613800000002'],
    [c.guardian('13800000001'), 'CENTER,13800000001'],
    [c.secondGuardian('120'), 'SLAVE,120'],
    [
      c.phoneBook([
        { phone: '13800000001', name: '女儿' },
        { phone: '120', name: 'A' },
      ]),
      'PHB,13800000001,5973513F,120,0041',
    ],
    [c.phoneBookMore([{ phone: '120', name: 'A' }]), 'PHB2,120,0041'],
    [c.phoneBookLarge([{ phone: '120', name: 'A' }]), 'PHBX,120,0041'],
    [c.whiteList(1, ['120', '110']), 'WHITELIST1,120,110'],
    [c.whiteList(2, ['119']), 'WHITELIST2,119'],
    [c.uploadInterval(600), 'UPLOAD,600'],
    [c.uploadInterval(60_000), 'UPLOAD,60000'],
    [c.locate(), 'CR'],
    [c.heartRate(1), 'hrtstart,1'],
    [c.heartRate(0), 'hrtstart,0'],
    [c.heartRate(300), 'hrtstart,300'],
    [c.bodyTemperature(), 'bodytemp'],
    [c.bodyTemperatureEvery(true, 2), 'bodytemp2,1,2'],
    [c.fallDetection(true, false), 'FALLDOWN,1,0'],
    [c.fallSensitivity(3, 6), 'LSSET,3+6'],
    [c.fallSensitivity(5, 8), 'LSSET,5+8'],
    [c.fallAlert(true), 'FON,1'],
    [c.removalAlarm(false), 'REMOVE,0'],
    [c.smsOnSos(true), 'SOSSMS,1'],
    [c.smsOnLowBattery(false), 'LOWBAT,0'],
    [
      c.reminders([
        { time: '08:10', on: true, type: 1 },
        { time: '9:00', on: false, type: 3, week: '0111110' },
      ]),
      'REMIND,08:10-1-1,9:00-0-3-0111110',
    ],
    [
      c.pillReminder({ time: '07:30', on: true, frequency: 3, week: '0111110', number: 1, text: '药' }),
      'TAKEPILLS,07:30-1-3-0111110,1,836F',
    ],
    [c.pillReminder({ time: '07:30', on: true, frequency: 2, number: 2, text: '药' }), 'TAKEPILLS,07:30-1-2,2,836F'],
    [
      c.doNotDisturb([
        { from: '21:10', to: '7:30' },
        { from: '12:00', to: '13:30' },
      ]),
      'SILENCETIME,21:10-7:30,12:00-13:30',
    ],
    [c.message('您好'), 'MESSAGE,60A8597D'],
    [c.flowers(3), 'FLOWER,3'],
    [c.ring(), 'FIND'],
    [c.monitor(), 'MONITOR'],
    [c.monitor('13800000001'), 'MONITOR,13800000001'],
    [c.call('13800000001'), 'CALL,13800000001'],
    [c.zone(1, 8), 'LZ,1,+8'],
    [c.zone(0, 5.75), 'LZ,0,+5.75'],
    [c.zone(0, -3.5), 'LZ,0,-3.5'],
    [c.powerOff(), 'POWEROFF'],
    [c.reboot(), 'RESET'],
    [c.factoryReset(), 'FACTORY'],
    [c.server('watch.example.com', 8841), 'IP,watch.example.com,8841'],
    [c.pedometer(true), 'PEDO,1'],
    [c.pedometerTimes([{ from: '08:00', to: '9:00' }]), 'WALKTIME,08:00-9:00'],
    [c.sleepTimes([{ from: '21:00', to: '7:00' }]), 'SLEEPTIME,21:00-7:00'],
    [c.firmware(), 'VERNO'],
    [c.settings(), 'TS'],
  ];
  const built = new Set<string>();
  for (const [content, expected] of cases) {
    assert.equal(content, expected);
    built.add(content.split(',', 1)[0]!.toUpperCase());
  }
  for (const name of built) assert.ok(commandNames.has(name), `acknowledgement of ${name} is recognised`);
  assert.equal(built.size, commandNames.size - 2, 'SOS2 and FLOWERSET are the only names without a case here');
});

test('nothing that is put in can leave its field or the frame', () => {
  const hostile = ['1,2', '12]', '[3G*1*0002*LK]', '*123', '1234\n', '１２３', '12', 'x'.repeat(30)];
  for (const value of hostile) {
    const builders = [
      () => c.sosNumber(1, value),
      () => c.guardian(value),
      () => c.call(value),
      () => c.monitor(value),
      () => c.server(value, 80),
    ];
    for (const build of builders.slice(0, 4)) assert.throws(build, RangeError, value);
  }
  for (const value of ['a,b', 'a]b', '', '-a', 'a*b', 'a b']) assert.throws(() => c.server(value, 8841), RangeError, value);
  assert.match(c.message('],[*}{'), /^MESSAGE,[0-9A-F]+$/);
});

test('values outside the documented ranges are refused in Chinese', () => {
  const refused: (() => unknown)[] = [
    () => c.uploadInterval(9),
    () => c.uploadInterval(60_001),
    () => c.uploadInterval(10.5),
    () => c.uploadInterval(Number.NaN),
    () => c.heartRate(2),
    () => c.heartRate(299),
    () => c.heartRate(65_536),
    () => c.sosNumber(4 as 1, '120'),
    () => c.sosNumbers([]),
    () => c.sosNumbers(['120', '120', '120', '120']),
    () => c.phoneBook(Array.from({ length: 6 }, () => ({ phone: '120', name: 'A' }))),
    () => c.phoneBook([{ phone: '120', name: '' }]),
    () => c.reminders([{ time: '24:00', on: true, type: 1 }]),
    () => c.reminders([{ time: '08:00', on: true, type: 3 }]),
    () => c.doNotDisturb([{ from: '8', to: '9' }]),
    () => c.message(''),
    () => c.message('x'.repeat(201)),
    () => c.zone(1, 15),
    () => c.zone(1, 8.1),
    () => c.server('a.example', 0),
    () => bootstrapMessages('a.example', 8841, '12a4'),
  ];
  for (const build of refused)
    assert.throws(build, (error: Error) => error instanceof RangeError && /[\u4e00-\u9fff]/.test(error.message), build.toString());
});

test('the messages that point a new watch here', () => {
  assert.deepEqual(bootstrapMessages('watch.example.com', 8841), ['pw,123456,ip,watch.example.com,8841#', 'pw,123456,ts#']);
});
