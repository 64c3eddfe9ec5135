/** @jsxImportSource preact */
/** Before the call: who is called or who calls, and one big button. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Look } from './calls.ts';

interface Props {
  look: Look;
  /** What went wrong with the last press, and what to do. */
  problem: string | null;
  busy: boolean;
}

const Notes = ({ look, problem, children }: Pick<Props, 'look' | 'problem'> & { children?: ComponentChildren }) => (
  <div class="cp-notes">
    {problem && (
      <p class="cp-problem" role="alert">
        {problem}
      </p>
    )}
    <p>浏览器会询问是否使用麦克风，请点“允许”。</p>
    {look.recorded && <p>为保证服务质量，通话会被录音。</p>}
    {children}
  </div>
);

/** A permanent link: the caller may say who it is. */
export function Asked({ look, problem, busy, onCall }: Props & { onCall: (name: string, phone: string | null) => void }) {
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  if (!look.open)
    return (
      <section class="cp-calm" role="status">
        <h1>{look.closedText}</h1>
      </section>
    );
  return (
    <form
      class="cp-before"
      onSubmit={(event) => {
        event.preventDefault();
        onCall(name.trim(), phone.trim() || null);
      }}
    >
      {look.welcome && <p class="cp-welcome">{look.welcome}</p>}
      <label>
        您的称呼（可不填）
        <input value={name} maxLength={20} autocomplete="name" onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <label>
        您的电话（可不填，便于回电）
        <input
          value={phone}
          maxLength={30}
          inputMode="tel"
          autocomplete="tel"
          onInput={({ currentTarget }) => setPhone(currentTarget.value)}
        />
      </label>
      <button type="submit" class="cp-big" disabled={busy}>
        {busy ? '正在接入…' : '呼叫'}
      </button>
      <Notes look={look} problem={problem} />
    </form>
  );
}

/** A call that rings. */
export function Ringing({ look, problem, busy, onAnswer, onRefuse }: Props & { onAnswer: () => void; onRefuse: () => void }) {
  return (
    <section class="cp-before">
      <p class="cp-rings" role="status">
        正在呼叫您
      </p>
      <button type="button" class="cp-big" disabled={busy} onClick={onAnswer}>
        {busy ? '正在接入…' : '接听'}
      </button>
      <button type="button" class="cp-plain" disabled={busy} onClick={onRefuse}>
        拒绝
      </button>
      <Notes look={look} problem={problem} />
    </section>
  );
}
