/**
 * The institutions that a user has chosen for the group's screen: kept in this
 * browser, by the group, and sent with each call of that page.
 */
export const GROUP_SCREEN = '/screen/group';

const keyOf = (tenantId: number) => `yian.group.tenants.${tenantId}`;

/** What was chosen; none is all. */
export function chosenTenants(tenantId: number): number[] {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage?.getItem(keyOf(tenantId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is number => Number.isSafeInteger(one) && one > 0) : [];
  } catch {
    return [];
  }
}

export function chooseTenants(tenantId: number, ids: readonly number[]): void {
  if (ids.length === 0) localStorage.removeItem(keyOf(tenantId));
  else localStorage.setItem(keyOf(tenantId), JSON.stringify(ids));
}

/** The list for the header `TENANT-IDS` of a call of this page; null where none is sent. */
export function sentTenants(tenantId: number): string | null {
  if (globalThis.location?.pathname !== GROUP_SCREEN) return null;
  const ids = chosenTenants(tenantId);
  return ids.length === 0 ? null : ids.join();
}
