/** An institution with a nurse, a carer of one of its two residents, one who only looks, one who may do nothing of it, and a stranger: for tests of charts, skin and rounds. */
import { sql } from 'kysely';
import { keepSignedIn, person } from './care.ts';
import { harness } from './harness.ts';

export async function careHouse(permissions: string[]) {
  const clock = { now: Date.now() };
  const t = await harness({ now: () => clock.now });
  const tenantId = await t.tenant();
  const nurse = await t.user(tenantId, { name: '赵敏', dataScope: 1, permissions });
  const carer = await t.user(tenantId, { name: '王芳', dataScope: 3, permissions });
  const stranger = await t.user(await t.tenant());
  const outsider = await t.user(tenantId, { permissions: ['sys_log_view'] });
  const looker = await t.user(tenantId, { name: '李娜', dataScope: 1, permissions: permissions.filter((one) => one.endsWith('_view')) });
  const [wang, li] = [await person(t, tenantId, '王秀英'), await person(t, tenantId, '李建国')];
  const run = (statement: ReturnType<typeof sql>) => t.deps.inTenant(tenantId, (tx) => tx.run(statement));
  await run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenantId} and id = ${wang}`);
  // The tests move the clock about.
  await keepSignedIn(t, tenantId);
  await keepSignedIn(t, stranger.tenantId);
  return { t, clock, tenantId, nurse, carer, stranger, looker, outsider, wang, li, run };
}
export type CareHouse = Awaited<ReturnType<typeof careHouse>>;
