/** The demonstration's purchases of watches, numbers that came and wait for staff, and what the watches say of themselves. */
import { sql } from 'kysely';
import { strategies } from '../../contract/devices/device-batches.rules.ts';
import type { Tx } from '../../server/db/tenant.ts';

/** To be called when watches, their types and commands are there. `now` in epoch ms. */
export async function seedBatches(tx: Tx, typeId: number, createdBy: number | null, now: number): Promise<void> {
  const { tenantId } = tx;
  // Nobody else's numbers: the tenant is in them.
  const prefix = `86500${String(tenantId).padStart(3, '0').slice(-3)}`;
  const [, waiting] = await tx.rows<{ id: number }>(sql`
    insert into device_batches (tenant_id, name, type_id, first_number, last_number, strategy, note, created_by, created_at)
    select ${tenantId}, name, ${typeId}, ${prefix} || low, ${prefix} || high, strategy, note, ${createdBy},
      to_timestamp(${now / 1000}::float8) - days * interval '1 day'
    from (values ('春季采购 SG-4G 50台', '1000000', '1000049', ${strategies.create}::smallint, '随箱带SIM卡，开机即用', 40),
      ('秋季试用 SG-4G 20台', '2000000', '2000019', ${strategies.preEntered}::smallint, '试用期逐台登记', 3)) as b (name, low, high, strategy,
        note, days)
    returning id`);
  await tx.run(sql`insert into device_strangers (tenant_id, imei, batch_id, protocol, count, first_at, last_at)
    select ${tenantId}, ${prefix} || number, ${waiting!.id}, 'watch', count, to_timestamp(${now / 1000}::float8) - interval '2 days',
      to_timestamp(${now / 1000}::float8) - interval '20 minutes'
    from (values ('2000003', 41), ('2000008', 12)) as s (number, count)`);
  // One watch was reset: it reports another interval than it was told.
  await tx.run(sql`insert into device_reports (tenant_id, device_id, name, value, reported_at)
    select d.tenant_id, d.id, name, value, to_timestamp(${now / 1000}::float8) - interval '2 hours'
    from (select tenant_id, id, row_number() over (order by id) as n from devices where tenant_id = ${tenantId} and type = 'watch'
    order by id limit 12) as d,
      lateral (values ('CONFIG', 'TY:SG4G,UL:' || case when d.n = 1 then 1800 else 600 end || ',LS:4+8,FD:1,HR:1,BT:1'),
        ('VERNO', 'SG4G_YA_V2.16_2026.03.09'),
        ('ICCID', '8986011' || lpad(d.id::text, 13, '0'))) as r (name, value)`);
}
