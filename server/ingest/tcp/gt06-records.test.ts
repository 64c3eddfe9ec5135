import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { PositionEvent } from '#server/ingest/events.ts';
import { encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { gist, hex, listener, type HearOptions } from '#test/device-frames.ts';

const now = Date.UTC(2026, 10, 21, 8, 16);
const when = '1a0b15080f1e';
const place = 'cf027ac7eb0c46584900148f';
const fresh = (options: Partial<HearOptions> = {}) => listener(gt06Protocol, { receivedAt: now, ...options });
const hear = (type: number, body: string, options: Partial<HearOptions> = {}) => fresh(options).hear(encodeGt06(type, hex(body), 7));
/** A captured packet, heard two seconds after it was written. */
const captured = (frame: string, at: number) => fresh({ receivedAt: at + 2000 }).hear(hex(frame));
const placeIn = (heard: ReturnType<typeof hear>) => (heard.events.find(({ kind }) => kind === 'position') as PositionEvent).place;

test('23, captured: a heartbeat with a voltage in two bytes is answered', () => {
  const heard = captured('78780B23C00122040001000818720D0A', now);
  assert.deepEqual([gist(heard.events), heard.answers[0]?.slice(0, 12)], [['heartbeat', 'signal 100'], '787805230008']);
  assert.deepEqual(gist(hear(0x23, 'e00122040001').events), ['alarm sos', 'heartbeat', 'signal 100']);
});

test('36 of length 0x35: a heartbeat with modules, one of which is the battery in percent', () => {
  const modules = `001802018b00320101006a0103${'00280400000001'.repeat(3)}002906000000000001`;
  const body = `4003040002${modules}`;
  assert.equal(hex(body).length, 0x35 - 5);
  const heard = hear(0x36, body);
  assert.deepEqual([gist(heard.events), heard.answers[0]?.slice(0, 12)], [['heartbeat', 'battery 3', 'signal 100'], '787805360007']);
  assert.deepEqual(gist(hear(0x36, `60${body.slice(2)}`).events)[0], 'alarm sos');
  assert.deepEqual(gist(hear(0x36, `4003040102${modules}`).events)[0], 'alarm sos', 'the code alone');
});

test('13, captured: a longer heartbeat has its battery in percent behind the language', () => {
  const heard = captured('7878151330802b00000642014f0008720000802b5ee4d4c90d0a', now);
  assert.deepEqual(gist(heard.events), ['heartbeat', 'battery 6', 'signal 35']);
});

test('a battery above six is percent, and from then on below seven too', () => {
  const line = fresh();
  const beat = (charge: string) => gist(line.hear(encodeGt06(0x13, hex(`40${charge}040002`), 7)).events)[1];
  assert.deepEqual([beat('06'), beat('05')], ['battery 100', 'battery 83']);
  assert.deepEqual([beat('55'), beat('64'), beat('05')], ['battery 85', 'battery 100', 'battery 5']);
  assert.equal(gist(hear(0x13, '4294060002').events).length, 1, 'a voltage is no percent');
});

test('the battery of an alarm that lies too far back to be believed is not that of today', () => {
  const alarm = (time: string) => gist(hear(0x26, `${time}${place}0901cc00287d001fb84006040102`).events);
  assert.deepEqual(alarm('1a0b0d080f1e'), ['alarm sos', 'position fix'], 'eight days ago');
  assert.deepEqual(alarm('1a0b0f080f1e'), ['alarm sos late', 'battery 100', 'signal 100', 'position fix late']);
});

test('states 6 and 7 of the terminal information are a fence and a removal, each once as long as it lasts', () => {
  const line = fresh();
  const beat = (state: string) => gist(line.hear(encodeGt06(0x13, hex(`${state}04030002`), 8)).events)[0];
  assert.deepEqual(
    [beat('78'), beat('78'), beat('40'), beat('70'), beat('70'), beat('60')],
    ['alarm removed', 'heartbeat', 'heartbeat', 'alarm other', 'heartbeat', 'alarm sos'],
  );
});

test('the byte behind the signal of a heartbeat may call for help', () => {
  assert.deepEqual(gist(hear(0x13, '4004030102').events)[0], 'alarm sos');
  assert.deepEqual(gist(hear(0x13, '4004032302').events)[0], 'alarm fall');
  assert.deepEqual(gist(hear(0x13, '4004030c78').events)[0], 'heartbeat', 'or be a voltage');
});

test('10, captured: a position without cells', () => {
  const heard = captured('787819100B031A0B1B31CC027AC7FD0C4657BF0115210001001CC6070D0A', Date.UTC(2011, 2, 26, 11, 27, 49));
  assert.deepEqual([gist(heard.events), heard.answers[0]?.slice(0, 8)], [['position fix'], '78780510']);
  assert.ok(Math.abs(placeIn(heard).lat! - 23.1117) < 1e-3);
});

test('11 and 12, captured: a cell with long codes, a cell alone, a model that adds its status', () => {
  const long = captured('78782111150b0b022c30c804b7af7808810cb0003c00012e02d075df0084890c000679950d0a', Date.UTC(2021, 10, 11, 2, 44, 48));
  assert.deepEqual(
    [gist(long.events), placeIn(long).cells],
    [['position fix'], [{ mcc: 302, mnc: 720, lac: 30175, cid: 8685836, rssi: null }]],
  );
  assert.deepEqual(placeIn(hear(0x11, `${when}01cc00287d001fb8`)).cells, [{ mcc: 460, mnc: 0, lac: 10365, cid: 8120, rssi: null }]);
  const status = captured(
    '7878241216040e102c22cf00915ffb04c6016300195a02d402283b00753f400571040001dda4880d0a',
    Date.UTC(2022, 3, 14, 16, 44, 34),
  );
  assert.deepEqual(gist(status.events), ['signal 100', 'position fix']);
  assert.deepEqual(gist(hear(0x12, `${when}${place}01cc00287d001fb86405710400`).events)[0], 'alarm sos');
});

test('18, 24 and 2E, captured: cells without a position', () => {
  const seven = captured(
    '78783b18100c0f1201010195271784005ab63617840002fa47178400ff8f4817840019f3491784005ab54b178400ff8e4c17840019f24cff0002012287c80d0a',
    Date.UTC(2016, 11, 15, 18, 1, 1),
  );
  assert.deepEqual(
    [gist(seven.events), placeIn(seven).cells.length, placeIn(seven).cells[0]],
    [['position'], 7, { mcc: 405, mnc: 39, lac: 6020, cid: 23222, rssi: -54 }],
  );
  assert.equal(seven.answers[0]?.slice(0, 8), '78780518');
  const counted = captured(
    '787831241603060c231e000194620213ee00606a3413ee0060692e000000000000000000000000000000000000000000003a0cb70d0a',
    Date.UTC(2022, 2, 6, 12, 35, 30),
  );
  assert.deepEqual(placeIn(counted).cells, [
    { mcc: 404, mnc: 98, lac: 5102, cid: 24682, rssi: -52 },
    { mcc: 404, mnc: 98, lac: 5102, cid: 24681, rssi: -46 },
  ]);
  const four = hear(0x2e, `${when}01CC00287D001F713E287D001F7231287D001E232D287D001F4018${'00'.repeat(18)}FF0002`);
  assert.deepEqual([placeIn(four).cells.length, four.answers[0]?.slice(0, 8)], [4, '7878052e']);
});

test('A1 and A2, captured: cells of 4G and access points', () => {
  const cells = captured(
    '78786CA1110B0413093801CC01000025FC000000000618C10201000025FC000000000618C10201000025FC000000000618C10201000025FC000000000618C10201000025FC000000000618C10201000025FC000000000618C10201000025FC000000000618C10201FF0002000541D70D0A',
    Date.UTC(2017, 10, 4, 19, 9, 56),
  );
  assert.deepEqual(
    [gist(cells.events), placeIn(cells).cells[0]],
    [['position'], { mcc: 460, mnc: 1, lac: 9724, cid: 102285570, rssi: -1 }],
  );
  const both = captured(
    '78787aa2110c0e06372c813601040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c0104ff02001801eb4039d10000000000000004fabeb50d0a',
    Date.UTC(2017, 11, 14, 6, 55, 44),
  );
  assert.deepEqual(placeIn(both).accessPoints, [{ mac: '00:18:01:eb:40:39', rssi: -47 }]);
  assert.deepEqual([placeIn(both).cells.length, placeIn(both).cells[0]?.mnc, both.answers[0]?.slice(0, 8)], [7, 260, '787805a2']);
});

test('2C and F3, captured: access points with and without the names of their networks', () => {
  const plain = captured(
    '7878412c11030b011c1f013604cb8a00b17754cb8a00bef357cb8a00b73f5fcb8900b0e25fcb8900b6655fcb8a00b74960cb8a00b178620701001801eb40393800bbbde10d0a',
    Date.UTC(2017, 2, 11, 1, 28, 31),
  );
  assert.deepEqual([placeIn(plain).accessPoints, placeIn(plain).cells.length], [[{ mac: '00:18:01:eb:40:39', rssi: -56 }], 7]);
  const named = hear(0x2c, `${when}01cc00${'287d001fb83c'.repeat(7)}ff022469685bc2103d04686f6d65b0958e3f77024e000002`);
  assert.deepEqual(
    placeIn(named).accessPoints.map(({ mac }) => mac),
    ['24:69:68:5b:c2:10', 'b0:95:8e:3f:77:02'],
  );
  const alone = captured(
    '787844F3140C0B0A262A070000DC9FDB1C1D760000C83A3569A37100008825937287000000EC41180C8209000088C39749553700003891D5604D6300003891D5604D68002EC4230D0A',
    Date.UTC(2020, 11, 11, 10, 38, 42),
  );
  assert.deepEqual([placeIn(alone).accessPoints.length, placeIn(alone).accessPoints[0]], [7, { mac: 'dc:9f:db:1c:1d:76', rssi: null }]);
});

test('31, 33 and 34 of one model: codes of two and four bytes', () => {
  const located = captured(
    '78782431140813082d04cb026c6f6c0c3713a600140001cc000125fc06146402000000000bcd210d0a',
    Date.UTC(2020, 7, 19, 8, 45, 4),
  );
  const cell = { mcc: 460, mnc: 1, lac: 9724, cid: 101999618, rssi: null };
  assert.deepEqual([gist(located.events), placeIn(located).cells], [['position fix'], [cell]]);
  const cells = captured(`787837341408150617140001cc00010125420617440343${'00'.repeat(31)}000c9a700d0a`, Date.UTC(2020, 7, 21, 6, 23, 20));
  assert.deepEqual(placeIn(cells).cells, [{ mcc: 460, mnc: 1, lac: 9538, cid: 102188035, rssi: -67 }]);
  const wifi = hear(0x33, `${when}01cc0001${'25420617440848'}${'00'.repeat(35)}05011c7839013992ce`);
  assert.deepEqual([placeIn(wifi).cells.length, placeIn(wifi).accessPoints], [1, [{ mac: '1c:78:39:01:39:92', rssi: -50 }]]);
});

test('37, captured: a kept position with its accuracy; 34 behind four bytes of data', () => {
  const at = Date.UTC(2020, 7, 13, 5, 0, 10);
  const heard = captured(
    '78783537 14080d05000ac500a886eb0b7522f000100001fe0a05ea004f1b000001002e0400002328003b0217c0003c0401020001002c468a0d0a',
    at,
  );
  assert.deepEqual([gist(heard.events), placeIn(heard).accuracy, placeIn(heard).cells.length], [['position fix late'], 60.8, 1]);
  const behind = captured(
    '78783c3439000000120a0902093a07031f9e690529be2e00155500000016214901a30308b70000b3fb004aa82b059401a3422100000001000000007d9370b90d0a',
    Date.UTC(2018, 9, 9, 2, 9, 58),
  );
  assert.deepEqual(
    [gist(behind.events), placeIn(behind).cells],
    [['position fix'], [{ mcc: 419, mnc: 3, lac: 2231, cid: 46075, rssi: null }]],
  );
});

test('impossible values are not stored: a country of four digits, a course beyond the circle, all ones', () => {
  const course = placeIn(hear(0x22, `${when}cf027ac7eb0c46584900158f01cc00287d001fb8000000`));
  assert.deepEqual([course.course, course.fix], [null, true], '399 degrees');
  const cells = (cell: string) => placeIn(hear(0x22, `${when}${place}${cell}000000`)).cells;
  assert.deepEqual(
    [cells('1a0b15080f1e0000'), cells('03e800287d001fb8'), cells('01ccffffffffffff'), cells('01cc000000000000')],
    [[], [], [], []],
  );
  assert.equal(placeIn(hear(0x28, `${when}0bb800${'287d001fb83c'.repeat(7)}ff`)).cells.length, 0);
  const points = placeIn(hear(0x2c, `${when}01cc00${'000000000000'.repeat(7)}ff02${'ffffffffffff3d'}${'b0958e3f77024e'}`)).accessPoints;
  assert.deepEqual(
    points.map(({ mac }) => mac),
    ['b0:95:8e:3f:77:02'],
  );
});

test('any content of any type is read without a throw, and what is stored of it can be', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.boolean(), fc.uint8Array({ maxLength: 200 }), (type, long, bytes) => {
      for (const event of fresh().hear(encodeGt06(type, bytes, 7, long)).events) {
        if (event.kind !== 'position') continue;
        const { course, cells, lat, lng } = event.place;
        assert.ok(course === null || course <= 360);
        assert.ok(lat === null || (Math.abs(lat) <= 90 && Math.abs(lng!) <= 180));
        for (const { mcc, mnc, lac, cid } of cells) assert.ok(mcc > 0 && mcc <= 999 && mnc <= 999 && lac > 0 && Number.isSafeInteger(cid));
      }
    }),
    { numRuns: 5000 },
  );
});
