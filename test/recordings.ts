/** A vendor's camera that sends recordings with its alarms, and a house that keeps them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { mapBody } from '#contract/devices/mappings.rules.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { LARGEST_CLIP } from '#contract/warnings/warning-clips.rules.ts';
import { warningClips } from '#contract/warnings/warning-clips.ts';
import { frameOf } from '#server/ingest/mapped-events.ts';
import { workOnClips } from '#server/warnings/clip-work.ts';
import { harness, type TestUser } from './harness.ts';
import { addDevice, ingest, type TestDevice } from './ingest.ts';

export const VIDEO = readFileSync(join(import.meta.dirname, '../scripts/demo/camera.mp4'));
export const HASH = createHash('sha256').update(VIDEO).digest('hex');

/** How this vendor's alarms are read. */
export const mapping = Mapping.parse({
  device: 'camera',
  time: { path: 'at', kind: 'ms' },
  fields: [{ target: 'alarm', path: 'kind', codes: { fall: 'fall', stranger: 'other' }, clip: 'video' }],
});

/**
 * Everything, on a clock of its own (`state.clock`); `state.ready` says whether the vendor has what lies under `/late`. `close` ends it.
 */
export async function recordings() {
  const state = { clock: Date.now(), ready: true, serial: 0 };
  /** What was asked of the vendor, by path. */
  const asked: string[] = [];
  const t = await harness({ now: () => state.clock });
  const sink = ingest(t);
  const admin = await t.user(await t.tenant());
  const stranger = await t.user(await t.tenant());
  const vendor = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path.startsWith('/late') && !state.ready) return void response.writeHead(404).end();
    if (path === '/moved.mp4') return void response.writeHead(302, { location: 'http://127.0.0.1:1/inside.mp4' }).end();
    if (path === '/page.mp4')
      return void response.writeHead(200, { 'content-type': 'video/mp4' }).end('<html>not a recording at all</html>');
    if (path === '/huge.mp4') {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write(VIDEO);
      const block = Buffer.alloc(1024 * 1024);
      for (let sent = 0; sent <= LARGEST_CLIP; sent += block.length) response.write(block);
      return void response.end();
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(VIDEO);
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const { port } = vendor.address() as { port: number };
  const place = `http://127.0.0.1:${port}`;
  process.env.POLL_PRIVATE_HOSTS = `127.0.0.1:${port}`;

  const rows = <T = any>(query: ReturnType<typeof sql<T>>, as = admin) => t.deps.inTenant(as.tenantId, (tx) => tx.rows<T>(query));
  const work = () => workOnClips(t.deps);

  /** A message of the vendor goes the way of every message. */
  async function push(camera: TestDevice, body: { kind: string; video?: string; at?: number }) {
    const { records } = mapBody(mapping, { camera: camera.imei, at: state.clock, ...body });
    await sink.pipeline.accept(frameOf(camera.known, 'http', records, state.clock));
  }
  const warningOf = async (camera: TestDevice) =>
    (
      await rows<any>(
        sql`select id, rule, source_type from warnings
          where tenant_id = ${camera.tenantId} and device_id = ${camera.deviceId} order by id desc limit 1`,
      )
    )[0];
  const clipsOf = async (warningId: number, as = admin) => (await t.route(warningClips.ofWarning, as, { warningId })).data as any[];
  const look = (id: number, as: TestUser | null = admin) => t.route(warningClips.look, as, { id });

  /** A camera, in a room with a resident when `resident` is a name. */
  async function camera(resident?: string) {
    const device = await addDevice(t, admin.tenantId, { type: 'camera', worn: false, imei: `CAM${Date.now() % 1e6}${++state.serial}` });
    if (!resident) return { device, person: 0 };
    const [room] = await rows<{ id: number }>(
      sql`insert into rooms (tenant_id, building, floor, name) values (${admin.tenantId}, '一', '1', ${`R${state.serial}`}) returning id`,
    );
    const [bed] = await rows<{ id: number }>(
      sql`insert into beds (tenant_id, room_id, name, status) values (${admin.tenantId}, ${room!.id}, '1床', 2) returning id`,
    );
    const [person] = await rows<{ id: number }>(
      sql`insert into people (tenant_id, name, bed_id) values (${admin.tenantId}, ${resident}, ${bed!.id}) returning id`,
    );
    await rows(sql`update devices set room_id = ${room!.id} where tenant_id = ${admin.tenantId} and id = ${device.deviceId} returning 1`);
    return { device, person: person!.id };
  }
  const agree = (oldmanId: number, given: boolean) => t.route(cameras.consent, admin, { oldmanId, given, saidDate: '2026-01-01' });
  /** Lets time pass; nobody is signed out by it. */
  async function pass(milliseconds: number) {
    state.clock += milliseconds;
    for (const who of [admin, stranger])
      await rows(
        sql`update sessions set last_seen_at = to_timestamp(${state.clock / 1000}),
          access_expires_at = to_timestamp(${state.clock / 1000}) + interval '1 day',
          absolute_expires_at = to_timestamp(${state.clock / 1000}) + interval '1 day' where tenant_id = ${who.tenantId} returning 1`,
        who,
      );
    t.gate.sessions.forget({});
  }

  async function close() {
    await sink.close();
    vendor.close();
    vendor.closeAllConnections();
    await t.close();
    delete process.env.POLL_PRIVATE_HOSTS;
  }
  return { t, admin, stranger, place, asked, state, rows, work, push, warningOf, clipsOf, look, camera, agree, pass, close };
}
