/** @jsxImportSource preact */
/** A phone that is proved by a code: only then it is an answer. */
import { useEffect, useState } from 'preact/hooks';
import { isMobile } from '#contract/phones.rules.ts';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import type { CallError } from '#web/api/refusals.ts';
import { checkCode, sendCode } from './calls.ts';
import type { Given } from './asked.ts';

const SECONDS = 60;

/** Seconds until another code may be asked for. */
function useCountdown() {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft] as const;
}

export function PhoneField({ item, id, value, onChange, projectKey }: Given<string>) {
  const [phone, setPhone] = useState(value ?? '');
  const [code, setCode] = useState('');
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useCountdown();
  async function run(work: () => Promise<void>) {
    setBusy(true);
    setProblem('');
    setSaid('');
    try {
      await work();
    } catch (error) {
      setProblem((error as CallError).message);
    } finally {
      setBusy(false);
    }
  }
  const ask = () => {
    if (!isMobile(phone)) return setProblem('手机号码不正确');
    void run(async () => {
      await sendCode(projectKey, phone);
      setLeft(SECONDS);
      setSaid('验证码已发送');
    });
  };
  const check = () => {
    if (code.trim() === '') return setProblem('请输入短信验证码');
    void run(async () => onChange(await checkCode(projectKey, phone, code.trim())));
  };
  if (value)
    return (
      <div class="f-signed">
        <p role="status">{value} 已验证</p>
        <button type="button" class="f-small" onClick={() => (setCode(''), onChange(undefined))}>
          更换手机号
        </button>
      </div>
    );
  return (
    <div>
      <div class="f-row">
        <input
          id={`${id}-phone`}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          aria-label={labelText(item.label) || '手机号'}
          placeholder={item.placeholder || '请输入手机号'}
          value={phone}
          onInput={({ currentTarget }) => setPhone(currentTarget.value.trim())}
        />
        <button type="button" class="f-small" disabled={left > 0 || busy} onClick={ask}>
          {left > 0 ? `${left}秒后重发` : '获取验证码'}
        </button>
      </div>
      <div class="f-row">
        <input
          id={`${id}-code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          aria-label="短信验证码"
          placeholder="短信验证码"
          value={code}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <button type="button" class="f-small" disabled={busy} onClick={check}>
          验证
        </button>
      </div>
      <p role="status" class="f-hint">
        {said}
      </p>
      <p role="alert" class="f-problem">
        {problem}
      </p>
    </div>
  );
}
