import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionEvent } from '#server/ingest/events.ts';
import { iwProtocol } from '#server/ingest/tcp/iw-protocol.ts';
import { gist, listener, type HearOptions } from '#test/device-frames.ts';

const at = Date.UTC(2026, 10, 21, 8, 16);
const columns = (valid = 'A', date = '261121', time = '081530') => `${date}${valid}2232.9806N11404.9355E000.1${time}323.8706000908000102`;
const behind = ',460,0,9520,3671';
const wifi = 'HOME|74-DE-2B-44-88-8C|97&HO#ME1|74-DE-2B-44-88-8D|-61';
const text = (bytes: string | null) => (bytes === null ? null : Buffer.from(bytes, 'hex').toString('latin1'));
const hear = (content: string, options: Partial<HearOptions> = {}) =>
  listener(iwProtocol, { receivedAt: at, ...options }).hear(Buffer.from(`${content}#`, 'latin1'));

test('logins of both dialects and what they are answered', () => {
  const iw = hear('IWAP00353456789012345');
  assert.equal(iwProtocol.idOf(iw.frames[0]!), '353456789012345');
  assert.equal(text(iw.answers[0]!), 'IWBP00,20261121081600,8#');
  const trv = hear('TRVAP00353456789012345');
  assert.equal(iwProtocol.idOf(trv.frames[0]!), '353456789012345');
  assert.equal(text(trv.answers[0]!), 'TRVBP00#');
  assert.equal(iwProtocol.idOf(hear('IWAP49,68').frames[0]!), null);
});

test('measurements; an empty field and 0 are no value', () => {
  const cases: [string, string[]][] = [
    ['IWAP49,68', ['heartRate 68']],
    ['IWAP49,0', []],
    ['IWAPHT,60,130,85', ['systolic 130', 'diastolic 85', 'heartRate 60']],
    ['IWAPHP,60,130,85,95,90,36.5,,,,,,,', ['systolic 130', 'diastolic 85', 'heartRate 60', 'oxygen 95', 'glucose 5', 'temperature 36.5']],
    ['IWAPHP,,,,97,,,,,,,,,', ['oxygen 97']],
    ['IWAPHP,0,0,0,0,0,0', []],
    ['IWAPHP,72,80,120,,,', ['heartRate 72']],
    ['IWAP50,36.7,90', ['temperature 36.7', 'battery 90']],
    ['IWAP03,06000908000102,5555,30', ['heartbeat', 'battery 80', 'signal 60', 'steps 5555']],
    ['TRVCP01,07800010010000602001206001120124', ['heartbeat', 'battery 100', 'signal 78']],
  ];
  for (const [content, expected] of cases) assert.deepEqual(gist(hear(content).events), expected, content);
});

