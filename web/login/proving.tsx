/** A page that finishes a sign-in which began elsewhere: it waits, asks for the second factor, or says what went wrong and where to go. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { LoginPage } from './login-page.tsx';
import { Problem } from './field.tsx';
import { useSignIn, type Prove } from './use-sign-in.ts';

const TotpForm = lazy(() => import('./totp-form.tsx'));

interface Props {
  title: string;
  waiting: string;
  /** What the page is for; it rejects with the text to show. */
  run: (prove: Prove) => Promise<void>;
  /** Once the person is in. */
  onSignedIn: () => void;
  /** The way out after a failure. */
  way: { href: string; label: string };
}

/** React runs an effect twice in development, and a code counts once. */
let begun = false;

export function Proving({ title, waiting, run, onSignedIn, way }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const { prove, second, answer, giveUp } = useSignIn(async () => onSignedIn());
  useEffect(() => {
    if (begun) return;
    begun = true;
    run(prove).catch((error: Error) => setProblem(error.message));
  }, [run, prove]);
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
          <h2 className="l-title">{title}</h2>
          {problem === null ? <p className="l-hint">{waiting}</p> : <Problem>{problem}</Problem>}
          {problem !== null && (
            <p className="l-after">
              <a href={way.href}>{way.label}</a>
            </p>
          )}
        </div>
      )}
    </LoginPage>
  );
}
