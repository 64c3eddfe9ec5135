import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, reportedSettings } from './device-settings.rules.ts';

const of = (protocol: string, ...reports: [string, string][]) =>
  Object.fromEntries(
    Object.entries(
      reportedSettings(
        protocol,
        reports.map(([name, value], at) => ({ name, value, at })),
      ),
    ).map(([kind, told]) => [kind, told.parameters]),
  );

test('a watch’s own words for its settings', () => {
  assert.deepEqual(of('watch', ['CONFIG', 'TY:g36,UL:600,SY:0,FD:1,LS:1+8']), {
    uploadInterval: { seconds: 600 },
    fallSensitivity: { code: 1 },
  });
  assert.deepEqual(
    of('watch', ['TS', 'ver:G36_V1.2;ID:8637070553;sos1:13911112222;sos2:;sos3:120;upload:300S;bat level:70;language:1;zone:8.00;']),
    {
      uploadInterval: { seconds: 300 },
      sosNumbers: { numbers: ['13911112222', '120'] },
      language: { chinese: true, hours: 8 },
    },
  );
  assert.deepEqual(of('watch', ['CONFIG', 'UL:600'], ['TS', 'upload:300S']), { uploadInterval: { seconds: 300 } }, 'the newest says it');
  for (const text of ['', 'UL', 'UL:', 'UL:x', 'LS:9', ':::;,', 'UL:99999999']) assert.deepEqual(of('watch', ['CONFIG', text]), {}, text);
  assert.deepEqual(of('gt06', ['CONFIG', 'UL:600']), {});
});

test('a terminal’s parameters, whatever stands around the one we know', () => {
  assert.deepEqual(of('jt808', ['0104', '010000002904000000b4']), { uploadInterval: { seconds: 180 } });
  assert.deepEqual(of('jt808', ['0104', `02${'00000010'}03636d6e${'00000029'}040000012c`]), { uploadInterval: { seconds: 300 } });
  for (const hex of ['', '01', '0100000029', '01000000290400', '0100000029020001', '010000001004'])
    assert.deepEqual(of('jt808', ['0104', hex]), {}, hex);
});

test('what was asked and what is told are compared only when it was told afterwards', () => {
  const asked = { parameters: { seconds: 600 }, sentAt: 100 };
  const told = (seconds: number, at = 200) => ({ parameters: { seconds }, at });
  assert.equal(compare(asked, told(600)), 'agrees');
  assert.equal(compare(asked, told(300)), 'differs');
  assert.equal(compare(asked, told(300, 99)), null, 'said before it was told');
  assert.equal(compare({ ...asked, sentAt: null }, told(300)), null);
  assert.equal(compare(null, told(300)), null);
  assert.equal(compare(asked, null), null);
  assert.equal(
    compare({ parameters: { level: 3, code: 5 }, sentAt: 1 }, { parameters: { code: 5 }, at: 2 }),
    'agrees',
    'only what it tells is compared',
  );
});
