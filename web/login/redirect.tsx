/** /authredirect: WeChat brings people back here, to sign in or to bind their account. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { session } from '#web/api/session.ts';
import { withWechat } from '#web/api/token-exchange.ts';
import { textOf, UNREACHABLE } from '#web/api/refusals.ts';
import { LoginPage } from '#web/shell/login-page.tsx';
import { Problem } from './field.tsx';
import { useSignIn } from './use-sign-in.ts';
import { backFromWechat, readReturn } from './wechat.ts';

const TotpForm = lazy(() => import('./totp-form.tsx'));

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

/** React asks twice in development; WeChat takes a code once. */
let begun = false;

export default function Redirect() {
  const [problem, setProblem] = useState<string | null>(null);
  const { prove, second, answer, giveUp } = useSignIn(async () => location.replace(backFromWechat()));
  useEffect(() => {
    if (begun) return;
    begun = true;
    const found = readReturn(location.search);
    // The code must not stay in the history.
    history.replaceState(null, '', location.pathname);
    const run = async () => {
      if (!found) throw new Error('已取消微信授权');
      if (found.purpose === 'login') return prove((totp) => withWechat(found.code, found.nonce, totp));
      await bind(found.code, found.nonce);
      location.replace(backFromWechat());
    };
    run().catch((error: Error) => setProblem(error.message));
  }, [prove]);
  return (
    <LoginPage>
      {second ? (
        <Suspense fallback={null}>
          <TotpForm
            answer={answer}
            onBack={(text) => {
              setProblem(text ?? '已取消');
              giveUp();
            }}
          />
        </Suspense>
      ) : (
        <div className="l-way">
          <h2 className="l-title">微信登录</h2>
          {problem === null ? <p className="l-hint">正在确认微信授权…</p> : <Problem>{problem}</Problem>}
          {problem !== null && (
            <p className="l-after">
              <a href={session.getState().tokens ? '/info/index' : '/login'}>{session.getState().tokens ? '返回个人信息' : '返回登录'}</a>
            </p>
          )}
        </div>
      )}
    </LoginPage>
  );
}
