import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HeardPoint } from './heard.rules.ts';
import { carried, fingerprintOf, isLasting, likenesses, placeHeard, placingText, type SurveyPoint } from './indoor.rules.ts';

const mac = (n: number) => `24:69:68:00:00:${n.toString(16).padStart(2, '0')}`;
const rooms: Record<number, [building: string, floor: string, name: string]> = {
  301: ['1号楼', '3层', '301'],
  302: ['1号楼', '3层', '302'],
  201: ['1号楼', '2层', '201'],
  900: ['2号楼', '1层', '餐厅'],
};
/** A place taught with these strengths by access point. */
function taught(placeId: number, strengths: Record<number, number>, more: Partial<SurveyPoint> = {}): SurveyPoint[] {
  const [building, floor, name] = rooms[placeId]!;
  return Object.entries(strengths).map(([n, rssi]) => ({
    placeId,
    building,
    floor,
    name,
    mac: mac(Number(n)),
    beacon: false,
    installed: false,
    rssi,
    ...more,
  }));
}
const hung = (placeId: number, n: number): SurveyPoint => ({
  ...taught(placeId, { [n]: -60 })[0]!,
  beacon: true,
  installed: true,
  rssi: null,
});
const hears = (strengths: Record<number, number | null>, beacon = false): HeardPoint[] =>
  Object.entries(strengths).map(([n, rssi]) => ({ mac: mac(Number(n)), rssi, ...(beacon ? { beacon: true as const } : {}) }));

const house = [
  ...taught(301, { 1: -45, 2: -60, 3: -75 }),
  ...taught(302, { 1: -62, 2: -45, 3: -58 }),
  ...taught(201, { 1: -72, 4: -48, 5: -55 }),
  ...taught(900, { 7: -50, 8: -55, 9: -60 }),
];
const said = (heard: HeardPoint[], points: readonly SurveyPoint[] = house) => {
  const placing = placeHeard(heard, points);
  return placing && placingText(placing);
};

