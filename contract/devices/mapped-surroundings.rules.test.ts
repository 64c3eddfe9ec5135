import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heardBy, type HeardField } from './mapped-surroundings.rules.ts';

const wifi = { target: 'wifi', path: 'list', mac: 'm', rssi: 'r' } as HeardField;
const beacons = { target: 'beacons', path: 'list', mac: 'm' } as HeardField;
const cells = { target: 'cells', path: 'list', mcc: 'c', mnc: 'n', lac: 'a', cid: 'i', rssi: 'r' } as HeardField;
const heard = (field: HeardField, list: unknown) =>
  heardBy(field, {
    at: (path, one = { list }) => (one as Record<string, unknown> | null)?.[path],
    word: (value) => (typeof value === 'string' ? value : null),
    number: (value) => (typeof value === 'number' ? value : null),
  });
const points = (list: unknown[], beacon = false) => ({ kind: 'points', beacons: beacon, points: list });

describe('what a message says that a device hears', () => {
  it('is nothing without a list, or with an empty one', () => {
    for (const none of [undefined, null, '', []]) assert.equal(heard(wifi, none), null, JSON.stringify(none));
  });

  it('has a list, or one object in its place; anything else is no list', () => {
    const mac = '24:69:68:00:00:01';
    for (const list of [[{ m: '24-69-68-00-00-01', r: 50 }], { m: '246968000001', r: -50 }])
      assert.deepEqual(heard(wifi, list), { event: points([{ mac, rssi: -50 }]), problem: null });
    for (const [field, problem] of [
      [wifi, 'Wi-Fi热点不是列表'],
      [beacons, '蓝牙信标不是列表'],
      [cells, '基站不是列表'],
    ] as const)
      for (const wrong of ['24:69:68:00:00:01', 7, true]) assert.deepEqual(heard(field, wrong), { problem });
  });

  it('has strengths that are whole and negative; 0, words and nothing are none', () => {
    for (const [written, rssi] of [
      [-70.4, -70],
      [70.6, -71],
      [0, null],
      ['-70', null],
      [undefined, null],
    ] as const)
      assert.deepEqual(heard(wifi, [{ m: '246968000001', r: written }])?.event, points([{ mac: '24:69:68:00:00:01', rssi }]));
  });

  it('keeps what has an address, and says how many have none', () => {
    const good = { m: '24:69:68:00:00:01' };
    const bad = [{ m: 'x' }, { m: '000000000000' }, { m: 7 }, {}, null, 'text'];
    assert.deepEqual(heard(beacons, [...bad, good]), {
      event: points([{ mac: '24:69:68:00:00:01', rssi: null, beacon: true }], true),
      problem: '6个蓝牙信标没有可用的MAC地址，其余照常记录',
    });
    assert.deepEqual(heard(wifi, bad.slice(0, 2)), { problem: '2个Wi-Fi热点没有可用的MAC地址' });
  });

  it('has cells that are whole', () => {
    const cell = { c: 460, n: 0, a: 9525, i: 4134 };
    assert.deepEqual(heard(cells, [{ ...cell, r: 71 }]), {
      event: { kind: 'cells', cells: [{ mcc: 460, mnc: 0, lac: 9525, cid: 4134, rssi: -71 }] },
      problem: null,
    });
    for (const wrong of [{ c: undefined }, { n: -1 }, { a: 1.5 }, { i: '4134' }, { c: 0 }, { c: 1000 }, { i: 0xffffff }])
      assert.deepEqual(heard(cells, { ...cell, ...wrong }), { problem: '1个基站的编号不完整' }, JSON.stringify(wrong));
    assert.equal(heard(cells, [cell, {}])?.problem, '1个基站的编号不完整，其余照常记录');
  });

  it('is read up to 64 of a list', () => {
    const many = Array.from({ length: 70 }, (_, n) => ({ m: `24696800${String(n).padStart(4, '0')}` }));
    const event = heard(wifi, many)?.event;
    assert.equal(event?.kind === 'points' && event.points.length, 64);
  });
});
