/** What tests of indoor places share: a house with rooms, and a watch that says what it hears. */
import { rooms } from '#contract/rooms/rooms.ts';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import type { AccessPoint, DeviceEvent } from '#server/ingest/events.ts';
import type { Harness, TestUser } from './harness.ts';
import { frame, noPlace, position, type ingest, type TestDevice } from './ingest.ts';

export const macOf = (n: number) => `24:69:68:00:00:${n.toString(16).padStart(2, '0')}`;

/** Access points by number with their strength. */
export const heard = (strengths: Record<number, number>): AccessPoint[] =>
  Object.entries(strengths).map(([n, rssi]) => ({ mac: macOf(Number(n)), rssi }));

/** A report of `device` that hears these. */
export const reportOf = (device: TestDevice, strengths: Record<number, number>, at = Date.now()): DeviceEvent => ({
  ...(position(device, 0, 0, false, at) as Extract<DeviceEvent, { kind: 'position' }>),
  place: { ...noPlace, accessPoints: heard(strengths) },
});

export const report = (sink: ReturnType<typeof ingest>, device: TestDevice, strengths: Record<number, number>, at = Date.now()) =>
  sink.pipeline.accept(frame(device, reportOf(device, strengths, at)));

/** Adds a room; gives the id of the place that it is. */
export async function roomPlace(t: Harness, as: TestUser, name: string, { building = '1号楼', floor = '3层' } = {}): Promise<number> {
  await t.route(rooms.create, as, { building, floor, name });
  const { data } = await t.route(indoorPlaces.page, as, { size: 100 });
  return (data.records as { id: number; name: string; building: string }[]).find(
    (place) => place.name === name && place.building === building,
  )!.id;
}

/** Teaches a place by two reports of a device, as the page does. */
export async function teach(
  t: Harness,
  as: TestUser,
  sink: ReturnType<typeof ingest>,
  device: TestDevice,
  placeId: number,
  strengths: Record<number, number>,
) {
  const { data: id } = await t.route(indoorPlaces.teach, as, { id: placeId, deviceId: device.deviceId });
  await report(sink, device, strengths, Date.now() - 1);
  await report(sink, device, strengths);
  const saved = await t.route(indoorPlaces.saveTeaching, as, { id: id as number });
  return saved.status;
}
