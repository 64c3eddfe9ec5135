/** /applet/applet/index: exchanges the `auth_code` of an address for a session, then opens the page that was asked for (`redirect`). */
import { useState } from 'react';
import { withWechat } from '#web/api/token-exchange.ts';
import { loginAddress, wayBack } from '#web/shell/guard.ts';
import { Proving } from './proving.tsx';
import type { Prove } from './use-sign-in.ts';
import { nonceOf } from './wechat.ts';

export default function Applet() {
  // The address loses its query at once: the code must not stay in the history.
  const [{ code, nonce, back }] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { code: query.get('auth_code'), nonce: nonceOf(query.get('state')), back: wayBack(location.search) };
  });
  const run = async (prove: Prove) => {
    history.replaceState(null, '', location.pathname);
    if (!code) return location.replace(loginAddress(back));
    await prove((totp) => withWechat(code, nonce, totp));
  };
  return (
    <Proving
      title="授权登录"
      waiting="正在登录，请稍候…"
      run={run}
      onSignedIn={() => location.replace(back)}
      way={{ href: loginAddress(back), label: '前往登录' }}
    />
  );
}
