import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeHeard, type SurveyPoint } from '#contract/devices/indoor.rules.ts';
import type { PositionEvent } from '#server/ingest/events.ts';
import { ev07bProtocol } from '#server/ingest/tcp/ev07b-protocol.ts';
import { iwProtocol } from '#server/ingest/tcp/iw-protocol.ts';
import { watchProtocol } from '#server/ingest/tcp/watch-protocol.ts';
import { listener } from '#test/device-frames.ts';
import { bracketSpeaker } from './bracket-speaker.ts';
import { ev07bSpeaker } from './ev07b-speaker.ts';
import { iwSpeaker } from './iw-speaker.ts';
import { heardNow, radioOf } from './radio.ts';
import { createRandom } from './random.ts';

const rooms = [1, 2, 3].flatMap((floor) =>
  Array.from({ length: 9 }, (_, n) => ({ id: floor * 100 + n + 1, building: '1号楼', floor: `${floor}层`, name: `${floor}0${n + 1}` })),
);
const radio = radioOf(rooms, 1_000_101);
const survey: SurveyPoint[] = rooms.flatMap(({ id, building, floor, name }) =>
  radio.get(id)!.map((point) => ({ placeId: id, building, floor, name, ...point, beacon: false, installed: false })),
);

test('every room of a demonstration is found by what is heard in it, or at least its floor', () => {
  const random = createRandom(7);
  let exact = 0;
  for (let turn = 0; turn < 20; turn++)
    for (const room of rooms) {
      const placing = placeHeard(heardNow(radio.get(room.id)!, random), survey);
      assert.ok(placing && placing.floor === room.floor, `${room.name}: ${JSON.stringify(placing)}`);
      if (placing.level === 'room') assert.equal(placing.placeId, room.id);
      exact += placing.level === 'room' ? 1 : 0;
    }
  assert.ok(exact >= rooms.length * 20 * 0.9, `${exact} of ${rooms.length * 20} rooms`);
});

test('simulated devices say what they hear in the words of their protocol', () => {
  const receivedAt = Date.now();
  const around = radio.get(201)!;
  const fix = { at: receivedAt, lat: 30.25, lng: 120.15, around };
  const frames = {
    watch: listener(watchProtocol, { receivedAt }).hear(bracketSpeaker('8800000001').position(fix)),
    iw: listener(iwProtocol, { receivedAt }).hear(iwSpeaker('353456789012345').position(fix)),
    ev07b: listener(ev07bProtocol, { receivedAt }).hear(ev07bSpeaker('863921031000015').position(fix)),
  };
  for (const [protocol, { events }] of Object.entries(frames)) {
    const { place } = events.find(({ kind }) => kind === 'position') as PositionEvent;
    assert.deepEqual(
      place.accessPoints.map(({ mac, rssi }) => ({ mac, rssi })),
      around,
      protocol,
    );
    assert.ok(place.fix, protocol);
  }
});
