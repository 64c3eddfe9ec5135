/** Rows that tests of warnings, services and orders start from. */
import { sql } from 'kysely';
import { subjectOf, type RuleName } from '#contract/warnings/warnings.rules.ts';
import { serviceProjects, serviceTypes } from '#contract/services/services.ts';
import { db } from '#server/db/tenant.ts';
import type { Harness, TestUser } from './harness.ts';

/** A person with a bed in 3号楼 302 at 北京市东城区. */
export async function person(t: Harness, tenantId: number, name = '王秀英') {
  return t.deps.inTenant(tenantId, async (tx) => {
    const floor = Math.floor(Math.random() * 1e9).toString(36);
    const room = (await tx.row(
      db
        .insertInto('rooms')
        .values({ tenant_id: tenantId, building: '3号楼', floor: '3', name: `302-${floor}` })
        .returning('id'),
    )) as { id: number };
    const bed = (await tx.row(db.insertInto('beds').values({ tenant_id: tenantId, room_id: room.id, name: '1' }).returning('id'))) as {
      id: number;
    };
    const values = {
      tenant_id: tenantId,
      name,
      mobile: '13911112222',
      address: '北京市东城区景山前街4号',
      care_level: 2,
      ability: 1,
      flags: ['跌倒高危'],
    };
    const made = await tx.row(
      db
        .insertInto('people')
        .values({ ...values, bed_id: bed.id, longitude: 116.39, latitude: 39.9 })
        .returning('id'),
    );
    return (made as { id: number }).id;
  });
}

/** An open warning, as the ingest writes it. */
export async function warning(
  t: Harness,
  tenantId: number,
  personId: number | null,
  { rule = 'sos' as RuleName, severity = 1, at = null as string | null, placed = true } = {},
) {
  return t.deps.inTenant(tenantId, async (tx) => {
    const when = at ?? sql<string>`now()`;
    const imei = `t${Math.random().toString(36).slice(2, 14)}`;
    const device = (await tx.row(
      db.insertInto('devices').values({ tenant_id: tenantId, imei, name: '手表', model: 'W9', person_id: personId }).returning('id'),
    )) as { id: number };
    const made = (await tx.row(
      db
        .insertInto('warnings')
        .values({
          tenant_id: tenantId,
          rule,
          subject: subjectOf(personId, device.id),
          severity,
          person_id: personId,
          device_id: device.id,
          source_type: 1,
          content: '按下SOS求助按钮',
          happened_at: when as never,
          last_at: when as never,
          ...(placed ? { longitude: 116.391, latitude: 39.907, approximate: false, address: '北京市西城区' } : {}),
        })
        .returning('id'),
    )) as { id: number };
    await tx.run(db.insertInto('warning_events').values({ tenant_id: tenantId, warning_id: made.id, kind: 'raised' }));
    return made.id;
  });
}

/** A service type with one project; gives both ids. */
export async function project(t: Harness, as: TestUser, { type = '生活照料', name = '助浴', price = 58.5, sos = false } = {}) {
  const typeId = (await t.route(serviceTypes.create, as, { name: type })).data as number;
  const made = await t.route(serviceProjects.create, as, { name, serverId: typeId, standardPrice: price, minutes: 45, isSosDefault: sos });
  return { typeId, projectId: made.data as number };
}

/** Whoever is signed in at a tenant stays so, for tests whose clock goes on by weeks. */
export const keepSignedIn = (t: Harness, tenantId: number) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`update sessions set last_seen_at = now() + interval '300 days', access_expires_at = now() + interval '300 days',
      refresh_expires_at = now() + interval '300 days', absolute_expires_at = now() + interval '300 days' where tenant_id = ${tenantId}`),
  );
