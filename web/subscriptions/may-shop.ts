/**
 * Whether the icons and buttons for buying are the signed-in person's: the right, the shopping
 * flag, and an institution that buys for itself (tenantLevel 1).
 */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { useCan } from '#web/api/permissions.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';

export function useMayShop(): boolean {
  const can = useCan();
  const user = useCurrentUser()?.sysUser;
  return can('package_order') && user?.shopping === true && user.tenantLevel === 1 && user.tenantId !== PLATFORM;
}

/** Whether the institution belongs to a group, which orders for it. */
export const useOfGroup = (): boolean => useCurrentUser()?.sysUser.tenantLevel === 2;
