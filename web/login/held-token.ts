/** The token for buying outside of login, in this tab only: reloading the page must not send anybody back to their phone. */

export interface HeldToken {
  token: string;
  tenantId: number;
  tenantName: string;
  /** Whose phone was proved. */
  phone: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** The package that was chosen when registering. */
  packageCode: string | null;
}

const KEY = 'yian.order-token';

export const holdToken = (held: HeldToken): void => sessionStorage.setItem(KEY, JSON.stringify(held));
export const dropToken = (): void => sessionStorage.removeItem(KEY);

/** What is held and still good; null when there is nothing. */
export function heldToken(now: number): HeldToken | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as HeldToken | null;
    return held && held.expiresAt > now ? held : null;
  } catch {
    return null;
  }
}
