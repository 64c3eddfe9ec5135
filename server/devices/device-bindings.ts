/** The history of who wore a device and where it stood; the database keeps it by itself (app.keep_binding). */
import { sql } from 'kysely';
import { deviceBindings as routes } from '#contract/devices/device-bindings.ts';
import { lookup } from '../lists/columns.ts';
import { equals, readOne, reads, type ListOf } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows, ofSeenDevices } from './device-rows.ts';
import { placeOfRoom } from '../rooms/places.ts';

const list: ListOf<typeof routes.page, 'device_bindings'> = {
  table: 'device_bindings',
  noun: '使用记录',
  scope: ofSeenDevices,
  columns: {
    id: 'id',
    deviceId: 'device_id',
    imei: lookup('devices', 'imei', 'device_bindings.device_id'),
    deviceName: lookup('devices', 'name', 'device_bindings.device_id'),
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'device_bindings.person_id'),
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
