/** @jsxImportSource preact */
/** /c/{token}: a call with the institution in the browser, without an account. */
import { useEffect, useState } from 'preact/hooks';
import { CallError } from '#web/api/refusals.ts';
import { end, look, rate, type Look } from './calls.ts';
import { Asked, Ringing } from './before.tsx';
import { openLine, type Line, type LineState } from './line.ts';
import { microphoneProblem } from '#web/api/voice.ts';
import { Talking } from './talking.tsx';

type State =
  | { is: 'opening' }
  | { is: 'failed'; text: string; again: boolean }
  | { is: 'before'; problem: string | null; busy: boolean }
  | { is: 'talking'; line: Line }
  | { is: 'over'; text: string; pageId: string | null };

function Stars({ token, pageId }: { token: string; pageId: string }) {
  const [given, setGiven] = useState(0);
  const [problem, setProblem] = useState('');
  const give = (stars: number) => {
    setProblem('');
    rate(token, pageId, stars).then(
      () => setGiven(stars),
      (error: CallError) => setProblem(error.message),
    );
  };
  if (given > 0) return <p role="status">谢谢您的评价（{given} 分）</p>;
  return (
    <>
      <p>您对这次通话满意吗？</p>
      <div class="cp-stars" role="group" aria-label="评分">
        {[1, 2, 3, 4, 5].map((stars) => (
          <button key={stars} type="button" aria-label={`${stars} 分`} onClick={() => give(stars)}>
            ★<small>{stars}</small>
          </button>
        ))}
      </div>
      {problem && (
        <p class="cp-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

export function CallPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: 'opening' });
  const [shown, setShown] = useState<Look | null>(null);
  const [heard, setHeard] = useState<LineState | null>(null);
  const read = () => {
    setState({ is: 'opening' });
    look(token).then(
      (found) => {
        setShown(found);
        document.title = found.title || '通话';
        return setState({ is: 'before', problem: null, busy: false });
      },
      ({ status, message }: CallError) => setState({ is: 'failed', text: message, again: status === 0 || status === 429 || status >= 500 }),
    );
  };
  useEffect(read, [token]);
  useEffect(() => scrollTo(0, 0), [state.is]);
  useEffect(() => {
    if (state.is !== 'talking') return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [state.is]);

  async function begin(name: string, phone: string | null): Promise<void> {
    setState({ is: 'before', problem: null, busy: true });
    setHeard(null);
    try {
      const line: Line = await openLine({
        token,
        look: shown as Look,
        name,
        phone,
        onChange(next) {
          setHeard(next);
          if (next.ended !== null) setState({ is: 'over', text: next.ended, pageId: next.progress?.seconds ? line.pageId : null });
        },
      });
      setState({ is: 'talking', line });
    } catch (error) {
      const problem = error instanceof CallError ? error.message : microphoneProblem(error);
      setState({ is: 'before', problem, busy: false });
    }
  }
  function hangUp(line: Line | null): void {
    void end(token, line?.pageId ?? null).catch(() => {});
    if (line) line.close();
    else setState({ is: 'over', text: '您没有接听这次来电', pageId: null });
  }

  return (
    <main class="cp-page">
      {shown && (
        <header>
          <p>{shown.tenantName}</p>
          <h1>{shown.title}</h1>
        </header>
      )}
      {state.is === 'opening' && <p role="status">正在打开…</p>}
      {state.is === 'failed' && (
        <section class="cp-calm" role="alert">
          <h1>{state.text}</h1>
          {state.again && (
            <button type="button" class="cp-go" onClick={read}>
              重试
            </button>
          )}
        </section>
      )}
      {state.is === 'before' &&
        shown &&
        (shown.permanent ? (
          <Asked look={shown} problem={state.problem} busy={state.busy} onCall={(name, phone) => void begin(name, phone)} />
        ) : (
          <Ringing
            look={shown}
            problem={state.problem}
            busy={state.busy}
            onAnswer={() => void begin('', null)}
            onRefuse={() => hangUp(null)}
          />
        ))}
      {state.is === 'talking' && <Talking token={token} line={state.line} heard={heard} onEnd={() => hangUp(state.line)} />}
      {state.is === 'over' && (
        <section class="cp-calm" role="status">
          <h1>{state.text}</h1>
          {state.pageId !== null && <Stars token={token} pageId={state.pageId} />}
          {shown?.permanent && (
            <button type="button" class="cp-go" onClick={read}>
              再次呼叫
            </button>
          )}
        </section>
      )}
    </main>
  );
}
