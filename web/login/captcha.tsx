/** The sum of the captcha: a picture that a click replaces, and its answer. */
import { Field } from './field.tsx';

/** The name of a captcha; the server knows its answer under it. Web crypto's randomUUID is for secure contexts only. */
export const newCaptcha = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function Captcha({ captcha, onReplace }: { captcha: string; onReplace: () => void }) {
  return (
    <div className="l-row">
      <Field label="验证码" name="code" autoComplete="off" inputMode="numeric" maxLength={6} placeholder="算式的结果" />
      <button type="button" className="l-captcha" aria-label="看不清，换一张验证码" title="点击换一张" onClick={onReplace}>
        <img src={`/code?randomStr=${captcha}`} alt="验证码：一道算式" width={100} height={40} />
      </button>
    </div>
  );
}
