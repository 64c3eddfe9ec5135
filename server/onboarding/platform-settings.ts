/** What the platform decides about self-registration: parameters of its tenant. */
import { sql } from 'kysely';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { db, type Tx } from '../db/tenant.ts';

/** In the platform's transaction; a value that makes no sense counts as the usual one. */
export async function registrationSettings(platform: Tx): Promise<{ open: boolean; approval: boolean; trialDays: number }> {
  const rows = await platform.rows<{ key: string; value: string }>(
    db
      .selectFrom('parameters')
      .select(['key', 'value'])
      .where('tenant_id', '=', PLATFORM)
      .where('key', 'in', ['REGISTRATION_OPEN', 'REGISTRATION_APPROVAL', 'TRIAL_DAYS']),
  );
  const values = new Map(rows.map(({ key, value }) => [key, value.trim()]));
  const days = Number(values.get('TRIAL_DAYS') || 30);
  return {
    open: values.get('REGISTRATION_OPEN') !== '0',
    approval: values.get('REGISTRATION_APPROVAL') === '1',
    trialDays: Number.isInteger(days) && days >= 1 && days <= 3650 ? days : 30,
  };
}

/** Told to others in the same second: whether a tenant takes people in. In the platform's transaction. */
export async function isOpen(platform: Tx, tenantId: number): Promise<boolean> {
  const row = await platform.row(
    sql`select 1 from tenants where id = ${tenantId} and status = 0 and deleted_at is null
      and (ends_at is null or ends_at > clock_timestamp())`,
  );
  return row !== undefined;
}
