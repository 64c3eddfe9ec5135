/** /r/{token}: the person served rates, on a phone, without signing in. Plain elements: it is as small as the login page. */
import { useEffect, useState, type FormEvent } from 'react';
import { publicCall } from '#web/api/public-call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { PublicPage } from '#web/shell/public-page.tsx';
import { formatTime } from '#web/ui/display.ts';
import './rate.css';

const MOST = 200;
const WORDS = ['很不满意', '不满意', '一般', '满意', '非常满意'];

/** As `RatedVisit` of the contract, whose schemas are bigger than this page. */
interface Visit {
  tenantName: string;
  personName: string;
  serverProjectName: string;
  serverUserName: string | null;
  endTime: string | null;
  score: number | null;
}

/** Throws CallError with the text to show. */
const ask = <T,>(token: string, body?: { score: number; scoreContent: string }): Promise<T> =>
  publicCall<T>(body ? 'POST' : 'GET', `/members/workorderscore/open/${encodeURIComponent(token)}`, body);

function Star({ lit }: { lit: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden data-lit={lit || undefined}>
      <path d="M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z" />
    </svg>
  );
}

function Stars({ score, onChange }: { score: number; onChange: (score: number) => void }) {
  return (
    <fieldset className="r-stars">
      <legend>您对这次服务满意吗？</legend>
      <div>
        {WORDS.map((word, index) => (
          <label key={word}>
            <input
              type="radio"
              name="score"
              value={index + 1}
              checked={score === index + 1}
              onChange={() => onChange(index + 1)}
              aria-label={`${index + 1}星，${word}`}
            />
            <Star lit={index < score} />
          </label>
        ))}
      </div>
      <p aria-hidden>{score > 0 ? WORDS[score - 1] : '请点击星星评价'}</p>
    </fieldset>
  );
}

function Facts({ visit }: { visit: Visit }) {
  const rows = [
    ['服务对象', visit.personName],
    ['服务项目', visit.serverProjectName],
    ['服务人员', visit.serverUserName],
    ['完成时间', visit.endTime && formatTime(visit.endTime, 'yyyy-MM-dd HH:mm')],
  ].filter(([, text]) => text);
  return (
    <dl className="r-facts">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function RateForm({ visit, token, onDone }: { visit: Visit; token: string; onDone: (score: number) => void }) {
  const [score, setScore] = useState(0);
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (next: number) => {
    setScore(next);
    setProblem(null);
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (score === 0) return setProblem('请先选择星级');
    setBusy(true);
    setProblem(null);
    try {
      await ask(token, { score, scoreContent: words.trim() });
      onDone(score);
    } catch (error) {
      const { status, message } = error as CallError;
      // Somebody of the family was faster, or this is the second tap.
      if (status === 409) onDone(0);
      else setProblem(message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="r-form" onSubmit={(event) => void submit(event)} noValidate>
      <Facts visit={visit} />
      <Stars score={score} onChange={choose} />
      <label className="r-words">
        <span>还想说点什么（选填）</span>
        <textarea rows={4} maxLength={MOST} value={words} onChange={(event) => setWords(event.target.value)} />
        <small>
          {words.length}/{MOST}
        </small>
      </label>
      <p role="alert" className="r-problem">
        {problem}
      </p>
      <button type="submit" className="y-open-act" disabled={busy}>
        {busy ? '正在提交…' : '提交评价'}
      </button>
    </form>
  );
}

function Thanks({ score }: { score: number }) {
  return (
    <section className="y-open-end" role="status">
      <h2>感谢您的评价</h2>
      {score > 0 && (
        <p className="r-given" aria-label={`${score}星`}>
          {'★'.repeat(score)}
        </p>
      )}
      <p>{score > 0 && score <= 2 ? '我们会尽快与您联系，改进服务。' : '您的反馈会帮助我们做得更好。'}</p>
    </section>
  );
}

export default function Rate() {
  const token = decodeURIComponent(location.pathname.slice('/r/'.length));
  const [visit, setVisit] = useState<Visit | null>(null);
  const [failed, setFailed] = useState<CallError | null>(null);
  const [done, setDone] = useState<number | null>(null);
  useEffect(() => {
    document.title = '服务评价';
    ask<Visit>(token).then(setVisit, setFailed);
  }, [token]);
  const lost = failed !== null && (failed.status === 0 || failed.status >= 500 || failed.status === 429);
  return (
    <PublicPage title="服务评价" tenantName={visit?.tenantName}>
      {failed ? (
        <section className="y-open-end" role="alert">
          <h2>{lost ? failed.message : '评价链接无效或已过期'}</h2>
          {lost ? (
            <button type="button" className="y-open-act" onClick={() => location.reload()}>
              重试
            </button>
          ) : (
            <p>请联系服务机构重新发送。</p>
          )}
        </section>
      ) : !visit ? (
        <p className="y-open-end" role="status">
          正在打开…
        </p>
      ) : done !== null || visit.score !== null ? (
        <Thanks score={done || visit.score || 0} />
      ) : (
        <RateForm visit={visit} token={token} onDone={setDone} />
      )}
    </PublicPage>
  );
}
