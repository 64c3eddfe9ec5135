/** What is asked of a person before anything else is open: a password of their own instead of a given one, or a second factor. */
import type { ReactNode } from 'react';
import { restrict, restrictionOf, session, signOut } from '#web/api/session.ts';
import { LoginPage } from './login-page.tsx';
import { GivenPassword } from './given-password.tsx';
import { MustEnrol } from './must-enrol.tsx';

/** `onDone` shows the application, or what is asked for next. */
export default function Restriction({ onDone }: { onDone: () => void }) {
  const asked = restrictionOf(session.getState());
  const done = () => {
    restrict({ password: false, totp: asked === 'password' && session.getState().user?.mustEnrol === true });
    onDone();
  };
  let step: ReactNode = null;
  if (asked === 'password') step = <GivenPassword username={session.getState().user?.username ?? ''} onDone={done} />;
  if (asked === 'totp') step = <MustEnrol onDone={done} />;
  return (
    <LoginPage>
      {step}
      <p className="l-after">
        <button type="button" className="l-link" onClick={() => void signOut()}>
          退出登录
        </button>
      </p>
    </LoginPage>
  );
}
