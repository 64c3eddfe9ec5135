/** What is the platform's alone, whatever permissions a role elsewhere may have got. */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';

/** Throws 403 in every other tenant. */
export function needPlatform({ session }: Pick<Context, 'session'>): void {
  if (session.tenantId !== PLATFORM) throw forbidden('只有平台可以管理订购');
}
