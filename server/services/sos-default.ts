/** The one project per tenant that a visit for an alarm drafts onto its work order. */
import { sql } from 'kysely';
import { db, type Tx } from '../db/tenant.ts';

export interface SosProject {
  id: number;
  name: string;
  minutes: number;
  price_fen: number;
  service_type_id: number;
  service_type_name: string;
  requires_signature: boolean;
  requires_photo: boolean;
  fence_metres: number | null;
}

const lock = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended('sos_default', ${tx.tenantId}))`);

/** Takes the mark from whichever project has it (except `id`), for a statement of the same transaction to give it away again. */
export async function clearSosDefault(tx: Tx, id = 0): Promise<void> {
  await lock(tx);
  await tx.run(
    db
      .updateTable('service_projects')
      .set({ sos_default: false, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('sos_default', '=', true)
      .where('id', '<>', id),
  );
}

const chosen = (tenantId: number) =>
  db
    .selectFrom('service_projects as p')
    .innerJoin('service_types as t', (on) => on.onRef('t.tenant_id', '=', 'p.tenant_id').onRef('t.id', '=', 'p.service_type_id'))
    .select(['p.id', 'p.name', 'p.minutes', 'p.price_fen', 'p.service_type_id', 't.name as service_type_name'])
    .select(['p.requires_signature', 'p.requires_photo', 'p.fence_metres'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.sos_default', '=', true)
    .where('p.enabled', '=', true);

const TYPE = '应急服务';
const PROJECT = 'SOS上门服务';
const MINUTES = 30;

/** What a visit for an alarm will be, for who only looks: nothing is set up. `id` 0 and no type where the tenant has chosen none yet. */
export const plannedSosProject = async (tx: Tx): Promise<Pick<SosProject, 'id' | 'minutes' | 'service_type_id' | 'service_type_name'>> =>
  (await tx.row(chosen(tx.tenantId))) ?? { id: 0, minutes: MINUTES, service_type_id: 0, service_type_name: TYPE };

/**
 * The tenant's default SOS project. A tenant that has chosen none gets a free one: at night nobody can be sent to set up a catalogue before
 * an alarm may be answered (docs/decisions/006).
 */
export async function sosProject(tx: Tx): Promise<SosProject> {
  const known = await tx.row(chosen(tx.tenantId));
  if (known) return known;
  await lock(tx);
  const meanwhile = await tx.row(chosen(tx.tenantId));
  if (meanwhile) return meanwhile;
  // A disabled project may still carry the mark.
  await clearSosDefault(tx);
  await tx.run(sql`
    insert into service_types (tenant_id, name, sort) values (${tx.tenantId}, ${TYPE}, 0)
    on conflict (tenant_id, coalesce(parent_id, 0), name) do nothing`);
  await tx.run(sql`
    insert into service_projects (tenant_id, service_type_id, name, price_fen, minutes, sos_default, remarks)
    select tenant_id, id, ${PROJECT}, 0, ${MINUTES}, true, '未设置默认SOS服务项目时由系统建立，可修改'
    from service_types where tenant_id = ${tx.tenantId} and parent_id is null and name = ${TYPE}
    on conflict (tenant_id, service_type_id, name) do update set sos_default = true, enabled = true, version = service_projects.version + 1,
      updated_at = now()`);
  return (await tx.row(chosen(tx.tenantId))) as SosProject;
}
