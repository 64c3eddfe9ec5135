import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapBody, mapSigned } from './mappings.rules.ts';
import { Mapping } from './mappings.ts';

const fields = [{ target: 'reading', metric: 'heartRate', path: 'h' }];
const named = Mapping.parse({ device: 'id', fields });
const unnamed = Mapping.parse({ fields });
const read = (mapping: Mapping, body: unknown) =>
  mapSigned(mapping, body).records.map(({ device, events, problems }) => [device, events.length, problems.map(({ message }) => message)]);

describe('a message of a device that signed in', () => {
  it('is of itself when it names none, and that is no problem', () => {
    assert.deepEqual(read(named, { h: 70 }), [[null, 1, []]]);
    assert.deepEqual(read(named, { id: '', h: 70 }), [[null, 1, []]]);
    assert.deepEqual(read(unnamed, { id: 'a', h: 70 }), [[null, 1, []]]);
  });

  it('is of the devices that it names, as any other message', () => {
    const body = [
      { id: 'a', h: 70 },
      { id: 7, h: 71 },
    ];
    assert.deepEqual(mapSigned(named, body), mapBody(named, body));
    assert.deepEqual(read(named, body), [
      ['a', 1, []],
      ['7', 1, []],
    ]);
  });

  it('is of no one where a gateway names one device and leaves another out', () => {
    assert.deepEqual(read(named, [{ id: 'a', h: 70 }, { h: 71 }]), [
      ['a', 1, []],
      [null, 1, ['没有读到设备编号（id）']],
    ]);
  });

  it('still says what else is wrong, and never throws', () => {
    assert.deepEqual(read(named, { h: 'x' }), [[null, 0, ['心率不是数字']]]);
    assert.deepEqual(
      mapSigned(named, []).problems.map(({ message }) => message),
      ['报文里没有数据'],
    );
    for (const nonsense of [null, undefined, 7, 'text', [null], [[]]]) assert.doesNotThrow(() => mapSigned(named, nonsense));
  });
});
