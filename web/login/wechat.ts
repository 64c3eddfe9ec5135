/** To WeChat and back: the server puts a nonce into this browser, WeChat brings it back to /authredirect. */

const BACK_KEY = 'yian.wechat-back';

/** Leaves for the QR code; `back` is where the person wants to be afterwards. */
export function leaveForWechat(purpose: 'login' | 'bind', back: string): void {
  sessionStorage.setItem(BACK_KEY, back);
  location.assign(`/auth/social/wechat?for=${purpose}`);
}

/** Where the person wanted to be, once. */
export function backFromWechat(): string {
  const back = sessionStorage.getItem(BACK_KEY) ?? '/';
  sessionStorage.removeItem(BACK_KEY);
  return back.startsWith('/') && !back.startsWith('//') ? back : '/';
}

const STATE = /^(login|bind)\.([0-9a-f]{32})$/;

/** The nonce in the state of a sign-in; empty when the state is not one of ours, which the server refuses in clear words. */
export const nonceOf = (state: string | null): string => {
  const [, purpose, nonce = ''] = STATE.exec(state ?? '') ?? [];
  return purpose === 'login' ? nonce : '';
};

/** What WeChat brought to /authredirect; null when the person declined or the address is not one of ours. */
export function readReturn(search: string): { purpose: 'login' | 'bind'; code: string; nonce: string } | null {
  const query = new URLSearchParams(search);
  const [, purpose, nonce] = STATE.exec(query.get('state') ?? '') ?? [];
  const code = query.get('code');
  return purpose && nonce && code ? { purpose: purpose as 'login' | 'bind', code, nonce } : null;
}
