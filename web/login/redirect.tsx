/** /authredirect: WeChat brings people back here, to sign in or to bind their account. */
import { session } from '#web/api/session.ts';
import { withWechat } from '#web/api/token-exchange.ts';
import { textOf, UNREACHABLE } from '#web/api/refusals.ts';
import { Proving } from './proving.tsx';
import type { Prove } from './use-sign-in.ts';
import { backFromWechat, readReturn } from './wechat.ts';

async function bind(code: string, nonce: string): Promise<void> {
  const { tokens } = session.getState();
  if (!tokens) throw new Error('请先登录，再绑定微信');
  const answer = await fetch('/admin/social/bind', {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ state: 'WX', code, nonce }),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => null);
  const content = (await answer?.json().catch(() => null)) as { code?: number; msg?: string } | null | undefined;
  if (!answer?.ok || content?.code !== 0) throw new Error(answer ? textOf(answer.status, content?.msg) : UNREACHABLE);
}

async function run(prove: Prove): Promise<void> {
  const found = readReturn(location.search);
  // The code must not stay in the history.
  history.replaceState(null, '', location.pathname);
  if (!found) throw new Error('已取消微信授权');
  if (found.purpose === 'login') return prove((totp) => withWechat(found.code, found.nonce, totp));
  await bind(found.code, found.nonce);
  location.replace(backFromWechat());
}

export default function Redirect() {
  const way = session.getState().tokens ? { href: '/info/index', label: '返回个人信息' } : { href: '/login', label: '返回登录' };
  return <Proving title="微信登录" waiting="正在确认微信授权…" run={run} onSignedIn={() => location.replace(backFromWechat())} way={way} />;
}
