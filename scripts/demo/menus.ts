/** The menus that only a demonstration has, in its institutions: for whoever administers them. */
import { sql } from 'kysely';
import type { Dependencies } from '../../server/context.ts';
import { db } from '../../server/db/tenant.ts';
import { emit } from '../../server/events.ts';
import { demonstrationMenus } from '../../server/system/demonstration.ts';
import { permissionsOf } from '../../server/system/menu-defaults.ts';
import { openAlways } from '../../server/tenants/grants.ts';
import { addMenus } from '../../server/tenants/tenant-defaults.ts';
import { grantMenus } from '../../server/users/roles.ts';
import { institutions } from './institutions.ts';

/** Adds what is not there; a demonstration that was made before it gets it with its next start. */
export async function seedMenus(deps: Dependencies): Promise<void> {
  for (const { id } of institutions)
    await deps.inTenant(id, async (tx) => {
      const known = await tx.row(db.selectFrom('menus').select('id').where('tenant_id', '=', id).where('path', '=', '/device/simulator'));
      if (known) return;
      const after = await tx.row<{ parent_id: number | null; sort: number }>(
        sql`select parent_id, sort from menus where tenant_id = ${id} and path = '/device/type'`,
      );
      const made = await addMenus(
        tx,
        demonstrationMenus.map((menu) => ({ menu, parentId: after?.parent_id ?? null, sort: after?.sort ?? 99 })),
      );
      await grantMenus(
        tx,
        'admin',
        made.map((menu) => menu.id),
      );
      await emit('rights.changed', { userId: null }, tx, deps);
    });
  await openAlways(deps, permissionsOf(demonstrationMenus));
}
