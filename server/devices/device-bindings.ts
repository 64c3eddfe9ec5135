/** The history of who wore a device and where it stood; the database keeps it by itself (migration 0044). */
import { sql } from 'kysely';
import { deviceBindings as routes } from '#contract/devices/device-bindings.ts';
import { equals, readOne, reads, type ReadOptions } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows, ofSeenDevices } from './device-rows.ts';
import { placeOfRoom } from '../rooms/places.ts';

const list: ReadOptions = {
  table: 'device_bindings',
  noun: '使用记录',
  scope: ofSeenDevices,
  columns: {
    id: 'id',
    deviceId: 'device_id',
    imei: () => sql`(select d.imei from devices d where d.tenant_id = device_bindings.tenant_id and d.id = device_bindings.device_id)`,
    deviceName: () => sql`(select d.name from devices d where d.tenant_id = device_bindings.tenant_id and d.id = device_bindings.device_id)`,
    oldmanId: 'person_id',
    oldmanName: () => sql`(select p.name from people p where p.tenant_id = device_bindings.tenant_id and p.id = device_bindings.person_id)`,
    roomId: 'room_id',
    roomName: () => placeOfRoom(sql.ref('device_bindings.tenant_id'), sql.ref('device_bindings.room_id')),
    bindTime: 'bound_at',
    releaseTime: 'released_at',
  },
  filters: { deviceId: equals('device_id'), oldmanId: equals('person_id') },
  sorts: { bind_time: 'bound_at' },
  order: 'bound_at',
};

export const deviceBindings: Handlers<typeof routes> = {
  async page(input, context) {
    if (input.deviceId === undefined && input.oldmanId === undefined) throw invalid('请选择设备或服务对象');
    if (input.deviceId !== undefined) await readOne(deviceRows(context.session), input.deviceId, context);
    if (input.oldmanId !== undefined) await readOne(peopleRows(context.session), input.oldmanId, context);
    return reads(list).page(input, context);
  },
};
