/** /lock: who has locked the screen, the time, and the way back. Plain elements: nothing of the pages comes with it. */
import { SECOND, textOf } from '#contract/time.ts';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useSystemTitle } from '#web/api/system-title.ts';
import { signOut } from '#web/api/session.ts';
import { useFileLink } from '#web/ui/file-link.ts';
import { BrandMark } from './brand-mark.tsx';
import { useCurrentUser } from './current-user.ts';
import { dayIn } from './greeting.ts';
import { unlock } from './locking.ts';
import './lock-screen.css';

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, SECOND);
  return () => clearInterval(timer);
}
const thisSecond = () => Math.floor(Date.now() / SECOND) * SECOND;
/** `09:41:07` in Shanghai. */
const timeIn = (now: number) => textOf(now).slice(11);

function Clock() {
  const now = useSyncExternalStore(everySecond, thisSecond);
  const time = timeIn(now);
  return (
    <div className="k-clock">
      <time dateTime={time}>
        {time.slice(0, 5)}
        <span aria-hidden>{time.slice(5)}</span>
      </time>
      <p>{dayIn(now)}</p>
    </div>
  );
}

export default function LockScreen() {
  const title = useSystemTitle();
  const user = useCurrentUser()?.sysUser;
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const picture = useFileLink(user?.avatar ?? '');
  const name = user?.nickName || user?.username || '';
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const input = field.current as HTMLInputElement;
    if (input.value === '') {
      setProblem('锁屏密码不能为空');
      return input.focus();
    }
    setBusy(true);
    const wrong = await unlock(input.value);
    setBusy(false);
    if (!wrong || wrong.left === 0) return;
    setProblem(`锁屏密码错误，还可以尝试 ${wrong.left} 次`);
    input.value = '';
    input.focus();
  }

  return (
    <main className="k-page">
      <p className="k-brand">
        <BrandMark size={28} /> {title}
      </p>
      <Clock />
      <section className="k-card" aria-label="屏幕已锁定">
        {picture ? (
          <img className="k-face" src={picture} alt="" width={72} height={72} />
        ) : (
          <span className="k-face">{name.slice(0, 1)}</span>
        )}
        <h1>{name}</h1>
        <p className="k-note">屏幕已锁定，预警仍会响铃</p>
        <form className="k-form" onSubmit={(event) => void submit(event)} noValidate>
          <label className="y-unseen" htmlFor="k-password">
            锁屏密码
          </label>
          <input
            ref={field}
            id="k-password"
            type="password"
            autoComplete="off"
            maxLength={32}
            placeholder="请输入锁屏密码"
            aria-describedby="k-problem"
          />
          <button type="submit" className="k-open" disabled={busy}>
            解锁
          </button>
          <p id="k-problem" role="alert">
            {problem}
          </p>
        </form>
        {leaving ? (
          <p className="k-leave" role="group" aria-label="确认退出登录">
            是否退出登录？
            <button type="button" onClick={() => void signOut()}>
              确定
            </button>
            <button type="button" onClick={() => setLeaving(false)} autoFocus>
              取消
            </button>
          </p>
        ) : (
          <p className="k-leave">
            忘记密码？
            <button type="button" onClick={() => setLeaving(true)}>
              退出登录
            </button>
          </p>
        )}
      </section>
    </main>
  );
}
