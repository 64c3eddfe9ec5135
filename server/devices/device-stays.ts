/** 去过的位置: the places that devices were near and who had them then; `place-work.ts` notes them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { lastSeen as routes } from '#contract/devices/last-seen.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, from, matching, readOne, withColumns, to, type ListOf } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { pageOf } from '../lists/paging.ts';
import { deviceRows, ofSeenDevices } from './device-rows.ts';

type Row = z.input<typeof routes.stays.output>['records'][number];

const list: ListOf<typeof routes.stays, 'device_stays'> = {
  table: 'device_stays',
  noun: '位置记录',
  scope: ofSeenDevices,
  columns: {
    id: () => sql`device_id || '.' || (extract(epoch from since) * 1000)::bigint`,
    text: 'place',
    source: 'source',
    startTime: 'since',
    endTime: 'until',
    deviceId: 'device_id',
    imei: lookup('devices', 'imei', 'device_stays.device_id'),
    deviceName: lookup('devices', 'name', 'device_stays.device_id'),
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'device_stays.person_id'),
  },
  filters: {
    deviceId: equals('device_id'),
    oldmanId: equals('person_id'),
    text: contains('place'),
    startTime: from('until'),
    endTime: to('since'),
  },
};

/** A page of the places of a device or a person that the session may see. */
export const stays: Handlers<typeof routes>['stays'] = async (input, context) => {
  if (input.deviceId === undefined && input.oldmanId === undefined) throw invalid('请选择设备或服务对象');
  if (input.deviceId !== undefined) await readOne(deviceRows(context.session), input.deviceId, context);
  if (input.oldmanId !== undefined) await readOne(peopleRows(context.session), input.oldmanId, context);
  return pageOf(context, input, matching(list, input, context.session), (query) =>
    withColumns<Row>(query, list.columns).orderBy('since', 'desc').orderBy('device_id'),
  );
};
