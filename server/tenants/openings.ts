/** Institutions that open themselves, and their own data. Both run in the platform's context: only it may write tenants. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import { emit } from '../events.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { closeAccounts } from '../users/joining.ts';
import { inside } from '../db/inside.ts';
import { columnsOfGrant, type Grant } from './grants.ts';
import { createTenantDefaults } from './tenant-defaults.ts';

const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A code that people can read to each other, and nobody guesses: 31^8. */
const newCode = () => Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('');

export interface Opening {
  name: string;
  grant: Grant;
  regionCode: string | null;
  address: string | null;
  contactName: string;
  contactPhone: string;
  /** Until the trial ends. */
  days: number;
  /** Frozen until the platform looked at it. */
  pending: boolean;
}

/** Makes a tenant with its defaults. Gives it with its roles by code; the caller adds the administrator, inside it. */
export async function openTenant(
  platform: Tx,
  deps: Dependencies,
  opening: Opening,
): Promise<{ id: number; code: string; endTime: string; roleIds: Map<string, number> }> {
  const values = {
    name: opening.name,
    ...columnsOfGrant(opening.grant),
    region_code: opening.regionCode,
    address: opening.address,
    contact_name: opening.contactName,
    contact_phone: opening.contactPhone,
    source: 2,
    status: opening.pending ? 9 : 0,
    ...(opening.pending ? { frozen_reason: '自助注册，等待平台审核', frozen_at: sql<string>`now()` } : {}),
    ends_at: sql<string>`date_trunc('second', now()) + make_interval(days => ${opening.days})`,
  };
  const made = (await platform.row<{ id: number; code: string; endTime: string }>(
    db
      .insertInto('tenants')
      .values({ ...values, code: newCode() })
      .returning(['id', 'code', 'ends_at as endTime']) as never,
  )) as { id: number; code: string; endTime: string };
  const roleIds = await inside(platform, deps, made.id, (tx) =>
    createTenantDefaults(tx, made.id, { departmentName: opening.name.slice(0, 40) }),
  );
  return { ...made, roleIds };
}

/** Opens an institution that waited: its trial begins now, as long as it was to be. Gives its name. */
export async function approveOpening(platform: Tx, deps: Dependencies, tenantId: number, by: string): Promise<string> {
  const made = await platform.row<{ name: string; ends_at: string }>(sql`
    update tenants set status = 0, frozen_reason = null, frozen_at = null, starts_at = now(),
      ends_at = ends_at + (date_trunc('second', now()) - date_trunc('second', created_at)),
      version = version + 1, updated_at = now()
    where id = ${tenantId} and status = 9 and deleted_at is null returning name, ends_at`);
  if (!made) throw conflict('机构已变化，请刷新后重试');
  await inside(platform, deps, tenantId, async (tx) => {
    await emit('rights.changed', { userId: null }, tx, deps);
    await tellThoseWith(tx, deps, 'sys_user_audit', {
      kind: 'notice',
      title: '机构已通过审核',
      text: `${by}已通过${made.name}的注册审核，试用到${made.ends_at.slice(0, 10)}。`,
    });
  });
  return made.name;
}

/**
 * Closes an institution that was refused before it ever worked: it stays for the record, its
 * accounts' names and phones are free again. Gives its name.
 */
export async function refuseOpening(platform: Tx, deps: Dependencies, tenantId: number, reason: string): Promise<string> {
  const made = await platform.row<{ name: string }>(sql`
    update tenants set frozen_reason = ${reason}, deleted_at = now(), version = version + 1, updated_at = now()
    where id = ${tenantId} and status = 9 and deleted_at is null returning name`);
  if (!made) throw conflict('机构已变化，请刷新后重试');
  await inside(platform, deps, tenantId, closeAccounts);
  return made.name;
}

export interface OwnData {
  name: string;
  logo?: string | null | undefined;
  regionCode?: string | null | undefined;
  address?: string | null | undefined;
  contactName?: string | null | undefined;
  contactPhone?: string | null | undefined;
}

/** Changes what an institution says about itself; not its code, term, state or package. What is undefined stays. */
export async function changeOwnData(platform: Tx, tenantId: number, data: OwnData): Promise<void> {
  await platform.run(
    db
      .updateTable('tenants')
      .set({
        name: data.name,
        logo: data.logo,
        region_code: data.regionCode,
        address: data.address,
        contact_name: data.contactName,
        contact_phone: data.contactPhone,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', tenantId)
      .where('deleted_at', 'is', null),
  );
}

/** The institutions in force with exactly this code or this full name; at most five. */
export function findOpenTenants(
  platform: Tx,
  { code, name }: { code?: string | undefined; name?: string | undefined },
): Promise<{ id: number; code: string; name: string }[]> {
  const query = db
    .selectFrom('tenants')
    .select(['id', 'code', 'name'])
    .where('id', '<>', platform.tenantId)
    .where('status', '=', 0)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<string>`now()`)]))
    .orderBy('id')
    .limit(5);
  return platform.rows(
    code ? query.where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase())) : query.where('name', '=', name ?? ''),
  );
}