describe('where somebody is, by access points', () => {
  const cases: [what: string, heard: HeardPoint[], text: string | null][] = [
    ['what a room was taught with is that room', hears({ 1: -45, 2: -60, 3: -75 }), '1号楼 3层 301附近'],
    ['some dB more or less are the same room', hears({ 1: -49, 2: -57, 3: -78 }), '1号楼 3层 301附近'],
    ['a device that hears everything weaker is in the same room', hears({ 1: -70, 2: -53, 3: -66 }), '1号楼 3层 302附近'],
    ['a place with a name of its own', hears({ 7: -52, 8: -53, 9: -61 }), '2号楼 1层 餐厅附近'],
    ['between two rooms of a floor it is the floor', hears({ 1: -53, 2: -52, 3: -66 }), '1号楼 3层附近'],
    ['one access point of one floor is a floor at best', hears({ 4: -50 }), '1号楼 2层附近'],
    ['one access point that is heard on two floors says the building', hears({ 1: -60 }), '1号楼内'],
    ['what is like nothing says no room', hears({ 2: -90, 8: -90 }), '院内'],
    ['nothing known is no place', hears({ 99: -40 }), null],
    ['nothing heard is no place', [], null],
    ['strengths that are not said still say no more than they can', hears({ 7: null, 8: null, 9: null }), '2号楼 1层附近'],
  ];
  for (const [what, heard, text] of cases) it(`${what}: ${text}`, () => assert.equal(said(heard), text));

  it('says the building and the floor as everywhere in the product, also where they were entered as bare numbers', () => {
    const bare = { placeId: 1, building: '3', floor: '2', name: '餐厅' };
    const texts = (['room', 'floor', 'building', 'site'] as const).map((level) => placingText({ level, ...bare }));
    assert.deepEqual(texts, ['3号楼 2层 餐厅附近', '3号楼 2层附近', '3号楼内', '院内']);
  });

  it('does not count what the device hears besides and nobody taught', () =>
    assert.equal(said([...hears({ 1: -45, 2: -60, 3: -75 }), ...hears({ 60: -30, 61: -35 })]), '1号楼 3层 301附近'));

  it('misses a strong access point of a room, and is in another', () =>
    assert.equal(said(hears({ 1: -70, 4: -50, 5: -56 })), '1号楼 2层 201附近'));

  it('ignores addresses that telephones make up, in the report and in the survey', () => {
    const own = '26:69:68:00:00:01';
    const phone = { ...house[0]!, mac: own, placeId: 900, building: '2号楼', floor: '1层', name: '餐厅' };
    assert.equal(placeHeard([{ mac: own, rssi: -30 }], [phone]), null);
    assert.equal(said([{ mac: own, rssi: -30 }, ...hears({ 1: -45, 2: -60, 3: -75 })], [...house, phone]), '1号楼 3层 301附近');
    assert.deepEqual(
      ['24:69:68:00:00:01', own, '01:00:5e:00:00:01', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff'].map((one) => isLasting({ mac: one })),
      [true, false, false, false, false],
    );
    assert.ok(isLasting({ mac: 'c6:10:00:00:00:01', beacon: true }), 'the address of a beacon may be of that kind');
  });

  it('ignores a hotspot that was close by in rooms of two floors: it was carried there', () => {
    const hotspot = [...taught(301, { 50: -38 }), ...taught(201, { 50: -41 })];
    assert.deepEqual([...carried([...house, ...hotspot])], [mac(50)]);
    assert.equal(said(hears({ 50: -35 }), [...house, ...hotspot]), null);
    assert.equal(said(hears({ 50: -35, 1: -45, 2: -60, 3: -75 }), [...house, ...hotspot]), '1号楼 3层 301附近');
    assert.deepEqual([...carried(house)], []);
  });

  it('says how like each place is, the likest first', () => {
    const like = likenesses(hears({ 1: -45, 2: -60, 3: -75 }), house);
    assert.deepEqual(
      like.map(({ placeId, common }) => [placeId, common]),
      [
        [301, 3],
        [302, 3],
        [201, 1],
      ],
    );
    assert.equal(like[0]?.distance, 0);
  });
});

describe('where somebody is, by beacons', () => {
  const beacons = [hung(301, 31), hung(302, 32), hung(201, 33)];
  const cases: [what: string, heard: Record<number, number | null>, text: string | null, metres: number | undefined][] = [
    ['one that is near is the room, within five metres', { 31: -55 }, '1号楼 3层 301附近', 5],
    ['one that leads is the room', { 31: -70, 32: -78 }, '1号楼 3层 301附近', 10],
    ['two that are as strong are the floor', { 31: -70, 32: -72 }, '1号楼 3层附近', 40],
    ['two of two floors are the building', { 31: -70, 33: -71 }, '1号楼内', 80],
    ['one that is faint is the floor', { 31: -92 }, '1号楼 3层附近', 40],
    ['one without a strength is the room', { 31: null }, '1号楼 3层 301附近', 10],
    ['an unknown one is nothing', { 40: -50 }, null, undefined],
  ];
  for (const [what, heard, text, metres] of cases) {
    it(`${what}: ${text}`, () => {
      const placing = placeHeard(hears(heard, true), beacons);
      assert.deepEqual([placing && placingText(placing), placing?.metres], [text, metres]);
      if (placing) assert.equal(placing.by, 'beacon');
    });
  }

  it('comes before access points when it says the room, and leaves the room to them when it does not', () => {
    const both = [...house, ...beacons];
    assert.equal(said([...hears({ 33: -50 }, true), ...hears({ 1: -45, 2: -60, 3: -75 })], both), '1号楼 2层 201附近');
    assert.equal(said([...hears({ 31: -70, 32: -71 }, true), ...hears({ 1: -45, 2: -60, 3: -75 })], both), '1号楼 3层 301附近');
  });

  it('is a beacon by the survey, also when the device does not say so', () =>
    assert.equal(said(hears({ 31: -55 }), beacons), '1号楼 3层 301附近'));
});

describe('what reports teach', () => {
  it('is the mean of what was heard in a quarter of them at least, and lasts', () => {
    const reports = [
      [...hears({ 1: -50, 2: -70 }), { mac: '26:00:00:00:00:01', rssi: -30 }],
      hears({ 1: -54, 2: -71 }),
      hears({ 1: -52 }),
      hears({ 1: -52, 3: -80 }),
      hears({ 1: null }),
    ];
    assert.deepEqual(
      fingerprintOf(reports).map(({ mac: address, rssi, samples }) => [address, rssi, samples]),
      [
        [mac(1), -56.6, 5],
        [mac(2), -70.5, 2],
      ],
    );
    assert.deepEqual(fingerprintOf([]), []);
  });
});
