/** Entities whose rows are read one by one, with what writes such a row back, and the demonstration's rows to try it on. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { deviceContacts } from '#contract/devices/device-contacts.ts';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { locks } from '#contract/devices/locks.ts';
import type { Route } from '#contract/http.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { deliveryPreferences } from '#contract/warnings/delivery-preferences.ts';
import type { Row } from './entities.ts';
import type { Harness, TestUser } from './harness.ts';

export interface SavedEntity {
  /** Where its rows are kept, for a look at all their columns. */
  table: string;
  read: Route;
  save: Route;
  /** Makes sure that there is something to lose; gives the ids to try. A row of one's own has none. */
  prepare(t: Harness, as: TestUser): Promise<(number | undefined)[]>;
  /** How a client makes the input of what it read; by default it is the row. */
  sent?: (row: any, id: number | undefined) => Row;
}

const done = async (t: Harness, route: Route, as: TestUser, input: Row) => {
  const answer = await t.route(route, as, input);
  assert.equal(answer.status, 200, `${route.path}: ${answer.msg}`);
  return answer.data;
};
const idsOf = async (t: Harness, as: TestUser, query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> =>
  (await t.deps.inTenant(as.tenantId, (tx) => tx.rows<{ id: number }>(query))).map(({ id }) => id);
const devicesOf = (t: Harness, as: TestUser, protocol: string) =>
  idsOf(
    t,
    as,
    sql<{ id: number }>`select d.id from devices d join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      where d.tenant_id = ${as.tenantId} and t.protocol = ${protocol} and d.deleted_at is null order by d.id limit 2`,
  );

export const savedEntities: Record<string, SavedEntity> = {
  rooms: {
    table: 'rooms',
    read: rooms.get,
    save: rooms.update,
    prepare: (t, as) => idsOf(t, as, sql<{ id: number }>`select id from rooms where tenant_id = ${as.tenantId} order by id limit 3`),
  },
  indoorPlaces: {
    table: 'indoor_places',
    read: indoorPlaces.get,
    save: indoorPlaces.update,
    prepare: async (t, as) => [await done(t, indoorPlaces.create, as, { building: '1号楼', floor: '1层', name: '康复室' })],
  },
  locks: {
    table: 'locks',
    read: locks.get,
    save: locks.save,
    prepare: async (t, as) => {
      const ids = await idsOf(
        t,
        as,
        sql<{ id: number }>`select device_id as id from locks where tenant_id = ${as.tenantId} order by 1 limit 2`,
      );
      await done(t, locks.save, as, { id: ids[0], provider: 'manual', doorMinutes: 12 });
      return ids;
    },
  },
  cameras: {
    table: 'cameras',
    read: cameras.get,
    save: cameras.save,
    prepare: async (t, as) => {
      const ids = await idsOf(
        t,
        as,
        sql<{ id: number }>`select device_id as id from cameras where tenant_id = ${as.tenantId} order by 1 limit 2`,
      );
      await done(t, cameras.save, as, {
        id: ids[0],
        source: 'rtsp',
        address: 'rtsp://10.0.0.8/live',
        username: 'ward',
        password: 'Linden-4411',
        place: '一楼大厅',
      });
      return ids;
    },
  },
  deviceProfiles: {
    table: 'devices',
    read: deviceProfiles.get,
    save: deviceProfiles.save,
    prepare: async (t, as) => {
      const [id] = await devicesOf(t, as, 'jt808');
      await done(t, deviceProfiles.save, as, { id, profile: { terminalId: 'T-4411', utcOffsetMinutes: 480, alarms: { 3: 'removed' } } });
      await done(t, deviceProfiles.close, as, { id });
      return [id];
    },
  },
  deviceContacts: {
    table: 'device_contacts',
    read: deviceContacts.get,
    save: deviceContacts.save,
    prepare: async (t, as) => {
      const [id] = await devicesOf(t, as, 'watch');
      const contacts = [{ name: '女儿', phone: '13812345678' }];
      await done(t, deviceContacts.save, as, { id, sosNumbers: ['057187654321', '120'], contacts });
      return [id];
    },
    sent: (row, id) => ({ ...row, id }),
  },
  deliveryPreferences: {
    table: 'delivery_preferences',
    read: deliveryPreferences.own,
    save: deliveryPreferences.save,
    prepare: async (t, as) => {
      await done(t, deliveryPreferences.save, as, {
        preferences: ['popup', 'browser', 'sms'].map((channel) => ({
          channel,
          quiet: channel === 'sms' ? [{ days: [6, 7], from: '22:00', to: '07:00' }] : [],
        })),
      });
      return [undefined];
    },
    sent: (preferences) => ({ preferences }),
  },
};

/** All columns of a table's rows in a tenant, but for those that every update touches. */
export const kept = (t: Harness, tenantId: number, table: string): Promise<unknown[]> =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.rows(sql`select to_jsonb(x) - array['version', 'updated_at', 'updated_by'] as row from ${sql.table(table)} x
      where tenant_id = ${tenantId}
      order by (to_jsonb(x) - array['version', 'updated_at', 'updated_by'])::text`),
  );
