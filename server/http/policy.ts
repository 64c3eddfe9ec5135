/** Who may make a call: what its route asks for (contract/http.ts), checked before its input is read. */
import { sql } from 'kysely';
import type { Route } from '#contract/http.ts';
import { PROOF_NEEDED } from '#contract/tenants/memberships.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Dependencies, Session } from '../context.ts';
import { forbidden, Refusal } from '../errors.ts';

/** What a tenant reads whose term has ended, while it may still look. */
const READING_ONLY = '租户已过期，仅可查看，续费后可继续操作';

/** Whether a call changes something of the tenant's; going elsewhere and asking by POST do not. */
const writes = ({ method, rate }: Route) => method !== 'GET' && rate !== 'read';

/** Throws 423 in demonstration mode: for writes that would spoil it for everybody else. */
export function notInDemonstration({ config }: Pick<Dependencies, 'config'>): void {
  if (config.demo) throw new Refusal(423, '演示环境不能操作');
}

/**
 * Throws 403 unless the session may make this call, 423 or 404 where demonstration mode
 * decides. A proof is asked for later, by `needProved`: it stands in the database.
 */
export function checkPolicy(deps: Dependencies, route: Route, session: Session): void {
  if (session.scope === 'screen' && !route.screen) throw forbidden('大屏登录只能查看，不能操作');
  if (session.mustChangePassword && !route.initial) throw forbidden('请先修改初始密码');
  if (session.mustEnrol && !route.initial) throw forbidden('请先启用两步验证');
  if (session.endsAt < deps.now() && writes(route) && !route.always) throw forbidden(READING_ONLY);
  if (route.access !== 'session' && !session.permissions.has(route.access)) throw forbidden();
  if (route.platform !== null && session.tenantId !== PLATFORM) throw forbidden(route.platform);
  if (route.demonstration === 'never') notInDemonstration(deps);
  if (route.demonstration === 'only' && !deps.config.demo) throw new Refusal(404, '该功能只在演示环境提供');
}

export interface Proof {
  proved: boolean;
  /** Until when, `yyyy-MM-dd HH:mm:ss`. */
  until: string | null;
}

/** Whether the session's person has proved who they are within the last ten minutes. */
export async function proofOf({ tx, session, deps }: Pick<Context, 'tx' | 'session' | 'deps'>): Promise<Proof> {
  const row = await tx.row<{ until: string }>(sql`
    select proved_until as until from sessions
      where tenant_id = ${tx.tenantId} and id = ${session.id} and proved_until > ${new Date(deps.now()).toISOString()}::timestamptz`);
  return { proved: row !== undefined, until: row?.until ?? null };
}

/** Throws 403 with `data: 'proof_needed'` unless they have. Handlers call it themselves where only some input needs it. */
export async function needProved(context: Pick<Context, 'tx' | 'session' | 'deps'>): Promise<void> {
  if (!(await proofOf(context)).proved) throw new Refusal(403, '请先验证身份', PROOF_NEEDED);
}
