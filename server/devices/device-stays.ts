/** 去过的位置: the places that devices were near and who had them then; `place-work.ts` notes them. */
import { sql } from 'kysely';
import type { lastSeen as routes } from '#contract/devices/last-seen.ts';
import { contains, equals, from, matching, readOne, selection, to, type ReadOptions } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { pageOf } from '../lists/paging.ts';
import { deviceRows, ofSeenDevices } from './device-rows.ts';

const ofDevice = (column: string) => () =>
  sql`(select d.${sql.ref(column)} from devices d where d.tenant_id = device_stays.tenant_id and d.id = device_stays.device_id)`;

const list: ReadOptions = {
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
    imei: ofDevice('imei'),
    deviceName: ofDevice('name'),
    oldmanId: 'person_id',
    oldmanName: () => sql`(select p.name from people p where p.tenant_id = device_stays.tenant_id and p.id = device_stays.person_id)`,
  },
  filters: { deviceId: equals('device_id'), oldmanId: equals('person_id'), text: contains('place'), startTime: from('until'), endTime: to('since') },
};

/** A page of the places of a device or a person that the session may see. */
export const stays: Handlers<typeof routes>['stays'] = async (input, context) => {
  if (input.deviceId === undefined && input.oldmanId === undefined) throw invalid('请选择设备或服务对象');
  if (input.deviceId !== undefined) await readOne(deviceRows(context.session), input.deviceId, context);
  if (input.oldmanId !== undefined) await readOne(peopleRows(context.session), input.oldmanId, context);
  return pageOf<any>(context, input, matching(list, input, context.session), (query) =>
    query.select(selection(list.columns)).orderBy('since', 'desc').orderBy('device_id'),
  );
};
