/** Who has a role. */
import type { z } from 'zod';
import type { roles } from '#contract/users/roles.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden } from '../errors.ts';
import { needRoles, rightsChanged } from './rights.ts';
import { target } from './user-rows.ts';

/** `PUT role/members`: throws before anything is changed when the role or one of the people is not the session's to change. */
export async function changeMembers({ roleId, add, remove }: z.output<typeof roles.members.input>, context: Context): Promise<true> {
  const { tx, session } = context;
  await needRoles(context, [roleId]);
  const people = [...new Set([...add, ...remove])].sort((a, b) => a - b);
  if (people.includes(session.userId)) throw forbidden('不能修改自己的角色');
  for (const userId of people) await target(context, userId);
  if (remove.length)
    await tx.run(
      db.deleteFrom('user_roles').where('tenant_id', '=', session.tenantId).where('role_id', '=', roleId).where('user_id', 'in', remove),
    );
  const rows = [...new Set(add)].map((user_id) => ({ tenant_id: session.tenantId, user_id, role_id: roleId }));
  if (rows.length)
    await tx.run(
      db
        .insertInto('user_roles')
        .values(rows)
        .onConflict((on) => on.doNothing()),
    );
  for (const userId of people) await rightsChanged(context, userId);
  return true;
}
