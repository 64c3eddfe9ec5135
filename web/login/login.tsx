/**
 * The login page: plain elements and plain CSS, nothing of the application. The first way is here, the others come when they are chosen.
 */
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react';
import { isWall, wayBack } from '#web/shell/guard.ts';
import { PasswordForm } from './password-form.tsx';
import { leaveForWechat } from './wechat.ts';
import { PLAIN, type Ways } from './ways.ts';
import { useSignIn } from './use-sign-in.ts';
import { LoginPage } from './login-page.tsx';

const SmsForm = lazy(() => import('./sms-form.tsx'));
const ScreenForm = lazy(() => import('./screen-form.tsx'));
const TotpForm = lazy(() => import('./totp-form.tsx'));

const TITLES = { password: '密码登录', sms: '验证码登录', screen: '大屏登录' } as const;
type Way = keyof typeof TITLES;

interface Props {
  /** Why one is here again. */
  notice: string | null;
  /** Asked before the page is drawn; never refused. */
  ways: Promise<Ways>;
  onSignedIn: () => Promise<void>;
}

export function Login({ notice, ways: asked, onSignedIn }: Props) {
  const [known, setKnown] = useState<Ways | null>(null);
  const ways = known ?? PLAIN;
  // A wall has no keyboard: where it comes back to is its own way in.
  const [way, setWay] = useState<Way>(() => (isWall(wayBack(location.search)) ? 'screen' : 'password'));
  const [said, setSaid] = useState(notice);
  const { prove, second, answer, giveUp } = useSignIn(onSignedIn);
  useEffect(() => void asked.then(setKnown), [asked]);
  const open = (Object.keys(TITLES) as Way[]).filter((one) => one === 'password' || ways[one]);

  function choose(next: Way) {
    setSaid(null);
    setWay(next);
  }

  /** Arrow keys move between tabs, as they do everywhere. */
  function move({ key }: KeyboardEvent) {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const next = open[(open.indexOf(way) + step + open.length) % open.length];
    if (step === 0 || !next) return;
    choose(next);
    document.querySelector<HTMLElement>(`#l-tab-${next}`)?.focus();
  }

  if (second) {
    return (
      <LoginPage>
        <Suspense fallback={null}>
          <TotpForm
            answer={answer}
            onBack={(problem) => {
              setSaid(problem);
              giveUp();
            }}
          />
        </Suspense>
      </LoginPage>
    );
  }
  return (
    <LoginPage>
      <div className="l-tabs" role="tablist" aria-label="登录方式" onKeyDown={move}>
        {open.map((one) => (
          <button
            key={one}
            id={`l-tab-${one}`}
            type="button"
            role="tab"
            aria-selected={one === way}
            aria-controls="l-panel"
            tabIndex={one === way ? 0 : -1}
            onClick={() => choose(one)}
          >
            {TITLES[one]}
          </button>
        ))}
      </div>
      <div id="l-panel" role="tabpanel" aria-labelledby={`l-tab-${way}`}>
        <Suspense fallback={<div className="l-wait" />}>
          {way === 'password' && <PasswordForm notice={said} ways={known} prove={prove} />}
          {way === 'sms' && <SmsForm prove={prove} />}
          {way === 'screen' && <ScreenForm prove={prove} notice={said} />}
        </Suspense>
      </div>
      <nav className="l-more" aria-label="其他">
        {ways.wechat && (
          <button type="button" className="l-link" onClick={() => leaveForWechat('login', wayBack(location.search))}>
            微信登录
          </button>
        )}
        <span>
          还没有机构账号？<a href="/register">注册</a>
        </span>
        <span>
          机构已到期？<a href="/subscribe">订购产品包</a>
        </span>
      </nav>
    </LoginPage>
  );
}
