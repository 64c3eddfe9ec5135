/** Sign-in of a big screen: it shows a code, and waits until somebody lets it in from where they are signed in. */
import { useEffect, useRef, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { errorOf, startScreen, withScreen, type ScreenCode, type TokenAnswer } from '#web/api/token-exchange.ts';
import { Problem } from './field.tsx';
import { Qr } from './qr.tsx';
import type { Prove } from './use-sign-in.ts';

const WAITING = new Set<unknown>(['authorization_pending', 'slow_down']);
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Waits until the screen is let in. Throws CallError when it is refused or the code has run out; null when the page was left.
 */
async function wait({ device_code, interval }: ScreenCode, wanted: () => boolean): Promise<TokenAnswer | null> {
  for (let seconds = interval; ;) {
    await pause(seconds);
    if (!wanted()) return null;
    try {
      return await withScreen(device_code);
    } catch (error) {
      const reason = errorOf(error);
      const unreachable = [0, 429, 503].includes((error as CallError).status);
      if (!WAITING.has(reason) && !unreachable) throw error;
      if (reason === 'slow_down' || unreachable) seconds += 2;
    }
  }
}

/** RFC 8628's word for a code that nobody used in time. */
const EXPIRED = 'expired_token';
/** Before a screen asks for a code again by itself, in seconds. */
const AGAIN = 5;

/**
 * One code, from when it is shown until it is used, refused or has run out. One that ran out makes
 * room for another by itself: a wall waits for people, not they for it.
 */
function Waiting({ prove, onAgain }: { prove: Prove; onAgain: () => void }) {
  const [code, setCode] = useState<ScreenCode | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const proving = useRef(prove);
  const again = useRef(onAgain);
  useEffect(() => {
    proving.current = prove;
    again.current = onAgain;
  });

  useEffect(() => {
    let wanted = true;
    const run = async () => {
      const started = await startScreen();
      if (!wanted) return;
      setCode(started);
      const answer = await wait(started, () => wanted);
      if (answer && wanted) await proving.current(() => Promise.resolve(answer));
    };
    run().catch((error: unknown) => {
      if (!wanted) return;
      setCode(null);
      if (errorOf(error) === EXPIRED) return again.current();
      setProblem((error as CallError).message);
      if ((error as CallError).status === 0) void pause(AGAIN).then(() => wanted && again.current());
    });
    return () => void (wanted = false);
  }, []);

  return (
    <section className="l-way l-screen" aria-label="大屏登录">
      {code ? (
        <>
          <Qr text={`${location.origin}/info/screen?code=${code.user_code}`} label="大屏登录二维码" />
          <p className="l-hint">请已登录的管理人员用手机扫码，或在“个人信息 - 大屏授权”中输入代码：</p>
          <output className="l-code">{code.user_code}</output>
          <p className="l-hint" role="status">
            等待授权…授权后本屏只显示大屏，不能打开其他页面。
          </p>
        </>
      ) : (
        <Problem>{problem}</Problem>
      )}
      {problem && (
        <button type="button" className="l-submit" onClick={onAgain}>
          重新获取代码
        </button>
      )}
    </section>
  );
}

export default function ScreenForm({ prove, notice }: { prove: Prove; notice: string | null }) {
  const [round, setRound] = useState(0);
  return (
    <>
      {/* Why a wall stands here again, for whoever comes by. */}
      <Problem>{notice}</Problem>
      <Waiting key={round} prove={prove} onAgain={() => setRound(round + 1)} />
    </>
  );
}
