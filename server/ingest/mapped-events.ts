/** What a mapping read (contract/devices/mappings.rules.ts) as the canonical events of a device. */
import type { Mapped, MappedRecord } from '#contract/devices/mappings.rules.ts';
import { isBelieved, nightProblem } from '#contract/devices/sleep-reports.rules.ts';
import { convert, isPosition } from '../geo/coordinates.ts';
import { noPlace, writtenTime } from './tcp/decoding.ts';
import type { DeviceEvent, FrameEvents, KnownDevice, Place, Protocol } from './events.ts';

const LATE = 15 * 60_000;

type MappedPosition = Extract<Mapped, { kind: 'position' }>;

/** In WGS-84; what is outside the earth after all is no place. */
function placeOf({ lng, lat, system, fix, speed, accuracy }: MappedPosition): Place | null {
  const [east, north] = convert([lng, lat], system, 'wgs84');
  if (!isPosition(east, north)) return null;
  return { ...noPlace, fix, lng: east, lat: north, speed, accuracy };
}

/** Where a record was, and what was heard there; what was heard without coordinates is a report without a fix. */
function placeIn(events: readonly Mapped[]): Place | null {
  const position = events.find((event) => event.kind === 'position');
  const place = position ? placeOf(position) : null;
  const accessPoints = events.flatMap((event) => (event.kind === 'points' ? event.points : []));
  const cells = events.flatMap((event) => (event.kind === 'cells' ? event.cells : []));
  return accessPoints.length + cells.length === 0 ? place : { ...(place ?? noPlace), accessPoints, cells };
}

function eventsOf({ at, written, events }: MappedRecord, deviceKey: string, receivedAt: number): DeviceEvent[] {
  const believed = isBelieved(at, receivedAt);
  const time = believed ? at : receivedAt;
  const stamp = { deviceKey, at: time, receivedAt, clock: believed ? 'device' : 'server' } as const;
  const late = receivedAt - time > LATE;
  const place = placeIn(events);
  const said = events.flatMap((event): DeviceEvent[] => {
    switch (event.kind) {
      case 'reading':
        return [{ ...stamp, kind: 'reading', metric: event.metric, value: event.value }];
      case 'alarm':
        // The written time is the same on every re-send, also when the clock is wrong and `at` is ours.
        return [
          {
            ...stamp,
            kind: 'alarm',
            alarm: event.alarm,
            bit: null,
            place,
            late,
            deviceTime: writtenTime(written),
            suppressed: null,
            ...(event.clip ? { clip: event.clip } : {}),
          },
        ];
      case 'position':
      case 'points':
      case 'cells':
        return [];
      case 'state':
        return [{ ...stamp, kind: 'info', name: event.state, value: event.value }];
      case 'sleep':
        return nightProblem(event.report, receivedAt) === null ? [{ ...stamp, kind: 'sleep', report: event.report }] : [];
      case 'reply':
        return [{ ...stamp, kind: 'reply', command: 'REPLY', values: [], index: event.id, failed: !event.done }];
    }
  });
  return place ? [...said, { ...stamp, kind: 'position', place, late }] : said;
}

/** Everything that a message says of one device, as one frame; also nothing is a sign that it is there. */
export function frameOf(device: KnownDevice, protocol: Protocol, records: readonly MappedRecord[], receivedAt: number): FrameEvents {
  const events = records.flatMap((record) => eventsOf(record, device.key, receivedAt));
  const alarmsFirst = [...events.filter(({ kind }) => kind === 'alarm'), ...events.filter(({ kind }) => kind !== 'alarm')];
  const sign: DeviceEvent = { deviceKey: device.key, at: receivedAt, receivedAt, clock: 'server', kind: 'heartbeat' };
  return { device, protocol, receivedAt, events: events.length > 0 ? alarmsFirst : [sign] };
}
