/** Voice messages and photographs that a device sent. */
import { lookup } from '../lists/columns.ts';
import type { RowOf } from '../lists/columns.ts';
import type { SearchOf } from '../lists/list.ts';
import { sql } from 'kysely';
import { deviceMedia as routes, mediaKinds } from '#contract/devices/device-media.ts';
import type { Context } from '../context.ts';
import { equals, readOne, reads, type ReadOptions } from '../lists/crud.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows } from './device-rows.ts';
import { wavOf } from './voices.ts';

/** Of the same recording: one alone, or the parts that carry its name. */
const same = (
  other: string,
) => sql`${sql.ref(other)}.tenant_id = device_media.tenant_id and ${sql.ref(other)}.device_id = device_media.device_id
  and (${sql.ref(other)}.id = device_media.id or (device_media.total > 1 and ${sql.ref(other)}.kind = device_media.kind
    and ${sql.ref(other)}.name = device_media.name and ${sql.ref(other)}.total = device_media.total))`;

/** With the device, by which it is decided who may hear or see it. */
type Row = RowOf<typeof routes.page> & { deviceId: number };

const list: ReadOptions<Row, SearchOf<typeof routes.page>, 'device_media'> = {
  table: 'device_media',
  noun: '语音或照片',
  // One row for each recording: that of the part that came first.
  scope: () => sql`not exists (select from device_media f where ${same('f')} and f.id < device_media.id)`,
  columns: {
    id: 'id',
    deviceId: 'device_id',
    kind: 'kind',
    oldmanName: lookup('people', 'name', 'device_media.person_id'),
    parts: () => sql`(select count(distinct m.part) from device_media m where ${same('m')})`,
    total: 'total',
    size: () => sql`(select sum(octet_length(m.body)) from device_media m where ${same('m')})::bigint`,
    createTime: 'received_at',
  },
  filters: { deviceId: equals('device_id') },
  sorts: { create_time: 'received_at' },
  order: 'received_at',
};

/** The recording, of a device within the session's reach. */
async function found(id: number, context: Context): Promise<{ kind: number; parts: number; total: number }> {
  const media = await readOne(list, id, context);
  await readOne(deviceRows(context.session), media.deviceId, context);
  return media;
}

export const deviceMedia: Handlers<typeof routes> = {
  async page(input, context) {
    await readOne(deviceRows(context.session), input.deviceId, context);
    return reads(list).page(input, context);
  },

  async open({ id }, context) {
    const { kind, parts, total } = await found(id, context);
    if (parts < total) throw refused(`设备还没有发完：共${total}段，已收到${parts}段`);
    const rows = await context.tx.rows<{ body: Buffer }>(sql`
      select distinct on (m.part) m.body from device_media join device_media m on ${same('m')}
      where device_media.tenant_id = ${context.tx.tenantId} and device_media.id = ${id} order by m.part, m.id`);
    const body = Buffer.concat(rows.map(({ body: part }) => part));
    if (kind === mediaKinds.photo) return { type: 'image/jpeg', content: body.toString('base64') };
    const wav = await wavOf(body);
    return wav ? { type: 'audio/wav', content: wav.toString('base64') } : { type: 'audio/amr', content: body.toString('base64') };
  },

  async remove({ id }, context) {
    await found(id, context);
    const { tx } = context;
    await tx.run(
      sql`delete from device_media m using device_media
        where ${same('m')} and device_media.tenant_id = ${tx.tenantId} and device_media.id = ${id}`,
    );
    return true;
  },
};
