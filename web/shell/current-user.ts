/** The signed-in person and their menu, read once and kept for the next reload. */
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { menus } from '#contract/users/menus.ts';
import { users } from '#contract/users/users.ts';
import type { Output } from '#contract/http.ts';
import { call, keyOf } from '#web/api/call.ts';
import { asPermissions, onEnding, restrict, restrictionOf, session, type Session } from '#web/api/session.ts';
import { wallOf } from './guard.ts';
import { menuItems } from './menu.ts';

export type CurrentUser = Output<typeof users.info>;
type Menus = Output<typeof menus.own>;

const KEY = 'yian.frame';
const infoKey = keyOf(users.info, {});
const menuKey = keyOf(menus.own, {});

type Kept = { info: CurrentUser; menus: Menus };
const kept = () => JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
const remember = (part: Partial<Kept>) => sessionStorage.setItem(KEY, JSON.stringify({ ...kept(), ...part }));

async function readInfo(): Promise<CurrentUser> {
  const info = await call(users.info, {});
  session.setState({ permissions: { ...asPermissions(info.permissions), ...asPermissions(info.roles.map((role) => `ROLE_${role}`)) } });
  restrict({ password: info.sysUser.mustChangePassword, totp: info.sysUser.mustEnrol });
  remember({ info });
  return info;
}

async function readMenus(): Promise<Menus> {
  const own = await call(menus.own, {});
  remember({ menus: own });
  return own;
}

const infoQuery = { queryKey: infoKey, queryFn: readInfo, staleTime: 5 * 60_000 };
const menuQuery = { queryKey: menuKey, queryFn: readMenus, staleTime: 5 * 60_000 };

/** Fills the cache before the first picture: at once from the last time, otherwise from the server. Throws CallError. */
export async function prepareUser(client: QueryClient): Promise<void> {
  const { info, menus: own } = kept();
  if (info && own && info.sysUser.userId === session.getState().user?.id) {
    // Older than anything: shown now, read again in a moment.
    client.setQueryData(infoKey, info, { updatedAt: 1 });
    client.setQueryData(menuKey, own, { updatedAt: 1 });
    return;
  }
  const results = await Promise.allSettled([client.fetchQuery(infoQuery), client.fetchQuery(menuQuery)]);
  // The menu is closed until what is asked for is done; web/main.tsx shows that.
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && !restrictionOf(session.getState())) throw failed.reason;
}

/** The left menu once `prepareUser` is through. */
export const menuNow = (client: QueryClient) => menuItems(client.getQueryData<Menus>(menuKey) ?? []);

onEnding(() => sessionStorage.removeItem(KEY));

const toItems = (nodes: Menus) => menuItems(nodes);

/** Who is signed in, as user/info says; undefined on public pages. */
export function useCurrentUser(): CurrentUser | undefined {
  const enabled = session.getState().tokens !== null;
  return useQuery({ ...infoQuery, enabled }).data;
}

const wallFrom = (info: CurrentUser | undefined, { scope, permissions }: Pick<Session, 'scope' | 'permissions'>) =>
  scope === 'screen' ? wallOf(permissions, info?.sysUser.tenantIds ?? []) : null;

/** Where the session of a big screen belongs, once `prepareUser` is through; null for people. */
export const wallNow = (client: QueryClient) => wallFrom(client.getQueryData<CurrentUser>(infoKey), session.getState());

/** The same, as something that a component can watch. */
export function useWallAddress(): string | null {
  const { scope, permissions } = useStore(session);
  return wallFrom(useCurrentUser(), { scope, permissions });
}

/** The left menu of the signed-in person. */
export function useMenu() {
  const enabled = session.getState().tokens !== null;
  return useQuery({ ...menuQuery, enabled, select: toItems }).data ?? [];
}