test('positions with cell and Wi-Fi, of both dialects', () => {
  for (const code of ['IWAP01', 'TRVAP01', 'TRVYP03', 'TRVYP14']) {
    const { events, answers } = hear(`${code}${columns()}${behind},HOME|74-DE-2B-44-88-8C|97`);
    assert.deepEqual(gist(events), ['position fix', 'battery 80', 'signal 60'], code);
    assert.match(text(answers[0]!)!, /^(IW|TRV)[BZ]P(01|03|14)#$/);
    const { place, at: when } = events[0] as PositionEvent;
    assert.equal(when, Date.UTC(2026, 10, 21, 8, 15, 30));
    assert.ok(Math.abs((place.lat ?? 0) - 22.549677) < 1e-5 && Math.abs((place.lng ?? 0) - 114.082258) < 1e-5);
    assert.deepEqual([place.cells[0]?.cid, place.accessPoints[0]?.mac, place.accessPoints[0]?.rssi], [3671, '74:de:2b:44:88:8c', -97]);
    assert.deepEqual([place.speed, place.course, place.satellites], [0.1, 323.87, 9]);
  }
  assert.deepEqual(gist(hear(`IWAP01${columns('V')}${behind}`).events)[0], 'position');
  assert.deepEqual(gist(hear(`IWAP01${columns('A', '261121', '051530')}${behind}`).events)[0], 'position fix late');
  assert.deepEqual(gist(hear(`IWAP01${columns('A', '080524')}${behind}`).events)[0], 'position fix', 'an impossible clock: it is now');
  const zoned = hear(`IWAP01${columns('A', '261121', '161530')}${behind}`, { profile: { utcOffsetMinutes: 480 } }).events[0];
  assert.equal(zoned?.at, Date.UTC(2026, 10, 21, 8, 15, 30));
});

test('every alarm code, and alarms that cannot be read', () => {
  const cases: [string, string][] = [
    ['01', 'alarm sos'],
    ['02', 'alarm lowBattery'],
    ['03', 'alarm removed'],
    ['05', 'alarm fall'],
    ['06', 'alarm fall'],
    ['09', 'alarm other'],
    ['00', 'alarm other'],
    ['', 'alarm other'],
  ];
  for (const [code, expected] of cases) {
    const { events, answers } = hear(`IWAP10${columns()}${behind},${code},zhcn,00,${wifi.replace('#', '')}`);
    assert.equal(gist(events)[0], expected, code);
    assert.equal(text(answers[0]!), 'IWBP10#');
  }
  assert.deepEqual(gist(hear('IWAP10broken').events), ['alarm other']);
  assert.equal(gist(hear(`IWAP10${columns()}${behind},09,zhcn,00,`, { profile: { alarms: { 9: 'fall' } } }).events)[0], 'alarm fall');
  const [alarm] = hear(`IWAP10${columns()}${behind},01,zhcn,00,`).events;
  assert.equal(alarm?.kind === 'alarm' && alarm.deviceTime, '261121081530');
});

test('cells and networks without a fix', () => {
  const { events } = hear('IWAP02,zh_cn,0,2,460,1,11002|39252|9,11018|8102|26,2,a|c0-4a-00-b6-9c-f5|64&a|18-a6-f7-92-35-da|84');
  const { place } = events[0] as PositionEvent;
  assert.deepEqual(
    place.cells.map(({ mcc, lac, rssi }) => [mcc, lac, rssi]),
    [
      [460, 11002, -9],
      [460, 11018, -26],
    ],
  );
  assert.equal(place.accessPoints.length, 2);
});

test('cells that cannot be are not stored, those beside them are', () => {
  const behindFix = (cell: string) => (hear(`IWAP01${columns()},${cell}`).events[0] as PositionEvent).place.cells.length;
  const alone = (network: string, cell: string) =>
    (hear(`IWAP02,zh_cn,0,2,${network},${cell},11018|8102|26,0,`).events[0] as PositionEvent).place.cells;
  assert.deepEqual([behindFix('460,0,9520,3671'), alone('460,1', '11002|39252|9').length], [1, 2]);
  for (const cell of ['0,0,9520,3671', '1460,0,9520,3671', '460,1000,9520,3671', '460,0,0,3671', '460,0,65535,3671', '460,0,9520,16777215'])
    assert.equal(behindFix(cell), 0, cell);
  for (const cell of ['0|39252|9', '65535|39252|9', '11002|0|9', '11002|16777215|9', '||'])
    assert.deepEqual(
      alone('460,1', cell).map(({ cid }) => cid),
      [8102],
      cell,
    );
  for (const network of ['0,0', '1460,1', '460,1000', ',']) assert.deepEqual(alone(network, '11002|39252|9'), [], network);
});

test('what confirms a command is stored and not answered; what nobody knows is not either: the answer may be a command', () => {
  const confirmed = hear('IWAP12,080835,+491773329827,+491773329826');
  assert.deepEqual([gist(confirmed.events), confirmed.answers], [['reply BP12 +491773329827|+491773329826 080835'], [null]]);
  for (const code of ['APQQ', 'AP88', 'AP68', 'CPQQ', 'YP17']) {
    const unknown = hear(`IW${code},1`);
    assert.deepEqual([gist(unknown.events), unknown.answers, unknown.decoded[0]?.known], [[`info ${code} ,1`], [null], false]);
  }
});

test('what a watch begins by itself is answered, also what is not read', () => {
  for (const code of ['AP07', 'AP42', 'AP95', 'APT1', 'APTQ']) {
    const heard = hear(`IW${code},1`);
    assert.deepEqual(
      [gist(heard.events), text(heard.answers[0]!), heard.decoded[0]?.known],
      [[`info ${code} ,1`], `IWB${code.slice(1)}#`, true],
    );
  }
  assert.deepEqual(gist(hear('IWAPLN,80').events), ['heartbeat']);
});

test('AP14 with the serial of our phone book confirms it, also when it comes again; any other AP14 asks for a position aid', () => {
  const book = 'D3590D54|13500000001,D3590D54|13500000002';
  const aid = (vendor: string) => `${vendor}BP14,0.000,0.000#`;
  const line = listener(iwProtocol, { receivedAt: at });
  const say = (content: string) => line.hear(Buffer.from(`${content}#`, 'latin1'));
  say('IWAP00353456789012345');
  const early = say(`IWAP14,000002,${book}`);
  assert.deepEqual([gist(early.events), text(early.answers[0]!)], [[], aid('IW')], 'nothing was sent yet');
  assert.equal(iwProtocol.command('BP16', line.memory)?.index, '000001');
  assert.equal(iwProtocol.command(`BP14,${book}`, line.memory)?.index, '000002');
  for (const content of [`IWAP14,000002,${book}`, 'IWAP14,000002']) {
    const { events, answers, decoded } = say(content);
    assert.deepEqual([gist(events), answers], [[`reply BP14 ${content.slice(14).replace(',', '|')} 000002`], [null]]);
    assert.equal(decoded[0]?.known, true);
  }
  for (const content of ['IWAP14', 'IWAP14,460,0,9520,3671', 'IWAP14,000001']) {
    const { events, answers } = say(content);
    assert.deepEqual([gist(events), text(answers[0]!)], [[], aid('IW')], content);
  }
  assert.equal(text(hear('TRVAP14').answers[0]!), aid('TRV'));
});

test('a code that is in no list confirms the command of ours whose serial it carries', () => {
  const line = listener(iwProtocol, { receivedAt: at });
  line.hear(Buffer.from('IWAP00353456789012345#'));
  iwProtocol.command('BP88,1', line.memory);
  const { events, answers } = line.hear(Buffer.from('IWAP88,000001,1#'));
  assert.deepEqual([gist(events), answers], [['reply BP88 1 000001'], [null]]);
});

test('a text in which another begins was cut off; a # in a network name costs the rest of that text only', () => {
  const line = listener(iwProtocol, { receivedAt: at });
  assert.deepEqual(gist(line.hear(Buffer.from(`IWAP01${columns()},46IWAP49,70#`)).events), ['heartRate 70']);
  assert.equal(line.counts.broken, 1);
  const named = line.hear(Buffer.from(`IWAP10${columns()}${behind},01,zhcn,00,${wifi}#IWAP49,71#`));
  assert.deepEqual([gist(named.events)[0], gist(named.events).at(-1)], ['alarm sos', 'heartRate 71']);
  assert.equal(line.framer.overflow, false);
  line.hear(Buffer.from(`IWAP01${'x'.repeat(20_000)}`));
  assert.equal(line.framer.overflow, true);
});

test('commands name the watch and carry a serial', () => {
  const line = listener(iwProtocol, { receivedAt: at });
  assert.equal(iwProtocol.command('BP16', line.memory), null);
  line.hear(Buffer.from('IWAP00353456789012345#'));
  const command = iwProtocol.command('BP15,600', line.memory);
  assert.deepEqual([command?.index, command?.bytes.toString()], ['000001', 'IWBP15,353456789012345,000001,600#']);
});
