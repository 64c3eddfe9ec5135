/** Where the applet's page leads. Pure. */
import { HOME } from './tabs.ts';

const FINISH = '/authredirect';

/** `auth_code` as the `code` of /authredirect, with the state that came along; home when there is none. */
export function afterApplet(search: string): string {
  const params = new URLSearchParams(search);
  const code = params.get('auth_code');
  if (!code) return HOME;
  const state = params.get('state');
  return `${FINISH}?${new URLSearchParams({ code, ...(state ? { state } : {}) })}`;
}
